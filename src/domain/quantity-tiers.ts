import type { SeenOffer } from './offers.ts';

/** The lowest price a unit that some discount gives from a quantity on. */
export type TierPrice = { quantityTier: number; listingMinor: number; shippingMinor: number };

/** A long stair of tiers helps nobody and would make the board as long as the list of offers. */
const MAX_STEPS = 20;

/**
 * What quantity discounts offers have between them, as a stair: a step for each quantity at which the lowest landed
 * price falls. A discount that starts higher than a cheaper one is no step: who buys as many already has the better
 * price. Of equal landed prices the lower listing price is shown.
 */
export function tierPrices(offers: readonly SeenOffer[]): TierPrice[] {
  const tiers: TierPrice[] = [];
  for (const { offer, shippingMinor } of offers) {
    for (const { quantity, priceMinor } of offer.quantityDiscounts) {
      tiers.push({ quantityTier: quantity, listingMinor: priceMinor, shippingMinor });
    }
  }
  tiers.sort((a, b) => a.quantityTier - b.quantityTier || landed(a) - landed(b) || a.listingMinor - b.listingMinor);
  const steps: TierPrice[] = [];
  let lowest = Number.POSITIVE_INFINITY;
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
