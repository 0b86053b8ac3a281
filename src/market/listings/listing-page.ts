import type { Sql } from '../../db/db.ts';
import { compareCodePoints } from '../../domain/code-points.ts';
import { andThen, type MaybePromise } from '../../domain/maybe-promise.ts';
import { containing } from '../../domain/text-search.ts';
import { Turns } from '../../domain/turns.ts';
import {
  type ListingFilter,
  type ListingPlace,
  MAX_SCAN,
  type ScannedListing,
  scanListings,
  valueColumn,
} from './listing-scan.ts';

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

/** Of all searches in progress. */
const turns = new Turns(setImmediate);

/** Listings that are compared with a query for one page: about 10 ms, in pieces of 2 ms. */
export const MAX_SEARCHED = 2_000;
/** A query that more listings match exactly (a seller with this many SKUs on one item) is searched for like any other. */
export const MAX_EXACT = 500;

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
  const exact = start === undefined || start.part === 'exact' ? await exactMatches(sql, request, query) : [];
  // A query that the first page searched like any other stays one.
  const part = start?.part === 'all' || (start === undefined && exact.length === 0) ? 'all' : 'rest';
  if (exact.length > limit) return firstOf(exact, limit, 'exact');
  const after = start?.part === 'exact' ? undefined : start?.after;
  return searchRest(sql, request, { part, ...(after && { after }) }, query, exact);
}

/**
 * The listings whose SKU or item ID is the query, in the order of the filter; none when there are very many. They are found by
 * key, however many listings the seller has.
 */
async function exactMatches(sql: Sql, request: ListingPageRequest, query: string): Promise<ScannedListing[]> {
  const { marketplaceId, sellerId, states, descending, start } = request;
  const columns = `sku, item_id, state, ${valueColumn(request)} AS value`;
  const found = await sql.all<ScannedListing>(
    `SELECT ${columns} FROM offer WHERE marketplace_id = $1 AND seller_id = $2 AND sku = $3
     UNION ALL SELECT * FROM (SELECT ${columns} FROM offer
       WHERE marketplace_id = $1 AND item_id = $3 AND seller_id = $2 AND sku <> $3 LIMIT ${MAX_EXACT}) AS of_item`,
    [marketplaceId, sellerId, query],
  );
  if (found.length >= MAX_EXACT) return [];
  const sign = descending ? -1 : 1;
  const compare = (a: ListingPlace, b: ListingPlace) => sign * (a.value - b.value || compareCodePoints(a.sku, b.sku));
  const after = start?.after;
  return found
    .filter(({ state }) => states.length === 0 || state === null || states.includes(state))
    .filter((listing) => after === undefined || compare(listing, after) > 0)
    .sort(compare);
}

/** Compares a bounded number of listings with the query, from `start` on. `found` begins the page. */
async function searchRest(
  sql: Sql,
  request: ListingPageRequest,
  { part, after }: PageStart,
  query: string,
  found: ScannedListing[],
): Promise<ListingPage> {
  const isFound = containing(query);
  const listings = [...found];
  let place = after;
  // Who searches for a SKU or an item ID mostly wants that one only, and at once.
  const bound = found.length === 0 ? MAX_SEARCHED : MAX_SCAN;
  for (let searched = 0; searched < bound; ) {
    const size = Math.min(MAX_SCAN, bound - searched);
    // Searches of many requests must not hold up the others together.
    await turns.next();
    const scanned = await scanListings(sql, request, place, size);
    const titles = await titlesOf(sql, request.marketplaceId, scanned);
    for (const listing of scanned) {
      const isExact = listing.sku === query || listing.item_id === query;
      const texts = [listing.sku, listing.item_id, titles.get(listing.item_id) ?? ''];
      if (!(isExact && part === 'rest') && texts.some(isFound)) {
        if (listings.length === request.limit) return { listings, next: startAt(part, place) };
        listings.push(listing);
      }
      place = placeOf(listing);
    }
    if (scanned.length < size) return { listings };
    searched += scanned.length;
  }
  return { listings, next: startAt(part, place) };
}

const startAt = (part: PageStart['part'], after: ListingPlace | undefined): PageStart => ({
  part,
  ...(after && { after }),
});

/** The titles of the items of these listings. Items without a title are missing. */
async function titlesOf(
  sql: Sql,
  marketplaceId: string,
  listings: readonly ScannedListing[],
): Promise<Map<string, string | null>> {
  const itemIds = new Set(listings.map(({ item_id }) => item_id));
  const rows = await sql.many<{ item_id: string; title: string | null }>(
    `SELECT item.item_id, item.title FROM (VALUES {rows: text, text}) AS k
       JOIN item ON item.marketplace_id = k.column1 AND item.item_id = k.column2`,
    Array.from(itemIds, (itemId) => [marketplaceId, itemId]),
  );
  return new Map(rows.map(({ item_id, title }) => [item_id, title]));
}
