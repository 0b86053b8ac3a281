import type { Row, Sql } from '../../../db/db.ts';
import { DAY_MS, dayOf } from '../../../domain/duration.ts';
import type { MaybePromise } from '../../../domain/maybe-promise.ts';
import { addHeldTime } from './buy-box-time.ts';
import { addSellerTime } from './seller-time.ts';

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
    if (heldDelta !== 0 || onSaleDelta !== 0)
      rows.push([marketplaceId, sellerId, sku, itemId, atMs, heldDelta, onSaleDelta]);
  }
  return tx.many(
    `INSERT INTO seller_time_change (marketplace_id, seller_id, sku, item_id, at_ms, held_delta, on_sale_delta)
     VALUES {rows: text key, text key, text key, text key, bigint key, bigint, bigint}
     ON CONFLICT (marketplace_id, seller_id, sku, item_id, at_ms) DO UPDATE SET
       held_delta = seller_time_change.held_delta + excluded.held_delta,
       on_sale_delta = seller_time_change.on_sale_delta + excluded.on_sale_delta`,
    rows,
  );
}

export async function hasTimeChanges(sql: Sql): Promise<boolean> {
  return (await sql.get('SELECT seller_id FROM seller_time_change LIMIT 1')) !== undefined;
}

type QueuedChange = {
  marketplace_id: string;
  seller_id: string;
  sku: string;
  item_id: string;
  at_ms: number;
  held_delta: number;
  on_sale_delta: number;
};

/** Adds queued changes up, at most `limit`. Returns how many. */
export async function addUpTimeChanges(tx: Sql, limit: number): Promise<number> {
  const queued = await tx.all<QueuedChange>(
    `SELECT marketplace_id, seller_id, sku, item_id, at_ms, held_delta, on_sale_delta
       FROM seller_time_change ORDER BY marketplace_id, seller_id, sku, item_id, at_ms LIMIT $1`,
    [limit],
  );
  const ofSellers = new Map<string, Row>();
  const ofListings = new Map<string, Row>();
  for (const { marketplace_id, seller_id, item_id, sku, at_ms, held_delta, on_sale_delta } of queued) {
    const day = dayOf(at_ms);
    const moment = at_ms % DAY_MS;
    const text = `${marketplace_id}\n${seller_id}\n${day}`;
    const [, , , held = 0, heldMoment = 0, onSale = 0, onSaleMoment = 0, observed = at_ms] = (ofSellers.get(text) ??
      []) as number[];
    ofSellers.set(text, [
      marketplace_id,
      seller_id,
      day,
      held + held_delta,
      heldMoment + held_delta * moment,
      onSale + on_sale_delta,
      onSaleMoment + on_sale_delta * moment,
      Math.min(observed, at_ms),
    ]);
    if (item_id === '') continue;
    const listing = `${text}\n${item_id}\n${sku}`;
    const [, , , , , delta = 0, deltaMoment = 0] = (ofListings.get(listing) ?? []) as number[];
    const sums = [delta + held_delta, deltaMoment + held_delta * moment];
    ofListings.set(listing, [marketplace_id, item_id, seller_id, sku, day, ...sums]);
  }
  const last = queued.at(-1);
  if (last === undefined) return 0;
  // Both statements see the same rows, so these are the ones that were read: a change that is committed meanwhile stays.
  await tx.run(
    `DELETE FROM seller_time_change WHERE (marketplace_id, seller_id, sku, item_id, at_ms) <= ($1, $2, $3, $4, $5)`,
    [last.marketplace_id, last.seller_id, last.sku, last.item_id, last.at_ms],
  );
  await addSellerTime(tx, [...ofSellers.values()]);
  await addHeldTime(tx, [...ofListings.values()]);
  return queued.length;
}
