import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import type { ChangedBy } from '../../../domain/price-changes/wanted-change.ts';
import type { Market } from '../../../market/market.ts';
import type { LimitsScope } from '../../../market/price-changes/limits-table.ts';
import type {
  LimitsOutcome,
  LimitsToSet,
  NotPermitted,
  StoredLimits,
} from '../../../market/price-changes/listing-limits.ts';
import { limitsExample, limitsSetExample } from '../../../wire/pricing/examples/limits.ts';
import { noListing } from '../../../wire/pricing/no-product.ts';
import { LimitsAnswer, writeChanged, writeLimits } from '../../../wire/pricing/price-changes/limits.ts';
import { LimitsBody, LimitsQuery, readLimitsBody } from '../../../wire/pricing/price-changes/limits-request.ts';
import { SellerSkuShape } from '../../../wire/pricing/query.ts';
import { Type } from '../../../wire/type.ts';
import { list } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { successOf } from '../../answers/success.ts';
import { refusalOf, sellerOf } from '../../guards/bearer.ts';
import { checkMarketplace } from '../check-marketplace.ts';
import { costReadingOf } from './cost-reading.ts';
import { presentPrices, shownLimits } from './present-price.ts';
import { changedBy } from './price-changes.ts';

const params = Type.Object({ SellerSKU: SellerSkuShape });

const meaning = `Limits bind every change of prices by the seller's side, undo included. They do not bind the operator's records, and they
change no price: one that is outside stays until it is changed.`;

export const loosening = `Limits that permit less than before need no more than the right seller-api:pricing:write. To permit more, to remove a
limit and to name a Cost you need the right seller-api:limits:write, and the person behind the token must have signed in at most 600
seconds ago: otherwise 401 with insufficient_user_authentication (RFC 9470). An application's own token stands for no person.`;

/** Who sets limits: the audit log names them. */
type LimitsCaller = {
  readonly by: ChangedBy;
  readonly from: string;
  readonly operation: string;
  readonly requestId: string;
};

/** Sets limits, and records who changed some. */
export type SetLimits = (
  scope: LimitsScope,
  changes: readonly LimitsToSet[],
  mayLoosen: boolean,
  caller: LimitsCaller,
) => Promise<readonly LimitsOutcome[] | NotPermitted>;

/** What the routes of limits work with. */
export type LimitsService = {
  readonly market: Market;
  readonly setLimits: SetLimits;
  readonly consoleClientId?: string | undefined;
};

/** Decision 50. */
export const limitsRoutes = (service: LimitsService) => (scope: FastifyInstance) => {
  const { market } = service;
  scope.get('/listings/:SellerSKU/limits', {
    config: { right: 'seller-api:pricing:read' },
    schema: {
      operationId: 'getLimits',
      summary: 'Get the limits of a SKU',
      description: `The limits of one of the caller's listings. ${meaning}`,
      params,
      querystring: LimitsQuery,
      response: { 200: successOf(LimitsAnswer, 'The limits that are set.', limitsExample) },
    },
    handler: async (request) => {
      const { key, currency } = await listingOf(market, request);
      const { sku, ...scope } = key;
      const [stored] = await market.limits.stored([key], costReadingOf(request));
      if (stored === undefined && !(await market.listings.knownSkus([key])).has(sku))
        throw new Fault('NotFound', noListing(key.marketplaceId));
      return { payload: payloadOf(scope, stored ?? { sku, limits: {}, changedMs: 0 }, currency) };
    },
  });

  scope.put('/listings/:SellerSKU/limits', {
    config: { right: 'seller-api:pricing:write' },
    schema: {
      operationId: 'setLimits',
      summary: 'Set the limits of a SKU',
      description: `Replaces the limits of one of the caller's listings: one that is absent or null is removed. Cost stays as it is when it is
absent, because not every caller can read it; null removes it. ${meaning}\n\n${loosening}`,
      params,
      querystring: LimitsQuery,
      body: LimitsBody,
      response: { 200: successOf(LimitsAnswer, 'The limits are set.', limitsSetExample), ...looseningAnswers },
    },
    handler: async (request) => {
      const { key, currency } = await listingOf(market, request);
      const { sku, ...scope } = key;
      const wanted = readLimitsBody(request.body as Static<typeof LimitsBody>, { ...scope, currency });
      const outcomes = await setPermitted(service, request, scope, [{ sku, wanted }]);
      const [outcome] = outcomes;
      if (outcome === undefined || outcome.state === 'unknown')
        throw new Fault('NotFound', noListing(key.marketplaceId));
      const PresentPriceOutside = (await presentPrices(market, request, scope, outcomes))(outcome);
      const stored = { ...outcome, limits: shownLimits(outcome, request) };
      return { payload: { ...payloadOf(scope, stored, currency), PresentPriceOutside } };
    },
  });
};

const noToken = answerOf('Unauthorized', list);
const staleSignIn = answerOf('Unauthorized', list, {
  message: 'This operation needs a recent sign-in.',
  details: 'The person behind the access token must have signed in at most 600 seconds ago.',
}).content['application/json'].examples;

/** The 401 has two reasons here, and the 403 may name another right. */
export const looseningAnswers = {
  401: {
    description: 'No valid access token; or the limits would permit more, and the person did not sign in recently.',
    content: {
      'application/json': {
        ...noToken.content['application/json'],
        examples: { ...noToken.content['application/json'].examples, RecentSignIn: staleSignIn.Unauthorized },
      },
    },
  },
  403: answerOf('AccessDenied', list, { details: 'This operation needs the right seller-api:pricing:write.' }),
};

async function listingOf(market: Market, request: FastifyRequest) {
  const { SellerSKU: sku } = request.params as Static<typeof params>;
  const { MarketplaceId: marketplaceId } = request.query as Static<typeof LimitsQuery>;
  const { currency } = checkMarketplace(marketplaceId, await market.facts.marketplaces());
  return { key: { marketplaceId, sellerId: sellerOf(request), sku }, currency };
}

/** Throws a fault when the limits permit more than before, and the caller may not decide that. */
export async function setPermitted(
  { setLimits, consoleClientId }: LimitsService,
  request: FastifyRequest,
  scope: LimitsScope,
  changes: readonly LimitsToSet[],
): Promise<readonly LimitsOutcome[]> {
  const refusal = refusalOf(request, {
    right: 'seller-api:limits:write',
    what: 'To loosen or remove a limit, or to name a cost,',
  });
  const { operationId: operation = '' } = request.routeOptions.schema ?? {};
  const caller = { by: changedBy(request, consoleClientId), from: request.ip, operation, requestId: request.id };
  const outcomes = await setLimits(scope, changes, refusal === undefined, caller);
  if (!('loosened' in outcomes)) return outcomes;
  throw refusal ?? new Error('limits were refused to a caller that may loosen them');
}

const payloadOf = ({ marketplaceId }: LimitsScope, { sku, limits, changedMs }: StoredLimits, currency: string) => ({
  MarketplaceId: marketplaceId,
  SellerSKU: sku,
  ...writeLimits(limits, currency),
  LastChanged: writeChanged(changedMs),
});
