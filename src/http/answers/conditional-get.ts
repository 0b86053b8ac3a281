import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from '../../wire/type.ts';
import { notModified } from './not-modified.ts';
import { successWith } from './success.ts';

/**
 * Replies with JSON text and a strong `ETag`, or with an empty 304 when the client already has this text (RFC 9110 13.1.2):
 * polling then costs almost nothing. Caches must keep the answer private to the caller and revalidate it each time, because
 * prices change at any moment.
 */
export function conditionalReply(request: FastifyRequest, reply: FastifyReply, { text, etag }: TaggedAnswer) {
  void reply.headers(conditionalHeaders(etag));
  const unchanged = notModified(request, reply, etag);
  if (unchanged) return unchanged;
  void reply.type('application/json; charset=utf-8');
  return text;
}

/** An answer and its entity tag, which changes whenever the answer does. */
export type TaggedAnswer = { readonly text: string; readonly etag: string };

/** The tag protects nothing, so SHA-1 will do: it is the cheapest digest without accidental collisions. */
export const tagAnswer = (text: string): TaggedAnswer => ({ text, etag: `"${hash('sha1', text, 'base64url')}"` });

export const conditionalHeaders = (etag: string) => ({
  etag,
  'cache-control': 'private, no-cache',
  vary: 'authorization',
});

/** The request header of a conditional GET. */
export const ConditionalHeaders = Type.Object({
  'if-none-match': Type.Optional.String('The ETag of the answer that the client has. 304 when it is still current.'),
});

/** The documented answers of a conditional GET: 200 and 304. */
export function conditionalAnswers(shape: object, description: string, examples: Readonly<Record<string, unknown>>) {
  const etag = (text: string) => ({ ETag: { type: 'string', description: text } });
  return {
    200: successWith(
      ...([shape, description, examples] as const),
      etag('Changes whenever the answer does. Send it as If-None-Match with the next request.'),
    ),
    304: {
      type: 'null',
      description: 'The answer has not changed: its ETag is the one in If-None-Match.',
      headers: etag('The ETag of the answer that the client has. Send it again with the next request.'),
    },
  };
}
