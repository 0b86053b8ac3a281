import type { Condition, CustomerType } from '../domain/vocabulary.ts';
import type { MaybePromise, Row, Sql } from './db.ts';

/** How long what was read holds. */
export type Validity = { version: number; valid_from: number | null; valid_until: number | null };

/**
 * One item as 4.2 shows it: finished pieces. Null while an item that has just arrived has none, which its first reader
 * does not meet (`Market` makes them) unless it is replaced in that very moment.
 */
export type OfferBoard = Validity & ({ item_id: string; offers: string | null } & (Made | NotMade));
type Made = { status: string; summary: string };
type NotMade = { status: null; summary: null };

/** One item as 4.3 shows it. */
export type ProductBoard = Validity & { item_id: string; sku: string | null; product: string | null };

// Business customers see the consumers' pieces when there are none of their own.
const summaryFor = { Consumer: 'consumer_summary', Business: 'COALESCE(business_summary, consumer_summary)' };
const productFor = { Consumer: 'consumer_product', Business: 'COALESCE(business_product, consumer_product)' };
const shelfFor = {
  Consumer: `'Consumer'`,
  Business: `CASE WHEN board.business_summary IS NULL THEN 'Consumer' ELSE 'Business' END`,
};

const boardColumns = 'board.version, board.valid_from, board.valid_until, board.status';
const shelfJoin = (customer: CustomerType) => `LEFT JOIN shelf ON shelf.marketplace_id = board.marketplace_id
  AND shelf.item_id = board.item_id AND shelf.customer = ${shelfFor[customer]} AND shelf.condition`;
const boardOfOffer = 'JOIN board ON board.marketplace_id = offer.marketplace_id AND board.item_id = offer.item_id';

const byListing = perCustomer(
  (customer) => `SELECT offer.item_id, ${boardColumns}, ${summaryFor[customer]} AS summary, shelf.offers
    FROM offer ${boardOfOffer} ${shelfJoin(customer)} = $4
    WHERE offer.marketplace_id = $1 AND offer.seller_id = $2 AND offer.sku = $3`,
);

const byItem = perCustomer(
  (customer) => `SELECT board.item_id, ${boardColumns}, ${summaryFor[customer]} AS summary, shelf.offers
    FROM board ${shelfJoin(customer)} = $3
    WHERE board.marketplace_id = $1 AND board.item_id = $2`,
);

const productsByListing = perCustomer(
  (customer) => `SELECT offer.item_id, offer.sku, ${boardColumns}, ${productFor[customer]} AS product
    FROM (VALUES {rows: text, text, text}) AS k
    JOIN offer ON offer.marketplace_id = k.column1 AND offer.seller_id = k.column2 AND offer.sku = k.column3
    ${boardOfOffer}`,
);

const productsByItem = perCustomer(
  (customer) => `SELECT board.item_id, NULL AS sku, ${boardColumns}, ${productFor[customer]} AS product
    FROM (VALUES {rows: text, text}) AS k
    JOIN board ON board.marketplace_id = k.column1 AND board.item_id = k.column2`,
);

/** The board that a seller's SKU leads to. One statement, three keyed reads; undefined when the seller has no such SKU. */
export function readListing(
  sql: Sql,
  key: { marketplaceId: string; sellerId: string; sku: string },
  customer: CustomerType,
  condition: Condition,
): MaybePromise<OfferBoard | undefined> {
  return sql.get(byListing[customer], [key.marketplaceId, key.sellerId, key.sku, condition]);
}

export function readItemBoard(
  sql: Sql,
  key: { marketplaceId: string; itemId: string },
  customer: CustomerType,
  condition: Condition,
): MaybePromise<OfferBoard | undefined> {
  return sql.get(byItem[customer], [key.marketplaceId, key.itemId, condition]);
}

/** The products of up to twenty of a seller's SKUs, in one statement; those that are not there are missing. */
export function readProductsBySku(
  sql: Sql,
  keys: readonly { marketplaceId: string; sellerId: string; sku: string }[],
  customer: CustomerType,
): MaybePromise<ProductBoard[]> {
  const rows: Row[] = keys.map(({ marketplaceId, sellerId, sku }) => [marketplaceId, sellerId, sku]);
  return sql.many(productsByListing[customer], rows);
}

export function readProductsByItem(
  sql: Sql,
  keys: readonly { marketplaceId: string; itemId: string }[],
  customer: CustomerType,
): MaybePromise<ProductBoard[]> {
  return sql.many(
    productsByItem[customer],
    keys.map(({ marketplaceId, itemId }) => [marketplaceId, itemId]),
  );
}

function perCustomer(write: (customer: CustomerType) => string): Record<CustomerType, string> {
  return { Consumer: write('Consumer'), Business: write('Business') };
}
