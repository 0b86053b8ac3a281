import type { Offer } from '../market/offer.ts';
import { MAX_MINOR } from '../money.ts';
import type { CustomerType } from '../vocabulary.ts';
import { landedOf } from './decision.ts';
import { highestLanded } from './expected-price.ts';
import { type Gate, gateNames, withoutThreshold } from './gates.ts';
import type { SeenOffer } from './offers.ts';
import { onTerms, type PlacedListing, type Standing, standingFor } from './standing.ts';

/**
 * How a new listing price is found. `match`: the landed price of the best eligible other offer. `beatBy`: that much below it.
 * `setTo`: this listing price. `win`: the highest listing price that wins, which is the expected price (decision 43).
 */
export type Strategy =
  | { type: 'match' }
  | { type: 'beatBy'; amountMinor: number }
  | { type: 'setTo'; listingMinor: number }
  | { type: 'win' };

/**
 * What a strategy would do. The price changes with `WOULD_WIN` and `WOULD_LOSE`. With the others it stays: `NOT_ELIGIBLE`: a
 * gate fails that no price passes. `NO_COMPETITION`: there is no other eligible offer to match, or every price wins. `BELOW_FLOOR`: the price of
 * the strategy is below the floor. `PRICE_OUT_OF_RANGE`: it is negative, or above the largest amount.
 */
type WhatIfStatus =
  | 'WOULD_WIN'
  | 'WOULD_LOSE'
  | 'NOT_ELIGIBLE'
  | 'NO_COMPETITION'
  | 'BELOW_FLOOR'
  | 'PRICE_OUT_OF_RANGE';

export type WhatIf = {
  status: WhatIfStatus;
  /**
   * The listing price of the strategy, applied or not. Undefined when the listing has nobody to match, or no shipping charge; of
   * `win` also when no price wins, or every price.
   */
  strategyMinor: number | undefined;
  present: SeenOffer<Offer>;
  winsNow: boolean;
  /** The offer at its new price; as it is when the price stays. */
  changed: SeenOffer<Offer>;
  wouldWin: boolean;
  /** The gates that fail at the new price. */
  reasons: Gate[];
  /** The landed price of the best eligible other offer. */
  rivalLandedMinor: number | undefined;
};

/**
 * Judges a listing as if it alone had the price of the strategy. It is the price that the type of customer sees. The result
 * is what the buy box rule would decide after the change, ties included.
 */
export function whatIf(
  listing: PlacedListing,
  customer: CustomerType,
  { strategy, floorMinor }: { strategy: Strategy; floorMinor?: number | undefined },
  now: number,
): WhatIf {
  const present = standingFor(listing, customer, now);
  const strategyMinor = listingPriceBy(strategy, present, listing.item.competitivePriceThresholdMinor);
  if (withoutThreshold(present.failing) !== 0) return resultOf('NOT_ELIGIBLE', strategyMinor, present);
  if (strategyMinor === undefined) return resultOf('NO_COMPETITION', undefined, present);
  if (strategyMinor < 0 || strategyMinor > MAX_MINOR) return resultOf('PRICE_OUT_OF_RANGE', strategyMinor, present);
  if (floorMinor !== undefined && strategyMinor < floorMinor) return resultOf('BELOW_FLOOR', strategyMinor, present);
  const offer = onTerms(listing.offer, customer, { listingMinor: strategyMinor });
  const changed = standingFor({ ...listing, offer }, customer, now);
  return resultOf(changed.wins ? 'WOULD_WIN' : 'WOULD_LOSE', strategyMinor, present, changed);
}

function listingPriceBy(
  strategy: Strategy,
  standing: Standing,
  thresholdMinor: number | undefined,
): number | undefined {
  if (strategy.type === 'setTo') return strategy.listingMinor;
  const { rival, seen } = standing;
  // Landed prices are compared: without a shipping charge nobody can say which listing price makes one.
  if (seen.offer.shippingMinor === undefined) return undefined;
  if (strategy.type === 'win') {
    const landedMinor = highestLanded(standing, thresholdMinor);
    if (landedMinor === undefined || withoutThreshold(standing.failing) !== 0) return undefined;
    return Math.min(landedMinor - seen.shippingMinor, MAX_MINOR);
  }
  if (rival === undefined) return undefined;
  return landedOf(rival) - seen.shippingMinor - (strategy.type === 'beatBy' ? strategy.amountMinor : 0);
}

function resultOf(
  status: WhatIfStatus,
  strategyMinor: number | undefined,
  present: Standing,
  changed: Standing = present,
): WhatIf {
  return {
    status,
    strategyMinor,
    present: present.seen,
    winsNow: present.wins,
    changed: changed.seen,
    wouldWin: changed.wins,
    reasons: gateNames(changed.failing),
    rivalLandedMinor: present.rival && landedOf(present.rival),
  };
}
