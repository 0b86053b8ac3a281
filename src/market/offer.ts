import type { Sql } from '../db/db.ts';
import type { ItemKey } from '../domain/market/item.ts';
import type { Offer, OfferKey } from '../domain/market/offer.ts';
import { andThen, type MaybePromise } from '../domain/maybe-promise.ts';
import { writeOwnOfferText } from '../wire/pricing/board.ts';
import { keyText, type RecordTable } from './record-table.ts';

export const offers: RecordTable<Offer, OfferKey> = {
  name: 'offer',
  keyColumns: ['marketplace_id', 'seller_id', 'sku'],
  keyOf: ({ marketplaceId, sellerId, sku }) => [marketplaceId, sellerId, sku],
  otherColumns: ['item_id', 'own'],
  // Written as if the seller had no other offer on the item, as most have not. The rebuild of the board corrects the others.
  othersOf: (offer) => [offer.itemId, writeOwnOfferText([offer])],
};

/**
 * A column to sort by that no index can sort. To avoid sorting a few rows, an engine would otherwise walk through all offers
 * of a seller in the order of an index (measured: 80 ms an item for a seller with 40,000 offers).
 */
export const unindexed = (column: string) => `${column} || ''`;

/** One seller's offers on one item, on sale or not, in the order of SKUs. */
export function offersOfSellerOnItem(sql: Sql, sellerId: string, key: ItemKey): MaybePromise<Offer[]> {
  const rows = sql.all<{ record: string }>(
    `SELECT record FROM offer WHERE marketplace_id = $1 AND item_id = $2 AND seller_id = $3 ORDER BY ${unindexed('sku')}`,
    [key.marketplaceId, key.itemId, sellerId],
  );
  return andThen(rows, (found) => found.map(({ record }) => JSON.parse(record)));
}

/** An offer and its own-offer text (`own-offer-text.ts`); undefined: the text that it was inserted with. */
export type StoredOffer = { offer: Offer; own: string | null | undefined };

/** All offers on these items, by the item's `keyText`, in any order. */
export async function offersOfItems(sql: Sql, keys: readonly ItemKey[]): Promise<Map<string, StoredOffer[]>> {
  const rows = await sql.many<{ record: string; own: string | null }>(
    `SELECT offer.record, offer.own FROM (VALUES {rows: text, text}) AS k
       JOIN offer ON offer.marketplace_id = k.column1 AND offer.item_id = k.column2`,
    keys.map(({ marketplaceId, itemId }) => [marketplaceId, itemId]),
  );
  const byItem = new Map<string, StoredOffer[]>();
  for (const { record, own } of rows) {
    const offer: Offer = JSON.parse(record);
    const key = keyText([offer.marketplaceId, offer.itemId]);
    const list = byItem.get(key);
    if (list) list.push({ offer, own });
    else byItem.set(key, [{ offer, own }]);
  }
  return byItem;
}

/** A seller's next offers after a SKU, in the order of SKUs: for work in batches. */
export function offersOfSeller(sql: Sql, marketplaceId: string, sellerId: string, afterSku: string, limit: number) {
  return sql.all<{ sku: string; item_id: string }>(
    `SELECT sku, item_id FROM offer WHERE marketplace_id = $1 AND seller_id = $2 AND sku > $3 ORDER BY sku LIMIT $4`,
    [marketplaceId, sellerId, afterSku, limit],
  );
}
