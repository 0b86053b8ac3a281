import type { QuantityDiscount } from '../market/offer.ts';
import type { SeenOffer } from './offers.ts';

/** The lowest unit price that any discount gives from a quantity on. */
export type TierPrice = { quantityTier: number; listingMinor: number; shippingMinor: number };

/** More tiers would make the board as long as the list of offers. */
const MAX_TIERS = 20;

/** The discounts that lower the price: a business price may already be lower than a discount. */
export function discountsOf({ offer, listingMinor }: SeenOffer): readonly QuantityDiscount[] {
  const first = offer.quantityDiscounts[0];
  if (first === undefined || first.priceMinor < listingMinor) return offer.quantityDiscounts;
  return offer.quantityDiscounts.filter(({ priceMinor }) => priceMinor < listingMinor);
}

/**
 * The quantity tiers of several offers: one for each quantity at which the lowest landed price falls, starting below the
 * price of a single unit. A discount is not a tier when a smaller quantity already has the same or a lower price. Of equal
 * landed prices the lower listing price counts.
 */
export function tierPrices(offers: readonly SeenOffer[], unitLandedMinor: number): TierPrice[] {
  const candidates: TierPrice[] = [];
  for (const one of offers) {
    const { shippingMinor } = one;
    for (const { quantity, priceMinor } of discountsOf(one)) {
      candidates.push({ quantityTier: quantity, listingMinor: priceMinor, shippingMinor });
    }
  }
  candidates.sort(
    (a, b) => a.quantityTier - b.quantityTier || landed(a) - landed(b) || a.listingMinor - b.listingMinor,
  );
  const tiers: TierPrice[] = [];
  let lowest = unitLandedMinor;
  for (const tier of candidates) {
    if (landed(tier) >= lowest) continue;
    lowest = landed(tier);
    tiers.push(tier);
    if (tiers.length === MAX_TIERS) break;
  }
  return tiers;
}

function landed(tier: TierPrice): number {
  return tier.listingMinor + tier.shippingMinor;
}
