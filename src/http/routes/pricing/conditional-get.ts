import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { Type } from 'typebox';

/**
 * JSON text with a strong `ETag`, to be sent; or 304 and nothing when the caller has exactly this text already (RFC 9110
 * 13.1.2): a program that asks again and again then costs almost nothing. The answer is the caller's own, and asked for
 * anew each time: prices change at any moment.
 */
export function conditionalReply(request: FastifyRequest, reply: FastifyReply, { text, etag }: TaggedAnswer) {
  const headers = conditionalHeaders(etag);
  void reply.headers(headers);
  if (request.headers['if-none-match'] !== undefined && fresh(request.headers, headers)) {
    // Of nothing that is a stream nobody says the length, which would have to be that of the answer itself (RFC 9110 8.6).
    return request.method === 'HEAD' ? reply.code(304).send(Readable.from([])) : reply.code(304).send();
  }
  void reply.type('application/json; charset=utf-8');
  return text;
}

/** An answer, and the tag that changes whenever it does. */
export type TaggedAnswer = { readonly text: string; readonly etag: string };

/** Not a secret and no proof: SHA-1 is the cheapest of the digests that two different answers do not share by chance. */
export const tagAnswer = (text: string): TaggedAnswer => ({ text, etag: `"${hash('sha1', text, 'base64url')}"` });

export const conditionalHeaders = (etag: string) => ({
  etag,
  'cache-control': 'private, no-cache',
  vary: 'authorization',
});

/** The header that such a route reads. */
export const ConditionalHeaders = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({ description: 'The ETag of the answer the caller has; 304 when it is still the answer.' }),
  ),
});

/** How such answers are documented: the success, and that nothing has changed. */
export function conditionalAnswers(shape: object) {
  const { description, examples } = shape as { description: string; examples: readonly unknown[] };
  return {
    200: {
      description,
      headers: { ETag: { type: 'string', description: 'Changes whenever the answer does. Send it as If-None-Match.' } },
      content: { 'application/json': { schema: shape, examples: { Success: { value: examples[0] } } } },
    },
    304: { type: 'null', description: 'The answer is still the one whose ETag was sent as If-None-Match.' },
  };
}
