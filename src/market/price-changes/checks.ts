import type { Sql } from '../../db/db.ts';
import { type FeesInForce, netProceeds } from '../../domain/fees/net-proceeds.ts';
import { limitRefusal, type NetOf } from '../../domain/price-changes/limit-check.ts';
import type { ListingLimits } from '../../domain/price-changes/limits.ts';
import type { Refusal } from '../../domain/price-changes/receipt.ts';
import type { ListingPosition } from '../projections/boards/listing-position.ts';
import type { ChangeToCheck, Check } from './check.ts';
import { readGuard } from './guard.ts';
import type { ListingLimitsStore } from './listing-limits.ts';

/** What checks read and count with. */
export type CheckContext = {
  readonly fees: FeesInForce;
  readonly limits: ListingLimitsStore;
  readonly nowMs: number;
};

/** What may refuse a change, with everything that it has to know about these listings, read in the transaction that changes them. */
export async function readChecks(
  tx: Sql,
  positions: readonly ListingPosition[],
  { fees, limits, nowMs }: CheckContext,
): Promise<Check> {
  const found = await limits.of(
    positions.map(({ offer }) => offer),
    'with cost',
    tx,
  );
  const guard = await readGuard(tx, positions, nowMs);
  return (change) => refusalByLimits(change, found.get(change.position.offer.sku), fees) ?? guard(change);
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
