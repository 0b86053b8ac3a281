import type { QuantityDiscount } from '../market/offer.ts';
import type { SeenOffer } from './offers.ts';

/** The lowest price a unit that some discount gives from a quantity on. */
export type TierPrice = { quantityTier: number; listingMinor: number; shippingMinor: number };

/** A long stair of tiers helps nobody and would make the board as long as the list of offers. */
const MAX_STEPS = 20;

/** The discounts of an offer that are any: a business price may be lower than what was meant as a discount. */
export function discountsOf({ offer, listingMinor }: SeenOffer): readonly QuantityDiscount[] {
  const first = offer.quantityDiscounts[0];
  if (first === undefined || first.priceMinor < listingMinor) return offer.quantityDiscounts;
  return offer.quantityDiscounts.filter(({ priceMinor }) => priceMinor < listingMinor);
}

/**
 * What quantity discounts offers have between them, as a stair: a step for each quantity at which the lowest landed
 * price falls, down from that of a single unit. A discount that starts higher than a cheaper one is no step: who buys as
 * many already has the better price. Of equal landed prices the lower listing price is shown.
 */
export function tierPrices(offers: readonly SeenOffer[], unitLandedMinor: number): TierPrice[] {
  const tiers: TierPrice[] = [];
  for (const one of offers) {
    const { shippingMinor } = one;
    for (const { quantity, priceMinor } of discountsOf(one)) {
      tiers.push({ quantityTier: quantity, listingMinor: priceMinor, shippingMinor });
    }
  }
  tiers.sort((a, b) => a.quantityTier - b.quantityTier || landed(a) - landed(b) || a.listingMinor - b.listingMinor);
  const steps: TierPrice[] = [];
  let lowest = unitLandedMinor;
  for (const tier of tiers) {
    if (landed(tier) >= lowest) continue;
    lowest = landed(tier);
    steps.push(tier);
    if (steps.length === MAX_STEPS) break;
  }
  return steps;
}

function landed(tier: TierPrice): number {
  return tier.listingMinor + tier.shippingMinor;
}
