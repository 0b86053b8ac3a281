import type { FastifyRequest } from 'fastify';
import type { OperatorCaller } from '../../domain/audit/operator-caller.ts';

/** Whom the list and the audit log name: the person who signed in to the operator's console, or the application. */
export function operatorCallerOf(request: FastifyRequest): OperatorCaller {
  const { caller, ip: from, id: requestId } = request;
  const { memberId, clientId = 'unknown' } = caller ?? {};
  const who =
    memberId === undefined ? { type: 'client' as const, id: clientId } : { type: 'operator' as const, id: memberId };
  return { who, from, requestId };
}
