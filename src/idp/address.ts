import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Whether a peer that is not on this machine may say for whom it asks. */
export type TrustsPeer = (address: string) => boolean;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * Who is asking, as a key for throttling. The seller service runs beside the provider, or is a peer that the operator
 * trusts, and forwards what its callers send: then the last `X-Forwarded-For` entry counts, which the nearest one wrote.
 * Anybody else could write anything there.
 */
export function addressOf(request: IncomingMessage, trustsPeer: TrustsPeer): string {
  const direct = plain(request.socket.remoteAddress ?? 'unknown');
  const forwarded = plain(forwardedFor(request).at(-1) ?? '');
  const counts = isIP(forwarded) !== 0 && isIP(direct) !== 0 && (isLoopback(direct) || trustsPeer(direct));
  return keyOf(counts ? forwarded : direct);
}

/** Whether the request comes from another machine, or through someone who does not say that it started on this one. */
export function isFromElsewhere(request: IncomingMessage): boolean {
  return [request.socket.remoteAddress ?? '', ...forwardedFor(request)].some((address) => !isLoopback(address));
}

function isLoopback(address: string): boolean {
  const text = plain(address);
  const family = isIP(text);
  return family !== 0 && loopback.check(text, family === 4 ? 'ipv4' : 'ipv6');
}

/** Without brackets and zone, IPv6 in its shortest form, and an IPv4 address as itself where it is written as an IPv6 one. */
function plain(address: string): string {
  const text = address.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/s, '');
  if (isIP(text) !== 6) return text;
  const short = new URL(`http://[${text}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  return [high, low].flatMap((half) => [Number.parseInt(half, 16) >> 8, Number.parseInt(half, 16) & 255]).join('.');
}

/** Of a plain address. Of IPv6 the first 64 bits count, because whoever has one address has all that share them. */
function keyOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  while (groups.length + after.length < 8) groups.push('0');
  return [...groups, ...after].slice(0, 4).join(':');
}

function forwardedFor(request: IncomingMessage): string[] {
  const header = request.headers['x-forwarded-for'];
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
