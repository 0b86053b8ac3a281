import type { PageStart } from '../../../market/projections/listings/listing-page.ts';
import type { ListingFilter } from '../../../market/projections/listings/listing-scan.ts';
import { type PagedList, readPageToken, writePageToken } from '../page-token.ts';

/** What a token belongs to: the caller and the parameters that decide what the pages have. */
export type ListingsScope = ListingFilter & { query?: string | undefined };

const PARTS: readonly unknown[] = ['all', 'exact', 'rest'] satisfies PageStart['part'][];

/** A token for the start of the next page. */
export function writeListingsToken(scope: ListingsScope, { part, after }: PageStart): string {
  return writePageToken(listOf(scope), JSON.stringify(after === undefined ? [part] : [part, after.value, after.sku]));
}

/** Throws a fault when the token is not valid. */
export function readListingsToken(scope: ListingsScope, token: string): PageStart {
  return readPageToken(listOf(scope), token, startOf);
}

function startOf(text: string): PageStart | undefined {
  const [part, value, sku] = parsed(text);
  if (!PARTS.includes(part)) return undefined;
  if (value === undefined && sku === undefined) return { part: part as PageStart['part'] };
  if (!Number.isSafeInteger(value) || typeof sku !== 'string' || sku.includes('\0')) return undefined;
  return { part: part as PageStart['part'], after: { value: value as number, sku } };
}

function parsed(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

const listOf = ({ marketplaceId, sellerId, sort, descending, states, query }: ListingsScope): PagedList => ({
  scope: JSON.stringify([marketplaceId, sellerId, sort, descending, states, query ?? null]),
  sameParameters: ', with the same MarketplaceId, sort, order, state and query',
  checksum: 'first',
});
