import type { FastifyRequest } from 'fastify';

/**
 * Whether a request has a header more than once. Node keeps the first of two and silently drops the second; a proxy in front of the
 * service may have used the second. On the path of every request, so names are compared only when two have this length.
 */
export function isSentTwice({ raw: { rawHeaders } }: FastifyRequest, name: 'host' | 'authorization'): boolean {
  let asLong = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.length === name.length) asLong += 1;
  if (asLong < 2) return false;
  return rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === name).length > 1;
}
