import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import type { Marketplace } from '../../../domain/market/marketplace.ts';
import { readTime, TIME_RULE } from '../../../domain/time.ts';
import type { FeesRequest } from '../../../wire/fees/estimate-request.ts';
import { sellerOf } from '../../guards/bearer.ts';
import type { EstimateQuery } from './estimate.ts';

/** The query parameters of every fee endpoint. */
export const EstimateOptions = Type.Object({
  explain: Type.Optional(
    Type.Boolean({ description: 'Whether each fee says why it is what it is.', examples: [true] }),
  ),
  asOf: Type.Optional(
    Type.String({
      description: 'Estimates with the fees in force at this date or time (RFC 3339). Default: now.',
      examples: ['2027-01-01'],
    }),
  ),
});

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

/** Decision 16: without a request the estimate is for the default marketplace. */
export function marketplaceFor(
  request: FeesRequest | undefined,
  marketplaces: readonly Marketplace[],
): Marketplace | undefined {
  return request ? request.marketplace : marketplaces.find(({ isDefault }) => isDefault);
}
