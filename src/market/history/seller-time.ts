import type { Row, Sql } from '../../db/db.ts';
import type { MaybePromise } from '../../domain/maybe-promise.ts';
import type { DaySum } from '../../domain/pricing/day-share.ts';

/** The sums of a seller's listings, and since when they are counted. */
export type SellerSums = { observedMs: number; held: DaySum[]; onSale: DaySum[] };

type SumRow = {
  day: number;
  held_delta: number;
  held_moment_ms: number;
  on_sale_delta: number;
  on_sale_moment_ms: number;
  observed_ms: number;
};

const sumColumns = 'day, held_delta, held_moment_ms, on_sale_delta, on_sale_moment_ms, observed_ms';

/** Undefined when nothing of the seller was ever observed. One statement: a change is in one of the two tables. */
export async function sellerSums(sql: Sql, marketplaceId: string, sellerId: string): Promise<SellerSums | undefined> {
  const rows = await sql.all<SumRow>(
    `SELECT ${sumColumns} FROM seller_time WHERE marketplace_id = $1 AND seller_id = $2
     UNION ALL
     SELECT ${sumColumns} FROM seller_time_change WHERE marketplace_id = $1 AND seller_id = $2`,
    [marketplaceId, sellerId],
  );
  if (rows.length === 0) return undefined;
  const sums: SellerSums = { observedMs: Number.POSITIVE_INFINITY, held: [], onSale: [] };
  for (const { day, observed_ms, ...row } of rows) {
    sums.observedMs = Math.min(sums.observedMs, observed_ms);
    sums.held.push({ day, delta: row.held_delta, momentMs: row.held_moment_ms });
    sums.onSale.push({ day, delta: row.on_sale_delta, momentMs: row.on_sale_moment_ms });
  }
  return sums;
}

/** What an upsert sets, to add to the sums of a seller, or to the queued ones. */
export const addedTo = (table: string): string => `
       held_delta = ${table}.held_delta + excluded.held_delta,
       held_moment_ms = ${table}.held_moment_ms + excluded.held_moment_ms,
       on_sale_delta = ${table}.on_sale_delta + excluded.on_sale_delta,
       on_sale_moment_ms = ${table}.on_sale_moment_ms + excluded.on_sale_moment_ms,
       observed_ms = CASE WHEN excluded.observed_ms < ${table}.observed_ms
                          THEN excluded.observed_ms ELSE ${table}.observed_ms END`;

/** Adds to the sums of sellers. Rows: the key of a sum, and the sums. */
export function addSellerTime(tx: Sql, sums: readonly Row[]): MaybePromise<unknown> {
  return tx.many(
    `INSERT INTO seller_time (marketplace_id, seller_id, day, held_delta, held_moment_ms, on_sale_delta, on_sale_moment_ms,
                              observed_ms)
     VALUES {rows: text key, text key, bigint key, bigint, bigint, bigint, bigint, bigint}
     ON CONFLICT (marketplace_id, seller_id, day) DO UPDATE SET ${addedTo('seller_time')}`,
    sums,
  );
}
