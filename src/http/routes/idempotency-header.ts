import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../domain/authorization/rights.ts';
import { Fault } from '../../domain/fault.ts';
import type { IdempotentRequest } from '../../domain/idempotent-request.ts';
import { Type } from '../../wire/type.ts';
import { list } from '../answers/envelope.ts';
import { answerOf } from '../answers/error-variants.ts';

/** The header of a route that accepts idempotency keys (decision 7). */
export const idempotencyHeader = {
  'idempotency-key': Type.Optional.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[!-~]+$',
    description:
      'Visible ASCII, up to 255 characters, such as a UUID. Requests with the same key and body within 24 h take effect once.',
    examples: ['7d4f6a3e-3c0e-4d8b-9a55-2f6f0f1f7c11'],
  }),
};

/** Marks the answer to a repeated request. */
export const replayedHeader = {
  'Idempotency-Replayed': {
    type: 'string',
    description: 'true when this is the answer to an earlier request with the same Idempotency-Key.',
    examples: ['true'],
  },
};

export const idempotencyAnswers = { 422: answerOf('IdempotencyConflict', list) };

/** Undefined when the request has no key. Each pair of application and seller has its own keys. */
export function idempotentRequest(request: FastifyRequest, operation: string): IdempotentRequest | undefined {
  const key = request.headers['idempotency-key'] as string | undefined;
  if (key === undefined) return undefined;
  const { clientId, sellerId } = request.caller as Caller;
  return { caller: `${clientId}\n${sellerId}`, operation, key, body: request.body };
}

export function markReplayed(reply: FastifyReply): void {
  void reply.header('idempotency-replayed', 'true');
}

export function keyReused(): Fault {
  return new Fault('IdempotencyConflict', {
    message: 'The Idempotency-Key was used for another request.',
    details: 'The body is not the one that the key was first sent with. Use a new key for a new request.',
  });
}
