import { Pauses } from '../../async/pauses.ts';
import type { Db } from '../../db/db.ts';
import type { Receipt } from '../../domain/price-changes/receipt.ts';
import { compareItemKeys } from '../records/item.ts';
import { offers } from '../records/offer.ts';

/** Items of one transaction: others wait for the locks of its boards, and on SQLite for its end. */
export const MAX_ITEMS = 50;

/** Items of a piece of a larger call. Its commit cannot be cut, and every request waits for it on SQLite. */
const ITEMS_OF_PIECE = 10;

/** SKUs that are looked up without a pause. */
const SKUS_AT_ONCE = 32;

/**
 * The ids of the receipts of a call, in pieces of a few items, in the order of items' keys: all transactions lock boards in that
 * order. Receipts of one item stay together and in their order. Unknown SKUs are in the first piece.
 */
export async function cutIntoPieces(db: Db, receipts: readonly Receipt[]): Promise<string[][]> {
  const pauses = new Pauses();
  const itemOf = new Map<string, string>();
  for (let from = 0; from < receipts.length; from += SKUS_AT_ONCE) {
    await pauses.here();
    const rows = await db.many<{ sku: string; item_id: string }>(
      `SELECT offer.sku, offer.item_id FROM (VALUES {rows: text, text, text}) AS k
         JOIN offer ON offer.marketplace_id = k.column1 AND offer.seller_id = k.column2 AND offer.sku = k.column3`,
      receipts.slice(from, from + SKUS_AT_ONCE).map((one) => offers.keyOf(one)),
    );
    for (const { sku, item_id } of rows) itemOf.set(sku, item_id);
  }
  const byItem = Map.groupBy(receipts, ({ sku }) => itemOf.get(sku) ?? '');
  const { marketplaceId = '' } = receipts[0] ?? {};
  const items = [...byItem.keys()].sort((a, b) =>
    compareItemKeys({ marketplaceId, itemId: a }, { marketplaceId, itemId: b }),
  );
  const pieces: string[][] = [];
  for (let from = 0; from < items.length; from += ITEMS_OF_PIECE) {
    const some = items.slice(from, from + ITEMS_OF_PIECE).flatMap((itemId) => byItem.get(itemId) ?? []);
    pieces.push(some.map(({ id }) => id));
  }
  return pieces;
}
