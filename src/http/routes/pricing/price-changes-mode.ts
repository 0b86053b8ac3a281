import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { type Caller, seesAllOfSeller } from '../../../domain/authorization/rights.ts';
import { Fault } from '../../../domain/fault.ts';
import type { Market } from '../../../market/market.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';

const OFF = {
  message: 'Price changes are switched off.',
  details:
    'The operator of this service keeps the prices elsewhere (PRICE_CHANGES is off). GET /sellers/v4/marketplaceParticipations tells when that changes.',
};

/** For `onRequest` of a route: the setting is for the whole installation, so nothing of the request is read (decision 47). */
export const mustBeOn =
  ({ priceChanges }: Pick<Market, 'priceChanges'>): onRequestHookHandler =>
  (_request, _reply, next) =>
    next(priceChanges.mode === 'off' ? new Fault('AccessDenied', OFF) : undefined);

/** The 403 of an operation of price changes. */
export const offAnswer = {
  403: answerOf('AccessDenied', list, {
    description: 'The token does not give the right that this operation needs, or price changes are switched off.',
    ...OFF,
  }),
};

/** The caller when it is an application that the seller authorized: it sees less of the changes of others (decision 53). */
export type DelegatedApplicationOf = (request: FastifyRequest) => string | undefined;

/** `consoleClientId` is the client that counts as the seller's own (decision 38). */
export const delegatedApplicationBy =
  (consoleClientId: string | undefined): DelegatedApplicationOf =>
  (request) => {
    const caller = request.caller as Caller;
    return seesAllOfSeller(caller, consoleClientId) ? undefined : caller.clientId;
  };
