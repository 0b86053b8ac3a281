import type { FastifyRequest } from 'fastify';
import type { EstimateFailure } from '../../../domain/fees/estimate-input.ts';
import { type FeesInForce, feesInForce, netProceeds } from '../../../domain/fees/net-proceeds.ts';
import { limitRefusal, type NetOf } from '../../../domain/price-changes/limit-check.ts';
import type { ListingLimits } from '../../../domain/price-changes/limits.ts';
import type { Market } from '../../../market/market.ts';
import type { LimitsScope } from '../../../market/price-changes/limits-table.ts';
import type { LimitsOutcome } from '../../../market/price-changes/listing-limits.ts';
import type { ListingPosition } from '../../../market/projections/boards/listing-position.ts';
import { mayReadCosts } from './cost-reading.ts';
import { nextTurn } from './long-requests.ts';

/** Listings whose fees are estimated at once. */
const BATCH_SIZE = 50;

export type SetOutcome = Exclude<LimitsOutcome, { state: 'unknown' }>;

/** Which limit the present price of a listing breaks, in a sentence. Undefined: none, as far as the caller may know. */
export type OutsideOf = (outcome: SetOutcome) => string | undefined;

/** Without the cost, unless the caller may read it. */
export const shownLimits = ({ limits }: SetOutcome, request: FastifyRequest): ListingLimits =>
  mayReadCosts(request) ? limits : { ...limits, costMinor: undefined };

/**
 * Compares present prices with limits that were set. A caller that may not read the cost must not find it by trying limits, so its
 * minimum net is compared without the cost (decision 50). A net that cannot be estimated breaks nothing.
 */
export async function presentPrices(
  market: Market,
  request: FastifyRequest,
  { marketplaceId, sellerId }: LimitsScope,
  outcomes: readonly LimitsOutcome[],
): Promise<OutsideOf> {
  const { currency } = (await market.facts.marketplaces()).find((one) => one.marketplaceId === marketplaceId) ?? {};
  const fees = feesInForce(await market.facts.feeSchedules(), marketplaceId, market.now());
  const withNet = outcomes.filter((one) => one.state !== 'unknown' && one.limits.minimumNetMinor !== undefined);
  const positions = new Map<string, ListingPosition>();
  for (let from = 0; from < withNet.length; from += BATCH_SIZE) {
    if (from > 0) await nextTurn();
    const keys = withNet.slice(from, from + BATCH_SIZE).map(({ sku }) => ({ marketplaceId, sellerId, sku }));
    for (const one of await market.reader.listingPositions(keys)) positions.set(one.offer.sku, one);
  }
  return (outcome) => {
    if (outcome.terms === undefined || currency === undefined) return undefined;
    const netOf = netIn(positions.get(outcome.sku), fees);
    const refusal = limitRefusal(shownLimits(outcome, request), outcome.terms, netOf, currency);
    return refusal?.code === 'NetUnknown' ? undefined : refusal?.message;
  };
}

const REMOVED: EstimateFailure = { code: 'DataNotAvailable', message: 'There is no such offer.', reasons: [] };

/** Without a position the offer was removed meanwhile, and nothing has a net. */
const netIn =
  (position: ListingPosition | undefined, fees: FeesInForce): NetOf =>
  (listingMinor, shippingMinor) => {
    if (position === undefined) return REMOVED;
    const { item, seller, offer } = position;
    return netProceeds(fees, { item, plan: seller.plan, channel: offer.channel }, listingMinor, shippingMinor);
  };
