import { isObject } from '../../is-object.ts';
import { decimalFromMinor, decimalsOf, MAX_DECIMALS } from '../../money.ts';
import type { Offer } from '../offer.ts';
import { readDiscounts } from './offer.ts';
import { OFFER } from './offer-fields.ts';
import { type FieldProblem, RecordReading } from './reading.ts';

type Terms = Pick<Offer, 'listingPriceMinor' | 'shippingMinor' | 'businessPriceMinor' | 'quantityDiscounts'>;

/** The fields of offer records that are terms, with the same rules (decision 47). */
export function readOfferTerms(value: unknown, currency: string): Terms | { problems: FieldProblem[] } {
  if (!isObject(value)) return { problems: [{ field: '', reason: 'must be a JSON object' }] };
  const r = new RecordReading({ currencyOf: () => currency });
  r.currency = currency;
  r.decimals = decimalsOf(currency) ?? MAX_DECIMALS;
  const listingPriceMinor = r.money(OFFER.listingPrice, value.listingPrice);
  const shippingMinor = r.money(OFFER.shipping, value.shipping);
  const businessPriceMinor = r.money(OFFER.businessPrice, value.businessPrice);
  const quantityDiscounts = readDiscounts(r, value.quantityDiscounts);
  if (r.problems !== undefined) return { problems: r.problems };
  return {
    ...{ listingPriceMinor, quantityDiscounts },
    ...(shippingMinor !== undefined && { shippingMinor }),
    ...(businessPriceMinor !== undefined && { businessPriceMinor }),
  };
}

/** Amounts as offer records have them. `readOfferTerms` reads them back unchanged. */
export type WrittenTerms = {
  listingPrice: number;
  shipping?: number;
  businessPrice?: number;
  quantityDiscounts?: { quantity: number; price: number }[];
};

export function writeOfferTerms(terms: Terms, currency: string): WrittenTerms {
  const { shippingMinor, businessPriceMinor, quantityDiscounts } = terms;
  const amount = (minor: number) => decimalFromMinor(minor, currency);
  const tiers = quantityDiscounts.map(({ quantity, priceMinor }) => ({ quantity, price: amount(priceMinor) }));
  return {
    listingPrice: amount(terms.listingPriceMinor),
    ...(shippingMinor !== undefined && { shipping: amount(shippingMinor) }),
    ...(businessPriceMinor !== undefined && { businessPrice: amount(businessPriceMinor) }),
    ...(tiers.length > 0 && { quantityDiscounts: tiers }),
  };
}
