import type { Offer } from '../market/offer.ts';

/** What a seller may change about an offer (decision 47). Everything else of it is the operator's. */
export type OfferTerms = Pick<
  Offer,
  'listingPriceMinor' | 'shippingMinor' | 'businessPriceMinor' | 'quantityDiscounts'
>;

export function termsOf({
  listingPriceMinor,
  shippingMinor,
  businessPriceMinor,
  quantityDiscounts,
}: OfferTerms): OfferTerms {
  const terms: OfferTerms = { listingPriceMinor, quantityDiscounts };
  if (shippingMinor !== undefined) terms.shippingMinor = shippingMinor;
  if (businessPriceMinor !== undefined) terms.businessPriceMinor = businessPriceMinor;
  return terms;
}

export const equalTerms = (a: OfferTerms, b: OfferTerms): boolean =>
  JSON.stringify(termsOf(a)) === JSON.stringify(termsOf(b));

/**
 * The offer on other terms. Its members have the order of a record that was read (`market/records/offer.ts`): stored texts are
 * compared to see whether anything changed.
 */
export function withTerms(offer: Offer, terms: OfferTerms): Offer {
  const { handling, availableDateMs, shipsFrom, conditionNotes, points, regularPriceMinor, prime, startTimeMs } = offer;
  const { marketplaceId, sellerId, sku, itemId, currency, condition, subCondition, channel } = offer;
  const { availability, quantity, active } = offer;
  const { listingPriceMinor, quantityDiscounts } = terms;
  const changed: Offer = {
    ...{ marketplaceId, sellerId, sku, itemId, currency, condition, subCondition, channel },
    ...{ listingPriceMinor, quantityDiscounts, availability, quantity, active },
  };
  const { shippingMinor, businessPriceMinor } = terms;
  const rest = { handling, availableDateMs, shipsFrom, conditionNotes, points, regularPriceMinor, prime, startTimeMs };
  const optional = Object.entries({ shippingMinor, businessPriceMinor, ...rest });
  return Object.assign(changed, Object.fromEntries(optional.filter(([, value]) => value !== undefined)));
}
