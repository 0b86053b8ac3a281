import type { FastifyRequest } from 'fastify';
import { Fault } from '../../../domain/fault.ts';
import type { IdempotentRequest } from '../../../domain/idempotent-request.ts';
import { sellerOf } from '../../guards/bearer.ts';

/** Undefined when the request has no key. Each pair of application and seller has its own keys. */
export function idempotentRequest(request: FastifyRequest, operation: string): IdempotentRequest | undefined {
  const key = request.headers['idempotency-key'] as string | undefined;
  if (key === undefined) return undefined;
  return { caller: `${request.caller?.clientId}\n${sellerOf(request)}`, operation, key, body: request.body };
}

export function createdThenDeleted(): Fault {
  return new Fault('Conflict', {
    message: 'The destination that this Idempotency-Key created has been deleted.',
    details: 'Use a new key to create a new destination.',
  });
}
