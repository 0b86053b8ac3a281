import type { Problem } from '../domain/fault.ts';
import type { Marketplace } from '../domain/market/marketplace.ts';
import { decimalFromMinor, minorFromDecimal } from '../domain/money.ts';
import { Type } from './type.ts';

export const MoneyShape = Type.Named(
  'Money',
  'An amount of money.',
  {
    CurrencyCode: Type.String({ minLength: 1, description: 'ISO 4217.', examples: ['USD'] }),
    Amount: Type.Number({
      description: 'A decimal amount, with no more decimals than the currency has.',
      examples: [22.99],
    }),
  },
  { examples: [{ CurrencyCode: 'USD', Amount: 22.99 }] },
);

/** Money as the specification writes it (spec section 2). */
export type WireMoney = { CurrencyCode: string; Amount: number };

export function writeMoney(minor: number, currency: string): WireMoney {
  return { CurrencyCode: currency, Amount: decimalFromMinor(minor, currency) };
}

/** The amount in minor units, or what is wrong with it: it must be one of the marketplace's currency (decision 4). */
export function readMoney(
  { CurrencyCode, Amount }: WireMoney,
  field: string,
  { marketplaceId, currency }: Pick<Marketplace, 'marketplaceId' | 'currency'>,
): number | Problem {
  if (CurrencyCode !== currency) {
    const details = `${field}.CurrencyCode must be ${currency}, the currency of ${marketplaceId}.`;
    return { message: `${field}.CurrencyCode is not valid.`, details };
  }
  const minor = minorFromDecimal(Amount, currency);
  if (typeof minor === 'number') return minor;
  return { message: `${field}.Amount is not valid.`, details: `${field}.Amount ${minor}.` };
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
