import type { FastifyRequest } from 'fastify';
import type {
  OperatorOperation,
  OperatorOperations,
  OperatorRefusal,
} from '../../../domain/accounts/operator-operations.ts';
import { Fault } from '../../../domain/fault.ts';
import type { Identity } from '../../../identity/identity.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { keyReused } from '../idempotency-header.ts';
import { operatorActorOf } from '../operator-caller.ts';

/** What every operation of this folder may answer beside the common errors. */
export const accountAnswers = { 501: answerOf('NotImplemented', list) };

/** Operations that change something want a person of the operator to have signed in a short time ago. Applications have no sign-in. */
export const CHANGES_ACCOUNTS = { right: 'operator:sellers:write', recentSignIn: 'of people' } as const;

/** Asks the provider for the operator who sends the request. Throws a fault when it refuses. */
export async function askOperatorOperation<Operation extends OperatorOperation>(
  identity: Identity,
  request: FastifyRequest,
  operation: Operation,
  asks: OperatorOperations[Operation]['asks'],
): Promise<OperatorOperations[Operation]['gives']> {
  const given = await identity.operate(operation, asks, operatorActorOf(request));
  if (isRefusal(given)) throw refusalFault(given);
  return given as OperatorOperations[Operation]['gives'];
}

const isRefusal = (given: object): given is OperatorRefusal => 'refused' in given;

function refusalFault(refusal: OperatorRefusal): Fault {
  if (refusal.refused === 'conflict') return new Fault('Conflict', refusal);
  if (refusal.refused === 'key reused') return keyReused();
  if (refusal.refused === 'missing')
    return new Fault('NotFound', {
      message: 'There is no such seller, account or application.',
      details: 'The identity provider knows nothing with this id. The lists of sellers and applications have the ids.',
    });
  return new Fault('NotImplemented', {
    message: 'The identity provider of this service does not support this.',
    details: 'Sellers, accounts and applications are managed at the identity provider that IDP_ISSUER names.',
  });
}
