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
  const forwarded = forwardedFor(request).at(-1);
  const counts = forwarded !== undefined && isLoopback(direct) && isIP(plain(forwarded)) !== 0;
  return counts ? plain(forwarded) : direct;
}

/** Whether the request came through someone who says that it started on another machine. */
export function isFromElsewhere(request: IncomingMessage): boolean {
  return forwardedFor(request).some((address) => !isLoopback(address));
}

function isLoopback(address: string): boolean {
  const text = plain(address);
  const family = isIP(text);
  return family !== 0 && loopback.check(text, family === 4 ? 'ipv4' : 'ipv6');
}

/** Without brackets, and an IPv4 address as itself where it is written as an IPv6 one. */
function plain(address: string): string {
  return address.replace(/^\[(.*)\]$/, '$1').replace(/^::ffff:(?=\d+\.)/i, '');
}

function forwardedFor(request: IncomingMessage): string[] {
  const header = request.headers['x-forwarded-for'];
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
