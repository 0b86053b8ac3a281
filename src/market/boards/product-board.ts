import type { Row, Sql } from '../../db/db.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { OfferKey } from '../../domain/market/offer.ts';
import { andThen, type MaybePromise } from '../../domain/maybe-promise.ts';
import type { CustomerType } from '../../domain/vocabulary.ts';
import { offers, unindexed } from '../offers/offer.ts';
import { oldestReader, type Validity } from './board-table.ts';

/** The pieces of a 4.3 answer about one item, and the calling seller's own offers on it. */
export type ProductBoard = Validity & {
  item_id: string;
  sku: string | null;
  product: string | null;
  /** The own-offer text (`own-offer-text.ts`); null where it is not requested or not stored. */
  own: string | null;
  /** Where `own` is null: the records of all own offers, on sale or not, one a line. */
  records: string | null;
};

/** Own offers on one item that an answer covers: no seller lists one item more often for a good reason. */
const MAX_OWN_OFFERS = 100;

/**
 * The seller's own offers, read in the same statement as the board. On PostgreSQL, too, an answer then is of one moment:
 * a price cannot differ between the buy box and the offer that won it. No record contains a line break.
 */
const ownRecords = `(
        SELECT {sqlite: group_concat(own.record, char(10))}{postgres: string_agg(own.record, chr(10))}
          FROM (SELECT record FROM offer AS mine
                 WHERE mine.marketplace_id = board.marketplace_id AND mine.item_id = board.item_id
                   AND mine.seller_id = k.column2
                 ORDER BY ${unindexed('mine.sku')} LIMIT ${MAX_OWN_OFFERS}) AS own)`;

// The statements of business customers read the consumers' pieces when the item has no business view.

const bySku: Record<CustomerType, string> = {
  Consumer: `
    SELECT offer.item_id, offer.sku, board.version, ${oldestReader}, board.valid_from, board.valid_until,
           board.consumer_product AS product, NULL AS own, ${ownRecords} AS records
      FROM (VALUES {rows: text, text, text}) AS k
      JOIN offer ON offer.marketplace_id = k.column1 AND offer.seller_id = k.column2 AND offer.sku = k.column3
      JOIN board ON board.marketplace_id = offer.marketplace_id AND board.item_id = offer.item_id {by key}`,
  Business: `
    SELECT offer.item_id, offer.sku, board.version, ${oldestReader}, board.valid_from, board.valid_until,
           COALESCE(board.business_product, board.consumer_product) AS product, NULL AS own, ${ownRecords} AS records
      FROM (VALUES {rows: text, text, text}) AS k
      JOIN offer ON offer.marketplace_id = k.column1 AND offer.seller_id = k.column2 AND offer.sku = k.column3
      JOIN board ON board.marketplace_id = offer.marketplace_id AND board.item_id = offer.item_id {by key}`,
};

const withOwnOfferTexts = `
    SELECT offer.item_id, offer.sku, board.version, ${oldestReader}, board.valid_from, board.valid_until,
           board.consumer_product AS product, offer.own,
           CASE WHEN offer.own IS NULL THEN ${ownRecords} END AS records
      FROM (VALUES {rows: text, text, text}) AS k
      JOIN offer ON offer.marketplace_id = k.column1 AND offer.seller_id = k.column2 AND offer.sku = k.column3
      JOIN board ON board.marketplace_id = offer.marketplace_id AND board.item_id = offer.item_id {by key}`;

const byItem: Record<CustomerType, string> = {
  Consumer: `
    SELECT board.item_id, NULL AS sku, board.version, ${oldestReader}, board.valid_from, board.valid_until,
           board.consumer_product AS product, NULL AS own, ${ownRecords} AS records
      FROM (VALUES {rows: text, text, text}) AS k
      JOIN board ON board.marketplace_id = k.column1 AND board.item_id = k.column3 {by key}`,
  Business: `
    SELECT board.item_id, NULL AS sku, board.version, ${oldestReader}, board.valid_from, board.valid_until,
           COALESCE(board.business_product, board.consumer_product) AS product, NULL AS own, ${ownRecords} AS records
      FROM (VALUES {rows: text, text, text}) AS k
      JOIN board ON board.marketplace_id = k.column1 AND board.item_id = k.column3 {by key}`,
};

/** The products of up to twenty of a seller's SKUs, with its own offers as records. Unknown SKUs are missing. */
export function readProductsBySku(
  sql: Sql,
  keys: readonly OfferKey[],
  customer: CustomerType,
): MaybePromise<ProductBoard[]> {
  return sql.many(bySku[customer], keys.map(offers.keyOf));
}

/** The same for consumers, with own-offer texts where they are stored. */
export function readProductsWithOwnOfferTexts(sql: Sql, keys: readonly OfferKey[]): MaybePromise<ProductBoard[]> {
  return sql.many(withOwnOfferTexts, keys.map(offers.keyOf));
}

/** The products of up to twenty items, with one seller's own offers as records. Unknown items are missing. */
export function readProductsByItem(
  sql: Sql,
  sellerId: string,
  keys: readonly ItemKey[],
  customer: CustomerType,
): MaybePromise<ProductBoard[]> {
  const rows: Row[] = keys.map(({ marketplaceId, itemId }) => [marketplaceId, sellerId, itemId]);
  return sql.many(byItem[customer], rows);
}

/** Returns the SKUs that the seller has. */
export function readKnownSkus(sql: Sql, keys: readonly OfferKey[]): MaybePromise<Set<string>> {
  const found = sql.many<{ sku: string }>(
    `SELECT offer.sku FROM (VALUES {rows: text, text, text}) AS k
       JOIN offer ON offer.marketplace_id = k.column1 AND offer.seller_id = k.column2 AND offer.sku = k.column3 {by key}`,
    keys.map(offers.keyOf),
  );
  return andThen(found, (rows) => new Set(rows.map(({ sku }) => sku)));
}
