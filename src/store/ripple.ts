import type { ItemKey } from '../domain/item.ts';
import type { Sql } from './db.ts';
import { offersOfSeller } from './offer.ts';

/**
 * A change of a seller's facts touches every board that the seller stands on, which can be hundreds of thousands. It is
 * noted here, in the transaction that made it, and followed in pieces: each piece is a transaction, and a crash between
 * two of them loses nothing.
 */
export async function rippleSellers(tx: Sql, sellerIds: readonly string[]): Promise<void> {
  await tx.many(
    `INSERT INTO seller_ripple (seller_id, marketplace_id, after_sku)
     SELECT k.column1, marketplace.marketplace_id, '' FROM (VALUES {rows: text key}) AS k CROSS JOIN marketplace WHERE true
     ON CONFLICT (seller_id, marketplace_id) DO UPDATE SET after_sku = ''`,
    sellerIds.map((id) => [id]),
  );
}

/** The next items that a noted change reaches, at most `limit`; moves on past them. Empty when nothing is noted. */
export async function nextRipple(tx: Sql, limit: number): Promise<ItemKey[] | undefined> {
  const note = await tx.get<{ seller_id: string; marketplace_id: string; after_sku: string }>(
    'SELECT seller_id, marketplace_id, after_sku FROM seller_ripple ORDER BY seller_id, marketplace_id LIMIT 1',
  );
  if (!note) return undefined;
  const reached = await offersOfSeller(tx, note.marketplace_id, note.seller_id, note.after_sku, limit);
  const last = reached.at(-1);
  if (last && reached.length === limit) {
    await tx.run('UPDATE seller_ripple SET after_sku = $3 WHERE seller_id = $1 AND marketplace_id = $2', [
      note.seller_id,
      note.marketplace_id,
      last.sku,
    ]);
  } else {
    await tx.run('DELETE FROM seller_ripple WHERE seller_id = $1 AND marketplace_id = $2', [
      note.seller_id,
      note.marketplace_id,
    ]);
  }
  const itemIds = new Set(reached.map(({ item_id }) => item_id));
  return Array.from(itemIds, (itemId) => ({ marketplaceId: note.marketplace_id, itemId }));
}
