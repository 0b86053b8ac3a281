import type { OfferState } from '../pricing/offer-state.ts';
import type { Cause } from './market-event.ts';

/** What happened to the record of an offer on an item. Null: it was not, or is no longer, on this item. */
type OfferChange = { sellerId: string; before: OfferState | null; after: OfferState | null };

/** "Active" in the words of the events: customers can buy it. */
export const isOnSale = (state: OfferState | null): boolean => state !== null && state !== 'inactive';

const isEligible = (state: OfferState | null) => isOnSale(state) && state !== 'unhealthy';

/** What came together when a board was rebuilt. */
export type Occasions = {
  offers: readonly OfferChange[];
  /** The threshold of the item, or the facts of a seller, changed. */
  hasOtherEligibility: boolean;
  /** The date of an offer passed. */
  hasDatePassed: boolean;
  /** The decision before is of another version of the rules. */
  hasOtherRules: boolean;
  /** The changes were not looked at one by one: the board was stale. */
  wasStale: boolean;
};

/** Why the buy boxes of an item changed (decision 42). */
export function causeOf({ offers, hasOtherEligibility, hasDatePassed, hasOtherRules, wasStale }: Occasions): Cause {
  if (wasStale || offers.length > 1) return 'several';
  const causes: Cause[] = offers.map(causeOfChange);
  if (hasOtherEligibility) causes.push('eligibility');
  if (hasDatePassed) causes.push('clock');
  if (hasOtherRules) causes.push('rules');
  return causes.length === 1 ? (causes[0] as Cause) : 'several';
}

function causeOfChange({ before, after }: OfferChange): Cause {
  if (!isOnSale(before) && isOnSale(after)) return 'newOffer';
  if (isOnSale(before) && !isOnSale(after)) return 'offerEnded';
  return isEligible(before) === isEligible(after) ? 'priceChange' : 'eligibility';
}
