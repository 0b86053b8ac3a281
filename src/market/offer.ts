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
  // As for the only offer of its seller on the item, which most are; whoever makes the board sees to the others.
  othersOf: (offer) => [offer.itemId, writeOwnOfferText([offer])],
};

/**
 * A column to sort by, such that no index has its order: to save the sorting of a few rows, an engine would otherwise walk
 * through all that a seller offers (measured: 80 ms an item for a seller of 40,000).
 */
export const unindexed = (column: string) => `${column} || ''`;

/** What one seller offers on one item, on sale or not, in the order of SKUs. */
export function offersOfSellerOnItem(sql: Sql, sellerId: string, key: ItemKey): MaybePromise<Offer[]> {
  const rows = sql.all<{ record: string }>(
    `SELECT record FROM offer WHERE marketplace_id = $1 AND item_id = $2 AND seller_id = $3 ORDER BY ${unindexed('sku')}`,
    [key.marketplaceId, key.itemId, sellerId],
  );
  return andThen(rows, (found) => found.map(({ record }) => JSON.parse(record)));
}

/** An offer, and what is written of it for its seller (`own-text.ts`): undefined is what it was put with. */
export type StoredOffer = { offer: Offer; own: string | null | undefined };

/** All offers on these items, by the item's `keyText`; in no promised order. */
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

/** The next items that a seller has offers on, in the order of SKUs: for work that is done in pieces. */
export function offersOfSeller(sql: Sql, marketplaceId: string, sellerId: string, afterSku: string, limit: number) {
  return sql.all<{ sku: string; item_id: string }>(
    `SELECT sku, item_id FROM offer WHERE marketplace_id = $1 AND seller_id = $2 AND sku > $3 ORDER BY sku LIMIT $4`,
    [marketplaceId, sellerId, afterSku, limit],
  );
}
