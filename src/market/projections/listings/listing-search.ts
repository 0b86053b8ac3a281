import { Turns } from '../../../async/turns.ts';
import type { Sql } from '../../../db/db.ts';
import { compareCodePoints } from '../../../domain/code-points.ts';
import { containing } from '../../../domain/text-search.ts';
import {
  type ListingFilter,
  type ListingPlace,
  type ScannedListing,
  scanListings,
  valueColumn,
} from './listing-scan.ts';

/** Turns of all searches in progress. */
const turns = new Turns(setImmediate);

/** Listings that are compared with a query for one page, or to count: about 10 ms, in batches of 2 ms. */
export const MAX_SEARCHED = 2_000;
/** A query that more listings match exactly (a seller with this many SKUs on one item) is searched for like any other. */
export const MAX_EXACT = 500;

export type SearchedListing = {
  listing: ScannedListing;
  /** Whether its SKU, item ID or title contains the query. */
  isMatch: boolean;
  /** Whether its SKU or item ID is the query. */
  isExact: boolean;
};

/** A search for a text in a seller's listings, in the order of the filter. */
export class ListingSearch {
  readonly #sql: Sql;
  readonly #filter: ListingFilter;
  readonly #query: string;
  readonly #isFound: (text: string) => boolean;

  constructor(sql: Sql, filter: ListingFilter, query: string) {
    this.#sql = sql;
    this.#filter = filter;
    this.#query = query;
    this.#isFound = containing(query);
  }

  /** Compares the listings that follow `after`, at most `size`, which is at most `MAX_SCAN`. Fewer than `size` are the last ones. */
  async nextBatch(after: ListingPlace | undefined, size: number): Promise<SearchedListing[]> {
    // Searches of many requests must not hold up the others together.
    await turns.next();
    const scanned = await scanListings(this.#sql, this.#filter, after, size);
    const titles = await titlesOf(this.#sql, this.#filter.marketplaceId, scanned);
    return scanned.map((listing) => ({
      listing,
      isMatch: [listing.sku, listing.item_id, titles.get(listing.item_id) ?? ''].some(this.#isFound),
      isExact: listing.sku === this.#query || listing.item_id === this.#query,
    }));
  }

  /**
   * The listings whose SKU or item ID is the query, in the order of the filter, after a place; none when there are very many. They
   * are found by key, however many listings the seller has.
   */
  async exact(after: ListingPlace | undefined): Promise<ScannedListing[]> {
    const { marketplaceId, sellerId, states, descending } = this.#filter;
    const columns = `sku, item_id, state, ${valueColumn(this.#filter)} AS value`;
    const found = await this.#sql.all<ScannedListing>(
      `SELECT ${columns} FROM offer WHERE marketplace_id = $1 AND seller_id = $2 AND sku = $3
       UNION ALL SELECT * FROM (SELECT ${columns} FROM offer
         WHERE marketplace_id = $1 AND item_id = $3 AND seller_id = $2 AND sku <> $3 LIMIT ${MAX_EXACT}) AS of_item`,
      [marketplaceId, sellerId, this.#query],
    );
    if (found.length >= MAX_EXACT) return [];
    const sign = descending ? -1 : 1;
    const compare = (a: ListingPlace, b: ListingPlace) => sign * (a.value - b.value || compareCodePoints(a.sku, b.sku));
    return found
      .filter(({ state }) => states.length === 0 || state === null || states.includes(state))
      .filter((listing) => after === undefined || compare(listing, after) > 0)
      .sort(compare);
  }
}

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
