import { decimalFromMinor } from '../../domain/money.ts';

/** Money as the specification writes it (spec section 2). */
export type WireMoney = { CurrencyCode: string; Amount: number };

export function writeMoney(minor: number, currency: string): WireMoney {
  return { CurrencyCode: currency, Amount: decimalFromMinor(minor, currency) };
}

/** The three prices that always come together: `LandedPrice = ListingPrice + Shipping` (decision 4). */
export function writePrice(listingMinor: number, shippingMinor: number, currency: string) {
  return {
    LandedPrice: writeMoney(listingMinor + shippingMinor, currency),
    ListingPrice: writeMoney(listingMinor, currency),
    Shipping: writeMoney(shippingMinor, currency),
  };
}
