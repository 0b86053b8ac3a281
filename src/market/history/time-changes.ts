import type { Row, Sql } from '../../db/db.ts';
import { DAY_MS, dayOf } from '../../domain/day.ts';
import type { MaybePromise } from '../../domain/maybe-promise.ts';
import { addHeldTime } from './buy-box-time.ts';
import { addSellerTime } from './seller-time.ts';

/** How many more of a seller's listings hold a buy box, and are on sale, from a moment on. */
export type TimeChange = {
  marketplaceId: string;
  sellerId: string;
  /** The listing that began or ceased to hold its buy box. */
  listing?: { itemId: string; sku: string };
  atMs: number;
  heldDelta: number;
  onSaleDelta: number;
};

/**
 * Queues changes of times; `addUpTimeChanges` adds them to the sums in the background, and readers of the sums add the queued
 * ones. They are inserted, never updated: transactions on different items of one seller then do not wait for each other.
 * Those of one listing and moment become one row, and those of a seller's times on sale.
 */
export function queueTimeChanges(tx: Sql, changes: readonly TimeChange[]): MaybePromise<unknown> {
  const sums = new Map<string, TimeChange>();
  for (const change of changes) {
    const { itemId = '', sku = '' } = change.listing ?? {};
    const text = `${change.marketplaceId}\n${change.sellerId}\n${itemId}\n${sku}\n${change.atMs}`;
    const sum = sums.get(text);
    if (sum === undefined) sums.set(text, { ...change });
    else {
      sum.heldDelta += change.heldDelta;
      sum.onSaleDelta += change.onSaleDelta;
    }
  }
  const rows: Row[] = [];
  for (const { marketplaceId, sellerId, listing, atMs, heldDelta, onSaleDelta } of sums.values()) {
    if (heldDelta === 0 && onSaleDelta === 0) continue;
    rows.push([marketplaceId, sellerId, listing?.itemId ?? null, listing?.sku ?? null, atMs, heldDelta, onSaleDelta]);
  }
  return tx.many(
    `INSERT INTO seller_time_change (marketplace_id, seller_id, item_id, sku, at_ms, held_delta, on_sale_delta)
     VALUES {rows: text, text, text, text, bigint, bigint, bigint}`,
    rows,
  );
}

export async function hasTimeChanges(sql: Sql): Promise<boolean> {
  return (await sql.get('SELECT id FROM seller_time_change LIMIT 1')) !== undefined;
}

type QueuedChange = {
  id: number;
  marketplace_id: string;
  seller_id: string;
  item_id: string | null;
  sku: string | null;
  at_ms: number;
  held_delta: number;
  on_sale_delta: number;
};

/** Adds queued changes up, at most `limit`. Returns how many. */
export async function addUpTimeChanges(tx: Sql, limit: number): Promise<number> {
  const queued = await tx.all<QueuedChange>(
    `SELECT id, marketplace_id, seller_id, item_id, sku, at_ms, held_delta, on_sale_delta
       FROM seller_time_change ORDER BY id LIMIT $1`,
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
    if (item_id === null || sku === null) continue;
    const listing = `${text}\n${item_id}\n${sku}`;
    const [, , , , , delta = 0, deltaMoment = 0] = (ofListings.get(listing) ?? []) as number[];
    const sums = [delta + held_delta, deltaMoment + held_delta * moment];
    ofListings.set(listing, [marketplace_id, item_id, seller_id, sku, day, ...sums]);
  }
  // These statements see the same rows, so these are the ones that were read: a change with a lower number that is committed
  // meanwhile stays.
  await tx.run('DELETE FROM seller_time_change WHERE id <= $1', [queued.at(-1)?.id ?? 0]);
  await addSellerTime(tx, [...ofSellers.values()]);
  await addHeldTime(tx, [...ofListings.values()]);
  return queued.length;
}
