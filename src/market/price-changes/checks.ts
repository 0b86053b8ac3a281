import type { Sql } from '../../db/db.ts';
import { type FeesInForce, netProceeds } from '../../domain/fees/net-proceeds.ts';
import type { OfferKey } from '../../domain/market/offer.ts';
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

/** What may refuse a change, and the costs of its listings as they are stored. */
export type Checks = { readonly refusalOf: Check; sealedCostOf(listing: OfferKey): string | undefined };

/** Reads everything that checks have to know about these listings, in the transaction that changes them. */
export async function readChecks(
  tx: Sql,
  positions: readonly ListingPosition[],
  { feesOf, limits, nowMs }: CheckContext,
): Promise<Checks> {
  const listings = positions.map(({ offer }) => offer);
  const [found, guard] = await together([limits.ofSellers(listings, tx), readGuard(tx, positions, nowMs)]);
  const byKey = new Map(found.map((one) => [keyText(offers.keyOf(one)), one]));
  const limitsOf = (listing: OfferKey) => byKey.get(keyText(offers.keyOf(listing)));
  return {
    refusalOf: (change) => {
      const { offer } = change.position;
      return refusalByLimits(change, limitsOf(offer)?.limits, feesOf(offer.marketplaceId)) ?? guard(change);
    },
    sealedCostOf: (listing) => limitsOf(listing)?.sealedCost,
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
