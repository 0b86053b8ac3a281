import type { Row, Sql } from '../../db/db.ts';
import { DAY_MS, dayOf } from '../../domain/day.ts';
import type { MaybePromise } from '../../domain/maybe-promise.ts';
import type { DaySum } from '../../domain/pricing/day-share.ts';

/** How many more of a seller's listings hold a buy box, and are on sale, from a moment on. */
export type SellerChange = {
  marketplaceId: string;
  sellerId: string;
  atMs: number;
  heldDelta: number;
  onSaleDelta: number;
};

/**
 * Queues changes of sellers' times; `seller-time-sums.ts` adds them up. They are inserted, never updated: transactions on
 * different items of one seller then do not wait for each other. Those of one seller and moment become one row.
 */
export function queueSellerChanges(tx: Sql, changes: readonly SellerChange[]): MaybePromise<unknown> {
  const sums = new Map<string, SellerChange>();
  for (const change of changes) {
    const text = `${change.marketplaceId}\n${change.sellerId}\n${change.atMs}`;
    const sum = sums.get(text);
    if (sum === undefined) sums.set(text, { ...change });
    else {
      sum.heldDelta += change.heldDelta;
      sum.onSaleDelta += change.onSaleDelta;
    }
  }
  const rows = [...sums.values()].filter(({ heldDelta, onSaleDelta }) => heldDelta !== 0 || onSaleDelta !== 0);
  return tx.many(
    `INSERT INTO seller_time_change (marketplace_id, seller_id, at_ms, held_delta, on_sale_delta)
     VALUES {rows: text, text, bigint, bigint, bigint}`,
    rows.map(({ marketplaceId, sellerId, atMs, heldDelta, onSaleDelta }) => [
      marketplaceId,
      sellerId,
      atMs,
      heldDelta,
      onSaleDelta,
    ]),
  );
}

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

export async function hasSellerChanges(sql: Sql): Promise<boolean> {
  return (await sql.get('SELECT id FROM seller_time_change LIMIT 1')) !== undefined;
}

/** Adds queued changes up, at most `limit`. Returns how many. */
export async function addUpSellerChanges(tx: Sql, limit: number): Promise<number> {
  const queued = await tx.all<{
    id: number;
    marketplace_id: string;
    seller_id: string;
    at_ms: number;
    held_delta: number;
    on_sale_delta: number;
  }>(
    `SELECT id, marketplace_id, seller_id, at_ms, held_delta, on_sale_delta FROM seller_time_change ORDER BY id LIMIT $1`,
    [limit],
  );
  const sums = new Map<string, Row>();
  for (const { marketplace_id, seller_id, at_ms, held_delta, on_sale_delta } of queued) {
    const day = dayOf(at_ms);
    const moment = at_ms % DAY_MS;
    const text = `${marketplace_id}\n${seller_id}\n${day}`;
    const [, , , held = 0, heldMoment = 0, onSale = 0, onSaleMoment = 0, observed = at_ms] = (sums.get(text) ??
      []) as number[];
    sums.set(text, [
      marketplace_id,
      seller_id,
      day,
      held + held_delta,
      heldMoment + held_delta * moment,
      onSale + on_sale_delta,
      onSaleMoment + on_sale_delta * moment,
      Math.min(observed, at_ms),
    ]);
  }
  // Both statements see the same rows, so these are the ones that were read: a change with a lower number that is committed
  // meanwhile stays.
  await tx.run('DELETE FROM seller_time_change WHERE id <= $1', [queued.at(-1)?.id ?? 0]);
  await tx.many(
    `INSERT INTO seller_time (marketplace_id, seller_id, day, held_delta, held_moment_ms, on_sale_delta, on_sale_moment_ms,
                              observed_ms)
     VALUES {rows: text key, text key, bigint key, bigint, bigint, bigint, bigint, bigint}
     ON CONFLICT (marketplace_id, seller_id, day) DO UPDATE SET
       held_delta = seller_time.held_delta + excluded.held_delta,
       held_moment_ms = seller_time.held_moment_ms + excluded.held_moment_ms,
       on_sale_delta = seller_time.on_sale_delta + excluded.on_sale_delta,
       on_sale_moment_ms = seller_time.on_sale_moment_ms + excluded.on_sale_moment_ms,
       observed_ms = CASE WHEN excluded.observed_ms < seller_time.observed_ms
                          THEN excluded.observed_ms ELSE seller_time.observed_ms END`,
    [...sums.values()],
  );
  return queued.length;
}
