import type { ListingLimitsResult } from 'marketplace-seller-sdk';
import { changedLimits, limitsBody, NO_LIMITS, type TypedLimits } from '../typed-limits.ts';

/** Limits of listings, by SKU: what they have, or what is typed. */
export type LimitsBySku = ReadonlyMap<string, TypedLimits>;

export const limitsOf = (limits: LimitsBySku, sku: string): TypedLimits => limits.get(sku) ?? NO_LIMITS;

/** The SKUs for which something else is typed than they have. */
export const changedSkus = (typed: LimitsBySku, present: LimitsBySku, currency: string): string[] =>
  [...typed].flatMap(([sku, limits]) =>
    changedLimits(limits, limitsOf(present, sku), currency).length > 0 ? sku : [],
  );

/** What is sent for these listings. Undefined when an amount cannot be read. */
export function bodyOf(skus: readonly string[], typed: LimitsBySku, present: LimitsBySku, currency: string) {
  const listings = skus.flatMap((SellerSKU) => {
    const body = limitsBody(limitsOf(typed, SellerSKU), limitsOf(present, SellerSKU), currency);
    return body ? { SellerSKU, ...body } : [];
  });
  return listings.length === skus.length ? { listings } : undefined;
}

/** What is said about a listing after it was saved. */
export const savedNote = ({ status, PresentPriceOutside }: ListingLimitsResult): string => {
  if (status === 'INVALID_SKU') return 'Not saved: you have no such listing.';
  return PresentPriceOutside ? `Saved. Your present price is outside: ${PresentPriceOutside}` : 'Saved.';
};
