import type { Sql } from '../../db/db.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { OfferKey } from '../../domain/market/offer.ts';
import { andThen, type MaybePromise } from '../../domain/maybe-promise.ts';

/** Where a page of an item's offers begins: behind this one. */
export type OfferPlace = Pick<OfferKey, 'sellerId' | 'sku'>;

/** The offers on an item behind a place, on sale or not, in the order of sellers and SKUs: an index has the order of sellers. */
export function offerKeysOfItem(
  sql: Sql,
  { marketplaceId, itemId }: ItemKey,
  after: OfferPlace,
  limit: number,
): MaybePromise<OfferKey[]> {
  const rows = sql.all<{ seller_id: string; sku: string }>(
    `SELECT seller_id, sku FROM offer WHERE marketplace_id = $1 AND item_id = $2 AND seller_id >= $3
        AND (seller_id, sku) > ($3, $4) ORDER BY seller_id, sku LIMIT $5`,
    [marketplaceId, itemId, after.sellerId, after.sku, limit],
  );
  return andThen(rows, (found) => found.map(({ seller_id: sellerId, sku }) => ({ marketplaceId, sellerId, sku })));
}
