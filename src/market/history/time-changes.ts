import type { Row, Sql } from '../../db/db.ts';
import { DAY_MS, dayOf } from '../../domain/day.ts';
import type { MaybePromise } from '../../domain/maybe-promise.ts';
import { addHeldTime } from './buy-box-time.ts';
import { addedTo, addSellerTime } from './seller-time.ts';

/** How many more of a seller's listings hold a buy box, and are on sale, from a moment on. */
export type TimeChange = {
  marketplaceId: string;
  sellerId: string;
  sku: string;
  /** The item whose buy box the listing began or ceased to hold; empty for a change of the time on sale. */
  itemId: string;
  atMs: number;
  heldDelta: number;
  onSaleDelta: number;
};

const insertChanges = `INSERT INTO seller_time_change (marketplace_id, seller_id, sku, item_id, day, held_delta, held_moment_ms,
       on_sale_delta, on_sale_moment_ms, observed_ms)
     VALUES {rows: text key, text key, text key, text key, bigint key, bigint, bigint, bigint, bigint, bigint}
     ON CONFLICT (marketplace_id, seller_id, sku, item_id, day) DO UPDATE SET ${addedTo('seller_time_change')}`;

/**
 * Queues changes of times; `addUpTimeChanges` adds them to the sums in the background, and readers of the sums add the queued
 * ones. Transactions on different items of one seller write different rows: they do not wait for each other. A seller's
 * changes of the time on sale become one row.
 */
export function queueTimeChanges(tx: Sql, changes: readonly TimeChange[]): MaybePromise<unknown> {
  if (changes.length === 0) return undefined;
  const sums = new Map<string, TimeChange>();
  for (const change of changes) {
    const { marketplaceId, sellerId, sku, itemId, atMs } = change;
    const text = `${marketplaceId}\n${sellerId}\n${itemId === '' ? '' : sku}\n${itemId}\n${atMs}`;
    const sum = sums.get(text);
    if (sum === undefined) sums.set(text, { ...change });
    else {
      sum.heldDelta += change.heldDelta;
      sum.onSaleDelta += change.onSaleDelta;
    }
  }
  const rows: Row[] = [];
  for (const { marketplaceId, sellerId, sku, itemId, atMs, heldDelta, onSaleDelta } of sums.values()) {
    if (heldDelta === 0 && onSaleDelta === 0) continue;
    const moment = atMs % DAY_MS;
    const held = [heldDelta, heldDelta * moment];
    const onSale = [onSaleDelta, onSaleDelta * moment];
    rows.push([marketplaceId, sellerId, sku, itemId, dayOf(atMs), ...held, ...onSale, atMs]);
  }
  return tx.many(insertChanges, rows);
}

export async function hasTimeChanges(sql: Sql): Promise<boolean> {
  return (await sql.get('SELECT seller_id FROM seller_time_change LIMIT 1')) !== undefined;
}

type QueuedChange = {
  marketplace_id: string;
  seller_id: string;
  sku: string;
  item_id: string;
  day: number;
  held_delta: number;
  held_moment_ms: number;
  on_sale_delta: number;
  on_sale_moment_ms: number;
  observed_ms: number;
};

/** Adds queued changes up, at most `limit`. Returns how many. */
export async function addUpTimeChanges(tx: Sql, limit: number): Promise<number> {
  const queued = await tx.all<QueuedChange>(
    `SELECT marketplace_id, seller_id, sku, item_id, day, held_delta, held_moment_ms, on_sale_delta, on_sale_moment_ms, observed_ms
       FROM seller_time_change ORDER BY marketplace_id, seller_id, sku, item_id, day LIMIT $1`,
    [limit],
  );
  const last = queued.at(-1);
  if (last === undefined) return 0;
  const ofSellers = new Map<string, Row>();
  const ofListings: Row[] = [];
  for (const { marketplace_id, seller_id, item_id, sku, day, held_delta, held_moment_ms, ...row } of queued) {
    const text = `${marketplace_id}\n${seller_id}\n${day}`;
    const [, , , held = 0, heldMoment = 0, onSale = 0, onSaleMoment = 0, observed = row.observed_ms] = (ofSellers.get(
      text,
    ) ?? []) as number[];
    ofSellers.set(text, [
      marketplace_id,
      seller_id,
      day,
      held + held_delta,
      heldMoment + held_moment_ms,
      onSale + row.on_sale_delta,
      onSaleMoment + row.on_sale_moment_ms,
      Math.min(observed, row.observed_ms),
    ]);
    if (item_id !== '') ofListings.push([marketplace_id, item_id, seller_id, sku, day, held_delta, held_moment_ms]);
  }
  // Both statements see the same rows, so these are the ones that were read: a change that is committed meanwhile stays.
  await tx.run(
    `DELETE FROM seller_time_change WHERE (marketplace_id, seller_id, sku, item_id, day) <= ($1, $2, $3, $4, $5)`,
    [last.marketplace_id, last.seller_id, last.sku, last.item_id, last.day],
  );
  await addSellerTime(tx, [...ofSellers.values()]);
  await addHeldTime(tx, ofListings);
  return queued.length;
}
