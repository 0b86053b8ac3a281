import type { Sql } from '../../../db/db.ts';
import { andThen, type MaybePromise } from '../../../domain/maybe-promise.ts';
import { type ListingFilter, type ListingPlace, MAX_SCAN, type ScannedListing, scanListings } from './listing-scan.ts';
import { ListingSearch, MAX_SEARCHED } from './listing-search.ts';

/**
 * Where a page begins. `all`: the listings in the order of the filter. A search has two parts if some listings match exactly:
 * `exact` has these, `rest` the others. Without `after`, a part begins at its first listing.
 */
export type PageStart = { part: 'all' | 'exact' | 'rest'; after?: ListingPlace };

export type ListingPageRequest = ListingFilter & {
  /** Only listings whose SKU, item ID or title contains this text. */
  query?: string | undefined;
  /** Absent: the first page. */
  start?: PageStart | undefined;
  /** At most 100. */
  limit: number;
};

/** `next` is where the next page begins; absent on the last page. A page of a search can be short, or empty, before the last. */
export type ListingPage = { listings: ScannedListing[]; next?: PageStart };

export function readListingPage(sql: Sql, request: ListingPageRequest): MaybePromise<ListingPage> {
  const { query, start, limit } = request;
  if (query !== undefined) return search(sql, request, query);
  return andThen(scanListings(sql, request, start?.after, limit + 1), (found) => firstOf(found, limit, 'all'));
}

function firstOf(found: ScannedListing[], limit: number, part: PageStart['part']): ListingPage {
  const last = found.length > limit ? found[limit - 1] : undefined;
  if (last === undefined) return { listings: found };
  return { listings: found.slice(0, limit), next: { part, after: placeOf(last) } };
}

const placeOf = ({ value, sku }: ListingPlace): ListingPlace => ({ value, sku });

async function search(sql: Sql, request: ListingPageRequest, query: string): Promise<ListingPage> {
  const { start, limit } = request;
  const searched = new ListingSearch(sql, request, query);
  const exact = start === undefined || start.part === 'exact' ? await searched.exact(start?.after) : [];
  // A query that the first page searched like any other stays one.
  const part = start?.part === 'all' || (start === undefined && exact.length === 0) ? 'all' : 'rest';
  if (exact.length > limit) return firstOf(exact, limit, 'exact');
  const after = start?.part === 'exact' ? undefined : start?.after;
  return searchRest(searched, { part, ...(after && { after }) }, exact, limit);
}

/** Compares a bounded number of listings with the query, from `start` on. `found` begins the page. */
async function searchRest(
  search: ListingSearch,
  { part, after }: PageStart,
  found: ScannedListing[],
  limit: number,
): Promise<ListingPage> {
  const listings = [...found];
  let place = after;
  // Who searches for a SKU or an item ID mostly wants that one only, and at once.
  const bound = found.length === 0 ? MAX_SEARCHED : MAX_SCAN;
  for (let searched = 0; searched < bound; ) {
    const size = Math.min(MAX_SCAN, bound - searched);
    const batch = await search.nextBatch(place, size);
    for (const { listing, isMatch, isExact } of batch) {
      if (isMatch && !(isExact && part === 'rest')) {
        if (listings.length === limit) return { listings, next: startAt(part, place) };
        listings.push(listing);
      }
      place = placeOf(listing);
    }
    if (batch.length < size) return { listings };
    searched += batch.length;
  }
  return { listings, next: startAt(part, place) };
}

const startAt = (part: PageStart['part'], after: ListingPlace | undefined): PageStart => ({
  part,
  ...(after && { after }),
});
