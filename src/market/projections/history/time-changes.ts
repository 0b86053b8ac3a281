import type { Db, Row, Sql } from '../../../db/db.ts';
import { type SweepPace, sweep } from '../../../db/sweep.ts';
import type { MaybePromise } from '../../../domain/maybe-promise.ts';
import { addQueuedHeldTime } from './buy-box-time.ts';
import { addQueuedSellerTime } from './seller-time.ts';

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

/** Changes that are added up in one transaction. On SQLite its statements block the event loop: 250 take 1 to 3 ms. */
const CHANGES_PER_BATCH = { sqlite: 250, postgres: 5_000 };

/** An import queues hundreds of thousands of changes. Requests that come meanwhile, and after it, must not notice. */
const MAX_SHARE = 1 / 10;

/** Adds all queued changes up, in batches with pauses. Returns how many. `clock`: only tests set it. */
export async function addUpAll(db: Db, signal?: AbortSignal, clock: Omit<SweepPace, 'maxShare'> = {}): Promise<number> {
  // Mostly there is none: then no transaction has to wait for other writers.
  const isEmpty = (await db.get('SELECT seller_id FROM seller_time_change LIMIT 1')) === undefined;
  const batch = () => db.transaction((tx) => addUpTimeChanges(tx, CHANGES_PER_BATCH[db.engine]));
  return isEmpty ? 0 : sweep([batch], signal, { ...clock, maxShare: MAX_SHARE });
}

const KEY = 'marketplace_id, seller_id, sku, item_id, at_ms';
const UP_TO = `(${KEY}) <= ($1, $2, $3, $4, $5)`;

/**
 * Adds queued changes up, at most `limit`. Returns how many. A fixed number of statements, whatever the limit: the store does the
 * sums. All statements of a transaction see the same rows, so a change that is committed meanwhile stays queued.
 */
export async function addUpTimeChanges(tx: Sql, limit: number): Promise<number> {
  const last = await lastOfBatch(tx, limit);
  if (last === undefined) return 0;
  await addQueuedSellerTime(tx, UP_TO, last);
  await addQueuedHeldTime(tx, UP_TO, last);
  return tx.run(`DELETE FROM seller_time_change WHERE ${UP_TO}`, last);
}

/** More than a batch of a load queues, which has at most twice its usual number of records. */
const CHANGES_PER_LOAD = 5_000;

/**
 * Adds up what a transaction of a load has queued, within it. The worker would do that with a commit for each 250 changes, and on
 * SQLite each of them stops the event loop of the API until the disk has written it, which takes long while a load writes, too.
 */
export async function addUpLoad(tx: Sql): Promise<void> {
  await addUpTimeChanges(tx, CHANGES_PER_LOAD);
}

type QueuedKey = { marketplace_id: string; seller_id: string; sku: string; item_id: string; at_ms: number };

/** The key up to which a batch goes, in the order of keys. Undefined: nothing is queued. */
async function lastOfBatch(tx: Sql, limit: number): Promise<Row | undefined> {
  const last =
    (await tx.get<QueuedKey>(`SELECT ${KEY} FROM seller_time_change ORDER BY ${KEY} LIMIT 1 OFFSET $1`, [limit - 1])) ??
    (await tx.get<QueuedKey>(
      `SELECT ${KEY} FROM seller_time_change ORDER BY ${KEY.replaceAll(',', ' DESC,')} DESC LIMIT 1`,
    ));
  return last && [last.marketplace_id, last.seller_id, last.sku, last.item_id, last.at_ms];
}
