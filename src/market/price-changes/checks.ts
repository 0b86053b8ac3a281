import type { Sql } from '../../db/db.ts';
import { type FeesInForce, netProceeds } from '../../domain/fees/net-proceeds.ts';
import { together } from '../../domain/maybe-promise.ts';
import { limitRefusal, type NetOf } from '../../domain/price-changes/limit-check.ts';
import type { ListingLimits } from '../../domain/price-changes/limits.ts';
import type { Refusal } from '../../domain/price-changes/receipt.ts';
import type { ListingPosition } from '../projections/boards/listing-position.ts';
import { offers } from '../records/offer.ts';
import { keyText } from '../records/record-table.ts';
import type { ChangeToCheck, Check } from './check.ts';
import type { FeesOf } from './fees-of.ts';
import { readGuard } from './guard.ts';
import type { ListingLimitsStore } from './listing-limits.ts';

/** What checks read and count with. */
export type CheckContext = {
  readonly feesOf: FeesOf;
  readonly limits: ListingLimitsStore;
  readonly nowMs: number;
};

/** What may refuse a change, with everything that it has to know about these listings, read in the transaction that changes them. */
export async function readChecks(
  tx: Sql,
  positions: readonly ListingPosition[],
  { feesOf, limits, nowMs }: CheckContext,
): Promise<Check> {
  const listings = positions.map(({ offer }) => offer);
  const [found, guard] = await together([limits.ofSellers(listings, tx), readGuard(tx, positions, nowMs)]);
  const limitsOf = new Map(found.map((one) => [keyText(offers.keyOf(one)), one.limits]));
  return (change) => {
    const { offer } = change.position;
    const ofListing = limitsOf.get(keyText(offers.keyOf(offer)));
    return refusalByLimits(change, ofListing, feesOf(offer.marketplaceId)) ?? guard(change);
  };
}

export function refusalByLimits(
  { position: { offer, item, seller }, after }: Pick<ChangeToCheck, 'position' | 'after'>,
  limits: ListingLimits | undefined,
  fees: FeesInForce,
): Refusal | undefined {
  if (limits === undefined) return undefined;
  const unit = { item, plan: seller.plan, channel: offer.channel };
  const netOf: NetOf = (listingMinor, shippingMinor) => netProceeds(fees, unit, listingMinor, shippingMinor);
  return limitRefusal(limits, after, netOf, offer.currency);
}
