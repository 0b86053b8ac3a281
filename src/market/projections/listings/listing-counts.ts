import type { Sql } from '../../../db/db.ts';
import { andThen, type MaybePromise } from '../../../domain/maybe-promise.ts';
import { OFFER_STATES, type OfferState } from '../../../domain/pricing/offer-state.ts';
import { type ListingPlace, MAX_SCAN, type ScannedListing } from './listing-scan.ts';
import { ListingSearch, MAX_SEARCHED } from './listing-search.ts';

/** A state's listings are counted up to this number, so that a request costs some ten milliseconds at most. */
const MAX_COUNT = 10_000;

/**
 * `isExact` is false when there are more than `count`, or may be: listings have no state until their board is first built, and a search
 * compares a bounded number of listings.
 */
export type ListingCount = { state: OfferState; count: number; isExact: boolean };

const statement = OFFER_STATES.map(
  (state) => `SELECT '${state}' AS state, COUNT(*) AS listings FROM (SELECT sku FROM offer
    WHERE marketplace_id = $1 AND seller_id = $2 AND state = '${state}' LIMIT $3) AS counted`,
)
  .concat(
    `SELECT 'none' AS state, COUNT(*) AS listings FROM (SELECT sku FROM offer
    WHERE marketplace_id = $1 AND seller_id = $2 AND state IS NULL ORDER BY sku LIMIT 1) AS counted`,
  )
  .join(' UNION ALL ');

/** How many of a seller's listings are in each state, in the order of `OFFER_STATES`. */
export function readListingCounts(
  sql: Sql,
  marketplaceId: string,
  sellerId: string,
  max: number = MAX_COUNT,
): MaybePromise<ListingCount[]> {
  const rows = sql.all<{ state: OfferState | 'none'; listings: number }>(statement, [marketplaceId, sellerId, max + 1]);
  return andThen(rows, (found) => {
    const listingsIn = (state: OfferState | 'none') => found.find((row) => row.state === state)?.listings ?? 0;
    const allHaveState = listingsIn('none') === 0;
    return OFFER_STATES.map((state) => {
      const listings = listingsIn(state);
      return { state, count: Math.min(listings, max), isExact: allHaveState && listings <= max };
    });
  });
}

/**
 * How many of a seller's listings that match a query are in each state. Listings whose SKU or item ID is the query count wherever they
 * are; the others are searched in the order of SKUs.
 */
export async function countMatches(
  sql: Sql,
  marketplaceId: string,
  sellerId: string,
  query: string,
): Promise<ListingCount[]> {
  const filter = { marketplaceId, sellerId, sort: 'sku', descending: false, states: [] } as const;
  const search = new ListingSearch(sql, filter, query);
  const matches: ScannedListing[] = await search.exact(undefined);
  const hasExact = matches.length > 0;
  let place: ListingPlace | undefined;
  let isComplete = false;
  for (let searched = 0; searched < MAX_SEARCHED && !isComplete; ) {
    const size = Math.min(MAX_SCAN, MAX_SEARCHED - searched);
    const batch = await search.nextBatch(place, size);
    for (const { listing, isMatch, isExact } of batch) if (isMatch && !(isExact && hasExact)) matches.push(listing);
    isComplete = batch.length < size;
    searched += batch.length;
    place = batch.at(-1)?.listing;
  }
  const isExact = isComplete && matches.every(({ state }) => state !== null);
  const countOf = (state: OfferState) => matches.reduce((sum, one) => sum + Number(one.state === state), 0);
  return OFFER_STATES.map((state) => ({ state, count: countOf(state), isExact }));
}
