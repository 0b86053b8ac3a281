import type { FastifyRequest } from 'fastify';
import { Fault } from '../../domain/fault.ts';

/**
 * The fault of a request whose `Host` is missing or sent twice (RFC 9112 3.2). Node keeps the first of two and silently
 * drops the second; a proxy in front of the service may have routed by the second.
 */
export function hostFault({ raw, headers }: FastifyRequest): Fault | undefined {
  if (headers.host === undefined) return raw.httpVersion === '1.1' ? noHost() : undefined;
  return hasTwoHosts(raw.rawHeaders) ? twoHosts() : undefined;
}

/** On the path of every request, so names are compared only when two have this length. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let asLong = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.length === HOST.length) asLong += 1;
  if (asLong < 2) return false;
  return rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === HOST).length > 1;
}

const HOST = 'host';

const noHost = () =>
  new Fault('InvalidInput', {
    message: 'The Host header is missing.',
    details: 'An HTTP/1.1 request names the host it is for (RFC 9112 3.2).',
  });

const twoHosts = () =>
  new Fault('InvalidInput', {
    message: 'The Host header was sent more than once.',
    details: 'A request names one host (RFC 9112 3.2).',
  });
