import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Whether to believe the `X-Forwarded-For` of a peer that is not on this machine. */
export type TrustsPeer = (address: string) => boolean;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * The client's address, as a key for throttling. The seller service forwards the requests of its callers; it runs on the
 * same machine or is a trusted peer. Then the last `X-Forwarded-For` entry counts, which the nearest proxy wrote. Any
 * other client could write anything there.
 */
export function throttleKey(request: IncomingMessage, trustsPeer: TrustsPeer): string {
  const direct = canonical(request.socket.remoteAddress ?? 'unknown');
  const forwarded = canonical(forwardedFor(request).at(-1) ?? '');
  const isTrusted = isIP(forwarded) !== 0 && isIP(direct) !== 0 && (isLoopbackText(direct) || trustsPeer(direct));
  return keyOf(isTrusted ? forwarded : direct);
}

/** True unless the peer and every `X-Forwarded-For` entry are addresses of this machine. */
export function isFromOtherMachine(request: IncomingMessage): boolean {
  return [request.socket.remoteAddress ?? '', ...forwardedFor(request)].some((address) => !isLoopbackText(address));
}

function isLoopbackText(address: string): boolean {
  const text = canonical(address);
  const family = isIP(text);
  return family !== 0 && loopback.check(text, family === 4 ? 'ipv4' : 'ipv6');
}

/** Without brackets and zone; IPv6 in its shortest form; an IPv4-mapped IPv6 address as IPv4. */
function canonical(address: string): string {
  const text = address.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/s, '');
  if (isIP(text) !== 6) return text;
  const short = new URL(`http://[${text}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  return [high, low].flatMap((half) => [Number.parseInt(half, 16) >> 8, Number.parseInt(half, 16) & 255]).join('.');
}

/** The first 64 bits of an IPv6 address: a client with one address usually has all that share them. */
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
