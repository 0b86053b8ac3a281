import type { Row, Sql } from '../../../db/db.ts';
import type { ItemKey } from '../../../domain/market/item.ts';
import type { OfferKey } from '../../../domain/market/offer.ts';
import { andThen, type MaybePromise } from '../../../domain/maybe-promise.ts';
import { type OwnOfferFilter, pricedForOf } from '../../../domain/pricing/own-offers.ts';
import { offSaleNumber } from '../../offers/offer-ranking.ts';
import { unindexed } from '../../offers/stored-offers.ts';
import { offers } from '../../records/offer.ts';
import { oldestReader, type Validity } from './board-table.ts';
import { forEachCustomer } from './view-columns.ts';

/** The pieces of a 4.3 answer about one item, and the calling seller's own offers on it. */
export type ProductBoard = Validity & {
  item_id: string;
  sku: string | null;
  product: string | null;
  /** The own-offer text (`own-offer-text.ts`); null where it is not requested or not stored. */
  own: string | null;
  /** Where `own` is null: the records of the own offers that the answer may show, and others; at most `MAX_OWN_OFFERS`, one a line. */
  records: string | null;
};

/** Own offers on one item that an answer covers: no seller lists one item more often for a good reason. */
const MAX_OWN_OFFERS = 100;

const memberOf = (name: string) => `{sqlite: mine.record ->> '$.${name}'}{postgres: mine.record::json ->> '${name}'}`;

/** In the order of `ownOffers`, so that the best ones are read; those that it leaves out come last. */
const ownOrder = (priceMinor: string) => `
                 ORDER BY CASE WHEN mine.rank_group = ${offSaleNumber('inactive')} OR mine.shipping_minor IS NULL THEN 1 ELSE 0 END,
                   ${priceMinor} + mine.shipping_minor, CASE ${memberOf('channel')} WHEN 'FS' THEN 0 ELSE 1 END,
                   ${unindexed('mine.sku')}`;

/**
 * The seller's own offers, read in the same statement as the board. On PostgreSQL, too, an answer then is of one moment:
 * a price cannot differ between the buy box and the offer that won it. No record contains a line break.
 */
const ownRecords = (selection: string, priceMinor: string) => `(
        SELECT {sqlite: group_concat(own.record, char(10))}{postgres: string_agg(own.record, chr(10))}
          FROM (SELECT record FROM offer AS mine
                 WHERE mine.marketplace_id = board.marketplace_id AND mine.item_id = board.item_id
                   AND mine.seller_id = k.column2${selection}${ownOrder(priceMinor)} LIMIT ${MAX_OWN_OFFERS}) AS own)`;

/** The own offers that the rows of `filterValues` select. */
const selectedRecords = ownRecords(
  `
                   AND (k.column4 = '' OR k.column4 = ${memberOf('condition')})
                   AND (k.column5 <> 'B2B' OR mine.business_minor IS NOT NULL)`,
  `CASE k.column6 WHEN 'Business' THEN COALESCE(mine.business_minor, mine.listing_minor) ELSE mine.listing_minor END`,
);

const filterValues = (filter: OwnOfferFilter): string[] => [
  ...[filter.condition ?? '', filter.offerType ?? '', pricedForOf(filter)],
];

const bySku = forEachCustomer(
  ({ product }) => `
    SELECT offer.item_id, offer.sku, board.version, ${oldestReader}, board.valid_from, board.valid_until,
           ${product} AS product, NULL AS own, ${selectedRecords} AS records
      FROM (VALUES {rows: text, text, text, text, text, text}) AS k
      JOIN offer ON offer.marketplace_id = k.column1 AND offer.seller_id = k.column2 AND offer.sku = k.column3
      JOIN board ON board.marketplace_id = offer.marketplace_id AND board.item_id = offer.item_id {by key}`,
);

const withOwnOfferTexts = `
    SELECT offer.item_id, offer.sku, board.version, ${oldestReader}, board.valid_from, board.valid_until,
           board.consumer_product AS product, offer.own,
           CASE WHEN offer.own IS NULL THEN ${ownRecords('', 'mine.listing_minor')} END AS records
      FROM (VALUES {rows: text, text, text}) AS k
      JOIN offer ON offer.marketplace_id = k.column1 AND offer.seller_id = k.column2 AND offer.sku = k.column3
      JOIN board ON board.marketplace_id = offer.marketplace_id AND board.item_id = offer.item_id {by key}`;

const byItem = forEachCustomer(
  ({ product }) => `
    SELECT board.item_id, NULL AS sku, board.version, ${oldestReader}, board.valid_from, board.valid_until,
           ${product} AS product, NULL AS own, ${selectedRecords} AS records
      FROM (VALUES {rows: text, text, text, text, text, text}) AS k
      JOIN board ON board.marketplace_id = k.column1 AND board.item_id = k.column3 {by key}`,
);

/** The products of up to twenty of a seller's SKUs, with its own offers as records. Unknown SKUs are missing. */
export function readProductsBySku(
  sql: Sql,
  keys: readonly OfferKey[],
  filter: OwnOfferFilter,
): MaybePromise<ProductBoard[]> {
  const values = filterValues(filter);
  const rows = keys.map((key) => [...offers.keyOf(key), ...values]);
  return sql.many(bySku[filter.customer], rows);
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
  filter: OwnOfferFilter,
): MaybePromise<ProductBoard[]> {
  const values = filterValues(filter);
  const rows: Row[] = keys.map(({ marketplaceId, itemId }) => [marketplaceId, sellerId, itemId, ...values]);
  return sql.many(byItem[filter.customer], rows);
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
