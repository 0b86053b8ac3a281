import type { OfferTerms } from './terms.ts';

/** A price that an offer's terms give to some buyers. */
export type PriceKind = {
  /** In a sentence: "the business price". */
  readonly name: string;
  /** With shipping. Not compared with list prices, which have none. */
  readonly isLanded: boolean;
  /** Undefined where the terms have no such price. */
  readonly of: (terms: OfferTerms) => number | undefined;
};

const LISTING: PriceKind = { name: 'the listing price', isLanded: false, of: (terms) => terms.listingPriceMinor };

/**
 * A changed shipping charge counts as what it adds to the price. One that is not set counts as 0, as for limits: to remove it and to
 * set another one is no way around a rule.
 */
const LANDED: PriceKind = {
  name: 'the price with shipping',
  isLanded: true,
  of: ({ listingPriceMinor, shippingMinor = 0 }) => listingPriceMinor + shippingMinor,
};

/** Without a business price, business buyers pay the listing price. */
const BUSINESS: PriceKind = {
  name: 'the business price',
  isLanded: false,
  of: ({ listingPriceMinor, businessPriceMinor }) => businessPriceMinor ?? listingPriceMinor,
};

const fromQuantity = (quantity: number): PriceKind => ({
  name: `the price from ${quantity} units`,
  isLanded: false,
  of: (terms) => {
    const reached = terms.quantityDiscounts.findLast((tier) => tier.quantity <= quantity);
    return reached?.priceMinor ?? BUSINESS.of(terms);
  },
});

/** The prices that differ between two terms. A price that one of them has under another name counts: what matters is what buyers pay. */
export function changedPrices(before: OfferTerms, after: OfferTerms): PriceKind[] {
  const tiers = [...before.quantityDiscounts, ...after.quantityDiscounts].map(({ quantity }) => quantity);
  const kinds = [LISTING, LANDED, BUSINESS, ...Array.from(new Set(tiers), fromQuantity)];
  return kinds.filter((kind) => kind.of(before) !== kind.of(after));
}
