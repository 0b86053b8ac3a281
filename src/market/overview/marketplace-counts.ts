import type { Sql } from '../../db/db.ts';
import { OFFER_STATES, type OfferState } from '../../domain/pricing/offer-state.ts';
import { STALE } from '../decisions/stored-items.ts';

/** Rows that are counted for one figure: an index is read for some ten milliseconds. */
const MAX_COUNTED = 100_000;
/** Sellers cost a look into the index each. */
const MAX_COUNTED_SELLERS = 10_000;

/** `isExact` is false when there are more. */
type BoundedCount = { readonly count: number; readonly isExact: boolean };

export type MarketplaceCounts = {
  readonly items: BoundedCount;
  readonly offers: BoundedCount;
  /** The offers that were counted, by state. Those whose board was never built have no state. */
  readonly states: Readonly<Record<OfferState | 'none', number>>;
  readonly sellers: BoundedCount;
};

/** One statement for each figure: between two of them other requests are served. */
export async function countMarketplace(sql: Sql, marketplaceId: string, max = MAX_COUNTED): Promise<MarketplaceCounts> {
  const items = await count(sql, marketplaceId, 'item', max);
  const states = await countStates(sql, marketplaceId, max);
  const offers = Object.values(states).reduce((sum, one) => sum + one, 0);
  return {
    items,
    offers: bounded(offers, max),
    states,
    sellers: await countSellers(sql, marketplaceId, Math.min(max, MAX_COUNTED_SELLERS)),
  };
}

async function count(sql: Sql, marketplaceId: string, table: 'item', max: number): Promise<BoundedCount> {
  const row = await sql.get<{ rows: number }>(
    `SELECT COUNT(*) AS rows FROM (SELECT 1 FROM ${table} WHERE marketplace_id = $1 LIMIT $2) AS counted`,
    [marketplaceId, max + 1],
  );
  return bounded(row?.rows ?? 0, max);
}

async function countStates(sql: Sql, marketplaceId: string, max: number): Promise<Record<OfferState | 'none', number>> {
  const counts = Object.fromEntries([...OFFER_STATES, 'none'].map((state) => [state, 0])) as Record<
    OfferState | 'none',
    number
  >;
  const rows = await sql.all<{ state: OfferState; rows: number }>(
    `SELECT state, COUNT(*) AS rows FROM (SELECT state FROM offer
       WHERE marketplace_id = $1 AND state IS NOT NULL ORDER BY marketplace_id, seller_id, state LIMIT $2) AS counted GROUP BY state`,
    [marketplaceId, max + 1],
  );
  for (const { state, rows: found } of rows) counts[state] = found;
  const left = max + 1 - rows.reduce((sum, one) => sum + one.rows, 0);
  const without = await sql.get<{ rows: number }>(
    `SELECT COUNT(*) AS rows FROM (SELECT 1 FROM offer
       WHERE marketplace_id = $1 AND state IS NULL ORDER BY marketplace_id, seller_id LIMIT $2) AS counted`,
    [marketplaceId, left],
  );
  counts.none = without?.rows ?? 0;
  return counts;
}

/** Goes from seller to seller in the key of offers, whatever number of offers each has. */
async function countSellers(sql: Sql, marketplaceId: string, max: number): Promise<BoundedCount> {
  const row = await sql.get<{ rows: number }>(
    `WITH RECURSIVE found (seller_id, n) AS (
       SELECT (SELECT seller_id FROM offer WHERE marketplace_id = $1 ORDER BY marketplace_id, seller_id, sku LIMIT 1), 1
       UNION ALL
       SELECT (SELECT offer.seller_id FROM offer WHERE offer.marketplace_id = $1 AND offer.seller_id > found.seller_id
         ORDER BY offer.marketplace_id, offer.seller_id, offer.sku LIMIT 1), found.n + 1
       FROM found WHERE found.seller_id IS NOT NULL AND found.n <= $2
     ) SELECT COUNT(seller_id) AS rows FROM found`,
    [marketplaceId, max],
  );
  return bounded(row?.rows ?? 0, max);
}

const bounded = (found: number, max: number): BoundedCount => ({ count: Math.min(found, max), isExact: found <= max });

/** Boards that wait to be rebuilt, because a change marked them or a date has passed, by marketplace: at most `MAX_COUNTED` in all. */
export async function countDueBoards(
  sql: Sql,
  nowMs: number,
  max = MAX_COUNTED,
): Promise<{ counts: ReadonlyMap<string, number>; isExact: boolean }> {
  const rows = await sql.all<{ marketplace_id: string; boards: number }>(
    `SELECT marketplace_id, COUNT(*) AS boards FROM (SELECT marketplace_id FROM board
       WHERE valid_until >= ${STALE} AND valid_until <= $1 ORDER BY valid_until LIMIT $2) AS due GROUP BY marketplace_id`,
    [nowMs, max],
  );
  const total = rows.reduce((sum, one) => sum + one.boards, 0);
  return { counts: new Map(rows.map((row) => [row.marketplace_id, row.boards])), isExact: total < max };
}
