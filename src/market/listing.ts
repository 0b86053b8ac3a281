import type { Row, Sql } from '../db/db.ts';
import type { ItemKey } from '../domain/market/item.ts';
import type { OfferKey } from '../domain/market/offer.ts';
import { andThen, type MaybePromise } from '../domain/maybe-promise.ts';
import type { Condition, CustomerType } from '../domain/vocabulary.ts';
import { offers, unindexed } from './offer.ts';

/** How long what was read holds. */
export type Validity = { version: number; valid_from: number | null; valid_until: number | null };

/**
 * One item as 4.2 shows it: finished pieces. Null while an item that has just arrived has none, which its first reader
 * does not meet (`Market` makes them) unless it is replaced in that very moment.
 */
export type OfferBoard = Validity & ({ item_id: string; offers: string | null } & (Made | NotMade));
type Made = { status: string; summary: string };
type NotMade = { status: null; summary: null };

/** One item as 4.3 shows it, and what the asking seller offers on it. */
export type ProductBoard = Validity & {
  item_id: string;
  sku: string | null;
  product: string | null;
  /** What consumers see of it, in writing (`own-text.ts`); null where that was not asked for or is not written. */
  own: string | null;
  /** Where it is null: all of it, on sale or not, a record a line. */
  records: string | null;
};

/** Own offers on one item that are looked at: nobody has so many listings of one thing for a good reason. */
const MAX_OWN_OFFERS = 100;

/**
 * The own offers in the same statement, so that an answer is of one moment on PostgreSQL too: a price that changes in
 * between would otherwise be one thing in the buy box and another in the offer that won it. No record has a line break.
 */
const ownRecords = `(SELECT {sqlite: group_concat(own.record, char(10))}{postgres: string_agg(own.record, chr(10))}
  FROM (SELECT record FROM offer AS mine WHERE mine.marketplace_id = board.marketplace_id
    AND mine.item_id = board.item_id AND mine.seller_id = k.column2 ORDER BY ${unindexed('mine.sku')} LIMIT ${MAX_OWN_OFFERS}) AS own)`;

// Business customers see the consumers' pieces when there are none of their own.
const summaryFor = { Consumer: 'consumer_summary', Business: 'COALESCE(business_summary, consumer_summary)' };
const productFor = { Consumer: 'consumer_product', Business: 'COALESCE(business_product, consumer_product)' };
const shelfFor = {
  Consumer: `'Consumer'`,
  Business: `CASE WHEN board.business_summary IS NULL THEN 'Consumer' ELSE 'Business' END`,
};

const validity = 'board.version, board.valid_from, board.valid_until';
const shelfJoin = (customer: CustomerType) => `LEFT JOIN shelf ON shelf.marketplace_id = board.marketplace_id
  AND shelf.item_id = board.item_id AND shelf.customer = ${shelfFor[customer]} AND shelf.condition`;
const boardOfOffer = 'JOIN board ON board.marketplace_id = offer.marketplace_id AND board.item_id = offer.item_id';

const byListing = perCustomer(
  (customer) => `SELECT offer.item_id, ${validity}, board.status, ${summaryFor[customer]} AS summary, shelf.offers
    FROM offer ${boardOfOffer} ${shelfJoin(customer)} = $4
    WHERE offer.marketplace_id = $1 AND offer.seller_id = $2 AND offer.sku = $3`,
);

const byItem = perCustomer(
  (customer) => `SELECT board.item_id, ${validity}, board.status, ${summaryFor[customer]} AS summary, shelf.offers
    FROM board ${shelfJoin(customer)} = $3
    WHERE board.marketplace_id = $1 AND board.item_id = $2`,
);

const listings = `FROM (VALUES {rows: text, text, text}) AS k
    JOIN offer ON offer.marketplace_id = k.column1 AND offer.seller_id = k.column2 AND offer.sku = k.column3`;

const productsByListing = perCustomer(
  (customer) => `SELECT offer.item_id, offer.sku, ${validity}, ${productFor[customer]} AS product,
    NULL AS own, ${ownRecords} AS records ${listings} ${boardOfOffer}`,
);

const writtenByListing = `SELECT offer.item_id, offer.sku, ${validity}, consumer_product AS product,
    offer.own, CASE WHEN offer.own IS NULL THEN ${ownRecords} END AS records ${listings} ${boardOfOffer}`;

const productsByItem = perCustomer(
  (customer) => `SELECT board.item_id, NULL AS sku, ${validity}, ${productFor[customer]} AS product,
    NULL AS own, ${ownRecords} AS records
    FROM (VALUES {rows: text, text, text}) AS k
    JOIN board ON board.marketplace_id = k.column1 AND board.item_id = k.column3`,
);

/** The board that a seller's SKU leads to. One statement, three keyed reads; undefined when the seller has no such SKU. */
export function readListing(
  sql: Sql,
  key: OfferKey,
  customer: CustomerType,
  condition: Condition,
): MaybePromise<OfferBoard | undefined> {
  return sql.get(byListing[customer], [key.marketplaceId, key.sellerId, key.sku, condition]);
}

export function readItemBoard(
  sql: Sql,
  key: ItemKey,
  customer: CustomerType,
  condition: Condition,
): MaybePromise<OfferBoard | undefined> {
  return sql.get(byItem[customer], [key.marketplaceId, key.itemId, condition]);
}

/** The products of up to twenty of a seller's SKUs, in one statement; those that are not there are missing. */
export function readProductsBySku(
  sql: Sql,
  keys: readonly OfferKey[],
  customer: CustomerType,
): MaybePromise<ProductBoard[]> {
  return sql.many(productsByListing[customer], keys.map(offers.keyOf));
}

/** The same as consumers see it, with what is written of the seller's own offers. */
export function readWrittenProducts(sql: Sql, keys: readonly OfferKey[]): MaybePromise<ProductBoard[]> {
  return sql.many(writtenByListing, keys.map(offers.keyOf));
}

/** The same by item, as one seller sees them. */
export function readProductsByItem(
  sql: Sql,
  sellerId: string,
  keys: readonly ItemKey[],
  customer: CustomerType,
): MaybePromise<ProductBoard[]> {
  const rows: Row[] = keys.map(({ marketplaceId, itemId }) => [marketplaceId, sellerId, itemId]);
  return sql.many(productsByItem[customer], rows);
}

const knownListings = `SELECT offer.sku ${listings}`;

/** Those of these that are SKUs of the seller. */
export function readKnownSkus(sql: Sql, keys: readonly OfferKey[]): MaybePromise<Set<string>> {
  return andThen(
    sql.many<{ sku: string }>(knownListings, keys.map(offers.keyOf)),
    (found) => new Set(found.map(({ sku }) => sku)),
  );
}

function perCustomer(write: (customer: CustomerType) => string): Record<CustomerType, string> {
  return { Consumer: write('Consumer'), Business: write('Business') };
}
