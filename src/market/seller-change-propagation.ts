import type { Sql } from '../db/db.ts';
import type { ItemKey } from '../domain/market/item.ts';
import { firstBatch } from './board-rebuild.ts';
import { offersOfSeller } from './offer.ts';

/**
 * A change of a seller's facts touches every board that the seller stands on, which can be hundreds of thousands. It is
 * noted here, in the transaction that made it, and followed in pieces, in the order of the seller's SKUs: each piece is a
 * transaction, and a crash between two of them loses nothing.
 *
 * A seller whose facts change again on the way is not begun anew, or its last SKUs would never come: it goes on to the end
 * and then round once more to where it was (`until_sku`, `lap` 1). Who was served last waits longest, so that a large
 * seller does not keep the others waiting.
 */
export async function recordSellerChanges(tx: Sql, sellerIds: readonly string[], now: number): Promise<void> {
  await tx.many(
    `INSERT INTO seller_ripple (seller_id, marketplace_id, after_sku, until_sku, lap, served)
     SELECT k.column1, marketplace.marketplace_id, '', '', 0, k.column2
       FROM (VALUES {rows: text key, bigint}) AS k CROSS JOIN marketplace WHERE true
     ON CONFLICT (seller_id, marketplace_id) DO UPDATE SET until_sku = seller_ripple.after_sku, lap = 0`,
    sellerIds.map((id) => [id, now]),
  );
}

type Note = { seller_id: string; marketplace_id: string; after_sku: string; until_sku: string; lap: number };

/** The next items that a noted change reaches; moves on past them. Undefined when nothing is noted. */
export async function nextAffectedItems(tx: Sql, limit: number, now: number): Promise<ItemKey[] | undefined> {
  const note = await tx.get<Note>('SELECT * FROM seller_ripple ORDER BY served LIMIT 1');
  if (!note) return undefined;
  const { marketplace_id: marketplaceId, seller_id: sellerId } = note;
  const ahead = await offersOfSeller(tx, marketplaceId, sellerId, note.after_sku, limit);
  const wanted = note.lap === 0 ? ahead : ahead.filter(({ sku }) => sku <= note.until_sku);
  // A seller may have many SKUs on one item, whose board is made once for all of them.
  const items = [...new Set(wanted.map(({ item_id }) => item_id))];
  const reached = await firstBatch(
    tx,
    items.map((itemId) => ({ marketplaceId, itemId })),
  );
  const isReached = new Set(reached.map(({ itemId }) => itemId));
  const end = wanted.findIndex(({ item_id }) => !isReached.has(item_id));
  const last = wanted[(end < 0 ? wanted.length : end) - 1];
  if (last && (end >= 0 || wanted.length === limit)) await moveOn(tx, note, last.sku, 0, now);
  else if (note.lap === 0 && note.until_sku !== '') await moveOn(tx, note, '', 1, now);
  else
    await tx.run('DELETE FROM seller_ripple WHERE seller_id = $1 AND marketplace_id = $2', [sellerId, marketplaceId]);
  return reached;
}

function moveOn(tx: Sql, { seller_id, marketplace_id, lap }: Note, afterSku: string, laps: number, now: number) {
  return tx.run(
    'UPDATE seller_ripple SET after_sku = $3, lap = $4, served = $5 WHERE seller_id = $1 AND marketplace_id = $2',
    [seller_id, marketplace_id, afterSku, lap + laps, now],
  );
}
