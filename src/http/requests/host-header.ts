import type { FastifyRequest } from 'fastify';
import { Fault } from '../../domain/fault.ts';
import { isSentTwice } from './repeated-header.ts';

/** The fault of a request whose `Host` is missing or sent twice (RFC 9112 3.2). */
export function hostFault(request: FastifyRequest): Fault | undefined {
  if (request.headers.host === undefined) return request.raw.httpVersion === '1.1' ? noHost() : undefined;
  return isSentTwice(request, 'host') ? twoHosts() : undefined;
}

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
