import type { Sql } from '../../../db/db.ts';
import type { ItemKey } from '../../../domain/market/item.ts';
import type { OfferKey } from '../../../domain/market/offer.ts';
import type { MaybePromise } from '../../../domain/maybe-promise.ts';
import type { Condition, CustomerType } from '../../../domain/vocabulary.ts';
import { oldestReader, type Validity } from './board-table.ts';
import { forEachCustomer } from './view-columns.ts';

/**
 * The pieces of a 4.2 answer about one item. Status and summary are null before the first rebuild of a new item.
 * `Market` rebuilds such a board before it returns one, so that a reader sees null only when the item is replaced at
 * the same time.
 */
export type OfferBoard = Validity & { item_id: string; offers: string | null } & (
    | { status: string; summary: string }
    | { status: null; summary: null }
  );

const byListing = forEachCustomer(
  ({ summary, shelfCustomer }) => `
    SELECT offer.item_id, board.version, ${oldestReader}, board.valid_from, board.valid_until, board.status,
           ${summary} AS summary, shelf.offers
      FROM offer
      JOIN board ON board.marketplace_id = offer.marketplace_id AND board.item_id = offer.item_id
      LEFT JOIN shelf ON shelf.marketplace_id = board.marketplace_id AND shelf.item_id = board.item_id
           AND shelf.customer = ${shelfCustomer} AND shelf.condition = $4
     WHERE offer.marketplace_id = $1 AND offer.seller_id = $2 AND offer.sku = $3 {by key}`,
);

const byItem = forEachCustomer(
  ({ summary, shelfCustomer }) => `
    SELECT board.item_id, board.version, ${oldestReader}, board.valid_from, board.valid_until, board.status,
           ${summary} AS summary, shelf.offers
      FROM board
      LEFT JOIN shelf ON shelf.marketplace_id = board.marketplace_id AND shelf.item_id = board.item_id
           AND shelf.customer = ${shelfCustomer} AND shelf.condition = $3
     WHERE board.marketplace_id = $1 AND board.item_id = $2 {by key}`,
);

/** The board of the item that a seller's SKU lists: three keyed reads. Undefined when the seller has no such SKU. */
export function readListing(
  sql: Sql,
  key: OfferKey,
  customer: CustomerType,
  condition: Condition,
): MaybePromise<OfferBoard | undefined> {
  return sql.get(byListing[customer], [key.marketplaceId, key.sellerId, key.sku, condition]);
}

/** The board of an item. Undefined when there is no such item. */
export function readItemBoard(
  sql: Sql,
  key: ItemKey,
  customer: CustomerType,
  condition: Condition,
): MaybePromise<OfferBoard | undefined> {
  return sql.get(byItem[customer], [key.marketplaceId, key.itemId, condition]);
}
