import type { Row, Sql } from '../../../db/db.ts';
import { DAY_MS, dayOf } from '../../../domain/duration.ts';
import type { MaybePromise } from '../../../domain/maybe-promise.ts';
import type { DaySum } from '../../../domain/pricing/day-share.ts';

/** The sums of a seller's listings, and since when they are counted. */
export type SellerSums = { observedMs: number; held: DaySum[]; onSale: DaySum[] };

type SumRow = {
  at_ms: number | null;
  day: number | null;
  held_delta: number;
  held_moment_ms: number | null;
  on_sale_delta: number;
  on_sale_moment_ms: number | null;
  observed_ms: number;
};

/** Undefined when nothing of the seller was ever observed. One statement: a change is in one of the two tables. */
export async function sellerSums(sql: Sql, marketplaceId: string, sellerId: string): Promise<SellerSums | undefined> {
  const rows = await sql.all<SumRow>(
    `SELECT NULL AS at_ms, day, held_delta, held_moment_ms, on_sale_delta, on_sale_moment_ms, observed_ms
       FROM seller_time WHERE marketplace_id = $1 AND seller_id = $2
     UNION ALL
     SELECT at_ms, NULL, held_delta, NULL, on_sale_delta, NULL, at_ms
       FROM seller_time_change WHERE marketplace_id = $1 AND seller_id = $2`,
    [marketplaceId, sellerId],
  );
  if (rows.length === 0) return undefined;
  const sums: SellerSums = { observedMs: Number.POSITIVE_INFINITY, held: [], onSale: [] };
  for (const row of rows) {
    const atMs = row.at_ms ?? 0;
    const day = row.day ?? dayOf(atMs);
    const moment = atMs % DAY_MS;
    sums.observedMs = Math.min(sums.observedMs, row.observed_ms);
    sums.held.push({ day, delta: row.held_delta, momentMs: row.held_moment_ms ?? row.held_delta * moment });
    sums.onSale.push({ day, delta: row.on_sale_delta, momentMs: row.on_sale_moment_ms ?? row.on_sale_delta * moment });
  }
  return sums;
}

/** Adds the queued changes that `condition` selects to the sums of sellers. */
export function addQueuedSellerTime(tx: Sql, condition: string, params: Row): MaybePromise<unknown> {
  const sum = (term: string) => `CAST(SUM(${term}) AS BIGINT)`;
  return tx.run(
    `INSERT INTO seller_time (marketplace_id, seller_id, day, held_delta, held_moment_ms, on_sale_delta, on_sale_moment_ms,
                              observed_ms)
     SELECT marketplace_id, seller_id, at_ms / ${DAY_MS} AS day, ${sum('held_delta')}, ${sum(`held_delta * (at_ms % ${DAY_MS})`)},
            ${sum('on_sale_delta')}, ${sum(`on_sale_delta * (at_ms % ${DAY_MS})`)}, MIN(at_ms)
       FROM seller_time_change WHERE ${condition}
      GROUP BY marketplace_id, seller_id, at_ms / ${DAY_MS} ORDER BY marketplace_id, seller_id, day
     ON CONFLICT (marketplace_id, seller_id, day) DO UPDATE SET
       held_delta = seller_time.held_delta + excluded.held_delta,
       held_moment_ms = seller_time.held_moment_ms + excluded.held_moment_ms,
       on_sale_delta = seller_time.on_sale_delta + excluded.on_sale_delta,
       on_sale_moment_ms = seller_time.on_sale_moment_ms + excluded.on_sale_moment_ms,
       observed_ms = CASE WHEN excluded.observed_ms < seller_time.observed_ms
                          THEN excluded.observed_ms ELSE seller_time.observed_ms END`,
    params,
  );
}
