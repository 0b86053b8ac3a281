import type { FastifyRequest } from 'fastify';
import type { OperatorActor } from '../../domain/accounts/operator-operations.ts';
import type { OperatorCaller } from '../../domain/audit/operator-caller.ts';

/** Whom the list and the audit log name: the person who signed in to the operator's console, or the application. */
export function operatorCallerOf(request: FastifyRequest): OperatorCaller {
  const { caller, ip: from, id: requestId } = request;
  const { memberId, clientId = 'unknown' } = caller ?? {};
  const who =
    memberId === undefined ? { type: 'client' as const, id: clientId } : { type: 'operator' as const, id: memberId };
  return { who, from, requestId };
}

/** The same for the identity provider, which knows whether the id is a person's. */
export const operatorActorOf = ({ caller, ip, id }: FastifyRequest): OperatorActor => ({
  id: caller?.memberId ?? caller?.clientId ?? 'unknown',
  from: ip,
  requestId: id,
});
