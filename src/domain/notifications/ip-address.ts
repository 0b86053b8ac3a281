/** An IP address as a number. An IPv4 address inside an IPv6 one (`::ffff:10.0.0.1`) is the IPv4 address that it means. */
export type IpAddress = { readonly version: 4 | 6; readonly bits: bigint };

/** All addresses whose first bits are these. */
export type IpRange = { readonly address: IpAddress; readonly prefix: number };

const decimalByte = /^(?:0|[1-9]\d{0,2})$/;
const MAPPED = 0xffffn;

/**
 * Reads the one usual spelling of an address, undefined when it is none. `127.1`, `0x7f000001` and `010.0.0.1` are none
 * here: a URL parser has already turned them into the usual one, and anywhere else they mean two things to two readers.
 */
export function readAddress(text: string): IpAddress | undefined {
  return text.includes(':') ? readVersion6(text) : readVersion4(text);
}

/** Reads `10.0.0.0/8`, `fd00::/8`, or a single address; undefined when it is none of them. */
export function readRange(text: string): IpRange | undefined {
  const [first = '', length, ...more] = text.split('/');
  const address = readAddress(first);
  if (address === undefined || more.length > 0) return undefined;
  const most = widthOf(address);
  if (length === undefined) return { address, prefix: most };
  return decimalByte.test(length) && Number(length) <= most ? { address, prefix: Number(length) } : undefined;
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

/** The URL parser knows every way to write one, and writes it without a dotted part: only groups and `::` are left. */
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
