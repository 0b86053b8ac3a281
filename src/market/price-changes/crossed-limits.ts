import { feesInForce } from '../../domain/fees/net-proceeds.ts';
import type { TermsChange } from '../../domain/notifications/market-event.ts';
import { readListingPositions } from '../projections/boards/listing-position.ts';
import type { CrossedLimits } from '../projections/events/seller-part.ts';
import { feeSchedulesOf } from '../records/fee-schedule.ts';
import { offers } from '../records/offer.ts';
import { keyText } from '../records/record-table.ts';
import { refusalByLimits } from './checks.ts';
import type { ListingLimitsStore } from './listing-limits.ts';

/**
 * Which terms of the operator's records are beyond the limits of their sellers (decision 50): by the limits and fees when the event is
 * written, so that the operator's change does not wait for them. A net that cannot be estimated crosses nothing.
 */
export const crossedLimits =
  (store: ListingLimitsStore): CrossedLimits =>
  async (tx, changes, nowMs) => {
    const crossing = new Set<TermsChange>();
    if (changes.length === 0) return crossing;
    const limited = await store.ofSellers(changes, tx);
    if (limited.length === 0) return crossing;
    const positions = new Map(
      (await readListingPositions(tx, limited)).map((one) => [keyText(offers.keyOf(one.offer)), one]),
    );
    const schedules = await feeSchedulesOf(tx, new Set(limited.map(({ marketplaceId }) => marketplaceId)));
    const limitsOf = new Map(limited.map((one) => [keyText(offers.keyOf(one)), one.limits]));
    for (const { change, ...key } of changes) {
      const text = keyText(offers.keyOf(key));
      const position = positions.get(text);
      if (position === undefined) continue;
      const fees = feesInForce(schedules, key.marketplaceId, nowMs);
      const refusal = refusalByLimits({ position, after: change.after }, limitsOf.get(text), fees);
      if (refusal !== undefined && refusal.code !== 'NetUnknown') crossing.add(change);
    }
    return crossing;
  };
