import { type IpAddress, type IpRange, isInRange, readRange } from './ip-address.ts';

/**
 * Addresses that are not public servers (the IANA special-purpose registries, RFC 6890). A request there that a stranger
 * controls would come from inside the operator's network.
 */
const notPublic = ranges(
  '0.0.0.0/8', // "this network": Linux connects 0.0.0.0 to the machine itself
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared behind a carrier's NAT; some clouds keep their metadata here
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local: where clouds hand out credentials
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // the former 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast

  // Public IPv6 addresses are all in 2000::/3. These three are everything else, so nothing can be missing: ::1,
  // IPv4 in IPv6 (::/96, ::ffff:0:0:0/96), NAT64 (64:ff9b::/96, 64:ff9b:1::/48), discard (100::/64), segment routing
  // (5f00::/16), unique local (fc00::/7), link-local (fe80::/10), site-local (fec0::/10), multicast (ff00::/8).
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001::/23', // protocol assignments, Teredo (IPv4 in IPv6) among them
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: IPv4 in IPv6
  '3fff::/20', // documentation
);

const loopback = ranges('127.0.0.0/8', '::1');
const unspecified = ranges('0.0.0.0/8', '::');

export function isPublic(address: IpAddress): boolean {
  return !isIn(address, notPublic) && !isIsatap(address);
}

export function isLoopback(address: IpAddress): boolean {
  return isIn(address, loopback);
}

/** Loopback, and the unspecified address: a connection to 0.0.0.0 reaches the machine itself. */
export function isThisMachine(address: IpAddress): boolean {
  return isLoopback(address) || isIn(address, unspecified);
}

/** RFC 5214 6.1: `0:5efe` or `200:5efe`, and an IPv4 address, behind any prefix, which no range can express. */
function isIsatap({ version, bits }: IpAddress): boolean {
  return version === 6 && ((bits >> 32n) & 0xfcff_ffffn) === 0x5efen;
}

function isIn(address: IpAddress, list: readonly IpRange[]): boolean {
  return list.some((range) => isInRange(address, range));
}

function ranges(...texts: readonly string[]): readonly IpRange[] {
  return texts.map((text) => {
    const range = readRange(text);
    if (range === undefined) throw new Error(`${text} is not a range of addresses`);
    return range;
  });
}
