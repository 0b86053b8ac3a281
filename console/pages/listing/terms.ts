import type { BoxExplanation } from 'marketplace-seller-sdk';
import { decimalText, toMinor } from '../../amounts.ts';
import { typedMinor } from '../../typed-amount.ts';

/** The terms that the seller tries, in minor units. Undefined: as they are. */
export type TriedTerms = { readonly price: number | undefined; readonly shipping: number | undefined };

/** From the address. What is no amount is ignored: the address may be written by hand. */
export function termsIn(query: URLSearchParams, decimals: number): TriedTerms {
  const read = (name: string) => typedMinor(query.get(name) ?? '', decimals);
  return { price: read('price'), shipping: read('shipping') };
}

/** Terms equal to the present ones are no question. */
export function changedTerms({ price, shipping }: TriedTerms, { Offer }: BoxExplanation, decimals: number): TriedTerms {
  const own = toMinor(Offer.ListingPrice.Amount, decimals);
  const ownShipping = Offer.Shipping && toMinor(Offer.Shipping.Amount, decimals);
  return { price: price === own ? undefined : price, shipping: shipping === ownShipping ? undefined : shipping };
}

/** As the API takes them; nothing for terms that stay. */
export function termsQuery(
  { price, shipping }: TriedTerms,
  decimals: number,
): { ListingPrice?: string; Shipping?: string } {
  return {
    ...(price === undefined ? {} : { ListingPrice: decimalText(price, decimals) }),
    ...(shipping === undefined ? {} : { Shipping: decimalText(shipping, decimals) }),
  };
}
