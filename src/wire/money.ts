import { Type } from 'typebox';
import { decimalFromMinor, decimalsOf } from '../domain/money.ts';

export const MoneyShape = Type.Object(
  {
    CurrencyCode: Type.String({ minLength: 1, description: 'ISO 4217.', examples: ['USD'] }),
    Amount: Type.Number({
      description: 'A decimal amount, with no more decimals than the currency has.',
      examples: [22.99],
    }),
  },
  { title: 'Money', description: 'An amount of money.', examples: [{ CurrencyCode: 'USD', Amount: 22.99 }] },
);

/** Money as the specification writes it (spec section 2). */
export type WireMoney = { CurrencyCode: string; Amount: number };

export function writeMoney(minor: number, currency: string): WireMoney {
  return { CurrencyCode: currency, Amount: decimalFromMinor(minor, currency) };
}

/** Money in a sentence: `25.01 USD`. */
export function moneyText(minor: number, currency: string): string {
  return `${decimalFromMinor(minor, currency).toFixed(decimalsOf(currency) ?? 2)} ${currency}`;
}

export const priceFields = { LandedPrice: MoneyShape, ListingPrice: MoneyShape, Shipping: MoneyShape };

/** The three prices that always come together: `LandedPrice = ListingPrice + Shipping` (decision 4). */
export function writePrice(listingMinor: number, shippingMinor: number, currency: string) {
  return {
    LandedPrice: writeMoney(listingMinor + shippingMinor, currency),
    ListingPrice: writeMoney(listingMinor, currency),
    Shipping: writeMoney(shippingMinor, currency),
  };
}
