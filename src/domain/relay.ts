import { type IpRange, isInRange, readIpAddress, readRange } from './notifications/addresses/ip-address.ts';
import { isLoopback } from './notifications/addresses/special-addresses.ts';

/*
 * Who sent a request: the one rule of the service and of the default provider. A client can write any header, so only what a
 * known proxy appended to `X-Forwarded-For` names an address. Every sign of a proxy shows that other machines may be behind
 * an address of this one.
 */

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** TRUST_PROXY: no proxy, the number of proxies in front, or the addresses and ranges of the proxies. */
export type TrustedProxies = false | number | string;

/**
 * Whether the address `hop` steps away is a proxy that appends the address before it. The peer itself is hop 0; it has no address when its
 * connection was reset.
 */
export type TrustsHop = (address: string | undefined, hop: number) => boolean;

export function trustsHop(proxies: TrustedProxies): TrustsHop {
  if (proxies === false) return () => false;
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  const ranges = proxies.split(',').flatMap((text) => readRange(text.trim()) ?? []);
  return (address) => address !== undefined && isInOneOf(address, ranges);
}

/**
 * The address of the client. Walks from the peer along `X-Forwarded-For`, from its right end, as long as the address at hand
 * is a trusted proxy's: the entries further left may be the client's own invention.
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, trusts: TrustsHop): string {
  const entries = (forwardedFor ?? '').split(',').flatMap((entry) => entry.trim() || []);
  let address = peer;
  for (let hop = 0; entries.length > 0 && trusts(address, hop); hop += 1) address = entries.pop() ?? address;
  return address;
}

/** Any X-Forwarded-*, and what proxies, tunnels and content delivery networks send beside it or instead. */
const FORWARDING_HEADERS = new Set([
  ...['forwarded', 'via', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip', 'x-cluster-client-ip'],
  ...['x-original-forwarded-for', 'x-original-host', 'x-envoy-external-address', 'cdn-loop'],
]);

/** Whether a proxy or tunnel has forwarded the request. `headers` has lower-case names. */
export function isForwarded(headers: Headers): boolean {
  for (const name in headers) if (name.startsWith('x-forwarded') || FORWARDING_HEADERS.has(name)) return true;
  return false;
}

/** Whether the target of a request is an absolute URL of another host (RFC 9112 3.2.2): only proxies send one. */
export function isForeignTarget(target: string): boolean {
  if (target.startsWith('/') || target === '*') return false;
  const host = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(target)?.[1];
  return host === undefined || !isLoopbackHost(host);
}

/**
 * Whether the request may come from elsewhere although its peer is on this machine: it was forwarded, or it is for another
 * host. A page of a foreign site whose name resolves to 127.0.0.1 sends such a host (DNS rebinding).
 */
export function isRelayed(headers: Headers): boolean {
  const { host } = headers;
  // HTTP/1.0 has no Host. Every browser and every current proxy sends one.
  return isForwarded(headers) || (host !== undefined && !(typeof host === 'string' && isLoopbackHost(host)));
}

const loopbackHost = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\]|::1)(?::\d{1,5})?$/i;

/** Whether a host, with or without a port, names this machine. By its text: what another name resolves to can change. */
export function isLoopbackHost(host: string): boolean {
  return loopbackHost.test(host);
}

export function isLoopbackAddress(text: string): boolean {
  const address = readIpAddress(plainAddress(text));
  return address !== undefined && isLoopback(address);
}

function isInOneOf(text: string, ranges: readonly IpRange[]): boolean {
  const address = readIpAddress(plainAddress(text));
  return address !== undefined && ranges.some((range) => isInRange(address, range));
}

/** Without the brackets and the zone of an IPv6 address. */
const plainAddress = (text: string) => text.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/s, '');
