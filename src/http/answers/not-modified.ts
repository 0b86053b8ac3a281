import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';

/**
 * An empty 304 when the client already has the answer whose `ETag` is given (RFC 9110 13.1.2). Undefined when the
 * answer has to be sent.
 */
export function notModified(request: FastifyRequest, reply: FastifyReply, etag: string): FastifyReply | undefined {
  if (request.headers['if-none-match'] === undefined || !fresh(request.headers, { etag })) return undefined;
  // A stream has no `Content-Length`. Without it Fastify would send 0, but it must be the length of a 200 (RFC 9110 8.6).
  return request.method === 'HEAD' ? reply.code(304).send(Readable.from([])) : reply.code(304).send();
}
