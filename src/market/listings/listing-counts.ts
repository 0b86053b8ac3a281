import type { Sql } from '../../db/db.ts';
import { andThen, type MaybePromise } from '../../domain/maybe-promise.ts';
import { OFFER_STATES, type OfferState } from '../../domain/pricing/offer-state.ts';

/** A state's listings are counted up to this number, so that a request costs some ten milliseconds at most. */
const MAX_COUNT = 10_000;

/** `isExact` is false when there are more than `count`, or may be: listings have no state until their board is first built. */
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
