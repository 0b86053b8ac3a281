import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * Who is asking, for throttling. The seller service runs beside the provider and forwards what its callers send, so from
 * loopback the last `X-Forwarded-For` entry counts, which the nearest one wrote; from elsewhere anyone could write it.
 */
export function addressOf(request: IncomingMessage): string {
  const direct = request.socket.remoteAddress ?? 'unknown';
  return isLoopback(direct) ? (forwardedFor(request).at(-1) ?? direct) : direct;
}

/** Whether the request came through someone who says that it started on another machine. */
export function isFromElsewhere(request: IncomingMessage): boolean {
  return forwardedFor(request).some((address) => !isLoopback(address));
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/^\[(.*)\]$/, '$1');
  const family = isIP(plain);
  if (family === 0) return plain === 'localhost';
  return loopback.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}

function forwardedFor(request: IncomingMessage): string[] {
  const header = request.headers['x-forwarded-for'];
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
