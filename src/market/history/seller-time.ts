import type { Sql } from '../../db/db.ts';
import type { MaybePromise } from '../../domain/maybe-promise.ts';

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
