/** An IP address as a number. An IPv4-mapped IPv6 address (`::ffff:10.0.0.1`) is read as the IPv4 address. */
export type IpAddress = { readonly version: 4 | 6; readonly bits: bigint };

/** All addresses with the same first `prefix` bits. */
export type IpRange = { readonly address: IpAddress; readonly prefix: number };

const decimalByte = /^(?:0|[1-9]\d{0,2})$/;
const MAPPED = 0xffffn;

/**
 * Reads the canonical spelling of an address; undefined for anything else. `127.1`, `0x7f000001` and `010.0.0.1` are rejected:
 * a URL parser has already normalized them, and elsewhere two programs may read them as two addresses.
 */
export function readIpAddress(text: string): IpAddress | undefined {
  return text.includes(':') ? readVersion6(text) : readVersion4(text);
}

/** Reads `10.0.0.0/8`, `fd00::/8`, or a single address; undefined when it is none of them. */
export function readRange(text: string): IpRange | undefined {
  const [first = '', length, ...more] = text.split('/');
  const address = readIpAddress(first);
  if (address === undefined || more.length > 0) return undefined;
  const width = widthOf(address);
  if (length === undefined) return { address, prefix: width };
  return decimalByte.test(length) && Number(length) <= width ? { address, prefix: Number(length) } : undefined;
}

export function isInRange(one: IpAddress, { address, prefix }: IpRange): boolean {
  const rest = BigInt(widthOf(address) - prefix);
  return one.version === address.version && one.bits >> rest === address.bits >> rest;
}

export function isSameAddress(one: IpAddress, other: IpAddress): boolean {
  return one.version === other.version && one.bits === other.bits;
}

const widthOf = ({ version }: IpAddress): number => (version === 4 ? 32 : 128);

function readVersion4(text: string): IpAddress | undefined {
  const bytes = text.split('.');
  if (bytes.length !== 4) return undefined;
  if (!bytes.every((byte) => decimalByte.test(byte) && Number(byte) <= 255)) return undefined;
  return { version: 4, bits: bytes.reduce((bits, byte) => (bits << 8n) | BigInt(byte), 0n) };
}

/** The URL parser reads every spelling and normalizes it to groups and `::`, without a dotted part. */
function readVersion6(text: string): IpAddress | undefined {
  const host = /^[0-9a-f:.]+$/i.test(text) ? URL.parse(`http://[${text}]/`)?.hostname : undefined;
  if (host === undefined) return undefined;
  const [head = [], tail = []] = host
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  const bits = groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
  return bits >> 32n === MAPPED ? { version: 4, bits: bits & 0xffff_ffffn } : { version: 6, bits };
}
