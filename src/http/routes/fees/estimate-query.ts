import type { FastifyRequest, preValidationHookHandler } from 'fastify';
import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import { isObject } from '../../../domain/is-object.ts';
import type { Marketplace } from '../../../domain/market/marketplace.ts';
import { readTime, TIME_RULE } from '../../../domain/time.ts';
import type { FeesRequest } from '../../../wire/fees/estimate-request.ts';
import { unknownMarketplace } from '../../../wire/marketplace-id.ts';
import { Type } from '../../../wire/type.ts';
import { nested } from '../../answers/envelope.ts';
import { answerOf } from '../../answers/error-variants.ts';
import { sellerOf } from '../../guards/bearer.ts';
import type { EstimateQuery } from './estimate.ts';

/** The query parameters of every fee endpoint. */
export const EstimateOptions = Type.Object({
  explain: Type.Optional.Boolean({ description: 'Whether each fee says why it is what it is.', examples: [true] }),
  asOf: Type.Optional.String(
    'Estimates with the fees in force at this date or time (RFC 3339), such as 2027-01-01. Default: now.',
  ),
});

/** The query parameters of an estimate for one item or listing. */
export const SingleEstimateOptions = Type.Object({
  MarketplaceId: Type.Optional.String({
    minLength: 1,
    description:
      'The marketplace, when FeesEstimateRequest does not name it. Default: the default marketplace. 400 when both name one and they differ.',
    examples: ['STORE_US'],
  }),
  ...EstimateOptions.properties,
});

/** Before the validation, which requires the field: a request without `MarketplaceId` has the one of the query. */
export const marketplaceFromQuery: preValidationHookHandler = (request, _reply, next) => {
  const { MarketplaceId } = request.query as { MarketplaceId?: unknown };
  if (typeof MarketplaceId === 'string') {
    const body = request.body as { FeesEstimateRequest?: unknown } | null;
    const inner = isObject(body) ? body.FeesEstimateRequest : undefined;
    if (isObject(inner)) (inner as { MarketplaceId?: unknown }).MarketplaceId ??= MarketplaceId;
  }
  next();
};

/** An unknown item or SKU is a result with `Error` (decision 17). */
export const noEndpoint = {
  404: answerOf('NotFound', nested, {
    description: 'The path is no endpoint. An unknown item or SKU is 200 with an `Error` in its result.',
    message: 'There is nothing at this path.',
    details: 'POST /products/fees/v4/item is no endpoint of this service. /docs lists those there are.',
  }),
};

/** What all estimates of one request have in common. */
export type SharedQuery = Pick<EstimateQuery, 'sellerId' | 'now' | 'asOfMs' | 'explain'>;

export function sharedQueryOf(request: FastifyRequest, now: () => number): SharedQuery {
  const { explain = false, asOf } = request.query as Static<typeof EstimateOptions>;
  const asOfMs = asOf === undefined ? undefined : readTime(asOf);
  if (asOf !== undefined && asOfMs === undefined) {
    throw new Fault('InvalidInput', {
      message: 'asOf is not valid.',
      details: `Query parameter asOf must be ${TIME_RULE}. Write the + of a time zone as %2B.`,
    });
  }
  return { sellerId: sellerOf(request), now: now(), asOfMs, explain };
}

/**
 * Decision 16: the marketplace of the request, else the one of the query, else the default one. Throws a fault when request and
 * query differ, or when the query names an unknown marketplace.
 */
export function marketplaceFor(
  request: FeesRequest | undefined,
  marketplaces: readonly Marketplace[],
  inQuery?: string,
): Marketplace | undefined {
  if (inQuery === undefined) return request ? request.marketplace : marketplaces.find(({ isDefault }) => isDefault);
  if (request && request.marketplace.marketplaceId !== inQuery) throw twoMarketplaces(request.marketplace, inQuery);
  const marketplace = marketplaces.find(({ marketplaceId }) => marketplaceId === inQuery);
  if (!marketplace) throw new Fault('InvalidInput', unknownMarketplace('MarketplaceId', inQuery, marketplaces));
  return marketplace;
}

const twoMarketplaces = ({ marketplaceId }: Marketplace, inQuery: string) =>
  new Fault('InvalidInput', {
    message: 'MarketplaceId is not valid.',
    details: `Query parameter MarketplaceId is ${inQuery}, but FeesEstimateRequest.MarketplaceId is ${marketplaceId}. Give one of them, or the same in both.`,
  });
