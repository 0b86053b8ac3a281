import { BoundedCache } from './bounded-cache.ts';
import { readIpAddress } from './notifications/addresses/ip-address.ts';

/** What proxies write around an address: brackets, a port, a zone. */
const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/;
const bracketed = /^\[([^\]]*)\](?::\d+)?$/;
const zone = /%.*$/s;

/** Reading an IPv6 address takes 6 µs, and a request needs its key more than once. No address has more characters. */
const read = new BoundedCache<string>(4_096);
const MAX_LENGTH = 64;

const GONE = 'gone';

/**
 * The sender that an address counts for, wherever the service or the provider counts by address. An IPv4 address counts for itself,
 * also in the spelling of IPv6 (`::ffff:192.0.2.7`). Of an IPv6 address the first 64 bits count: one network has all addresses that
 * share them. Whose address it is behind a proxy, `relay.ts` decides. A connection that was reset has no address, whatever the types of
 * the server say: all of them count together, and nobody reads their answers.
 */
export function addressKey(address: string | undefined): string {
  if (address === undefined) return GONE;
  // Most addresses; the rest of this is for few.
  if (!address.includes(':') || address.length > MAX_LENGTH) return address;
  return read.get(address) ?? read.set(address, readKey(address));
}

function readKey(address: string): string {
  const plain = (withPort.exec(address) ?? bracketed.exec(address))?.[1] ?? address;
  const found = readIpAddress(plain.replace(zone, ''));
  if (found === undefined) return address;
  const { version, bits } = found;
  if (version === 4) return [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 255n).join('.');
  return [112n, 96n, 80n, 64n].map((shift) => ((bits >> shift) & 0xffffn).toString(16)).join(':');
}
