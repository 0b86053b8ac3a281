import type { Sql } from '../../db/db.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { Offer, OfferKey } from '../../domain/market/offer.ts';
import { andThen, type MaybePromise } from '../../domain/maybe-promise.ts';
import type { SellerPlan } from '../../domain/vocabulary.ts';
import { type FeeItem, feeFactsOf, items } from './item.ts';
import type { ItemCache } from './item-cache.ts';
import { keyText } from './record-table.ts';

/** What the fees of one sale depend on, beside the schedule and the price. */
export type FeeSubject = {
  item: FeeItem;
  /** The listing, when it was read by SKU. */
  offer: Offer | undefined;
  /** Undefined when the operator has no record of the seller. */
  plan: SellerPlan | undefined;
};

type Row = { item: string; offer: string | null; plan: SellerPlan | null };

/** Read in the same statement: one of its own would cost as much as the item's. */
const planOf = (seller: string) => `(SELECT plan FROM seller WHERE seller_id = ${seller}) AS plan`;

/** `fee_facts` is null on an item that was last changed before the column existed. Its record has the same fields. */
const itemText = 'COALESCE(item.fee_facts, item.record) AS item';

const byItem = `SELECT ${itemText}, NULL AS offer, ${planOf('$3')}
  FROM item WHERE item.marketplace_id = $1 AND item.item_id = $2 {by key}`;

const byListing = `SELECT ${itemText}, offer.record AS offer, ${planOf('$2')}
  FROM offer JOIN item ON item.marketplace_id = offer.marketplace_id AND item.item_id = offer.item_id
  WHERE offer.marketplace_id = $1 AND offer.seller_id = $2 AND offer.sku = $3 {by key}`;

/** Undefined when there is no such item. */
export function feeSubjectOfItem(
  sql: Sql,
  key: ItemKey,
  sellerId: string,
  cache?: ItemCache<FeeItem>,
): MaybePromise<FeeSubject | undefined> {
  const item = cache?.get(key.marketplaceId, key.itemId);
  if (item) {
    return andThen(sql.get<Pick<Row, 'plan'>>(ofSeller, [sellerId]), (seller) => ({
      ...{ item, offer: undefined, plan: seller?.plan ?? undefined },
    }));
  }
  return andThen(sql.get<Row>(byItem, [key.marketplaceId, key.itemId, sellerId]), (row) => {
    const subject = fromRow(row);
    if (subject) cache?.put(key.marketplaceId, key.itemId, subject.item, { item: key, size: 1 });
    return subject;
  });
}

const byItems = `SELECT item.marketplace_id, item.item_id, ${itemText} FROM (VALUES {rows: text, text}) AS k
  JOIN item ON item.marketplace_id = k.column1 AND item.item_id = k.column2`;

/** Read once for all items: as a column it would be looked up for each of them. */
const ofSeller = 'SELECT plan FROM seller WHERE seller_id = $1';

type ItemRow = { marketplace_id: string; item_id: string; item: string };

/** The same for many items of one seller, in the order of `keys`. Only those that are not in `cache` are read. */
export function feeSubjectsOfItems(
  sql: Sql,
  keys: readonly ItemKey[],
  sellerId: string,
  cache?: ItemCache<FeeItem>,
): MaybePromise<(FeeSubject | undefined)[]> {
  const found = keys.map(({ marketplaceId, itemId }) => cache?.get(marketplaceId, itemId));
  return andThen(readMissing(sql, keys, found, cache), () =>
    andThen(sql.get<Pick<Row, 'plan'>>(ofSeller, [sellerId]), (seller) => {
      const plan = seller?.plan ?? undefined;
      return found.map((item) => item && { item, offer: undefined, plan });
    }),
  );
}

/** Fills the gaps of `found`. */
function readMissing(
  sql: Sql,
  keys: readonly ItemKey[],
  found: (FeeItem | undefined)[],
  cache?: ItemCache<FeeItem>,
): MaybePromise<void> {
  const missing = keys.filter((_key, n) => found[n] === undefined);
  if (missing.length === 0) return;
  return andThen(sql.many<ItemRow>(byItems, missing.map(items.keyOf)), (rows) => {
    const byText = new Map(rows.map((row) => [keyText([row.marketplace_id, row.item_id]), row.item]));
    keys.forEach((key, n) => {
      const record = found[n] === undefined ? byText.get(keyText(items.keyOf(key))) : undefined;
      if (record === undefined) return;
      const item = feeItemOf(record);
      found[n] = item;
      cache?.put(key.marketplaceId, key.itemId, item, { item: key, size: 1 });
    });
  });
}

/** Undefined when the seller has no such listing. */
export function feeSubjectOfListing(sql: Sql, key: OfferKey): MaybePromise<FeeSubject | undefined> {
  return andThen(sql.get<Row>(byListing, [key.marketplaceId, key.sellerId, key.sku]), fromRow);
}

function fromRow(row: Row | undefined): FeeSubject | undefined {
  if (row === undefined) return undefined;
  const offer = row.offer === null ? undefined : (JSON.parse(row.offer) as Offer);
  return { item: feeItemOf(row.item), offer, plan: row.plan ?? undefined };
}

/** Only what fees depend on: the cache counts items, and a whole record may be many times as large. */
const feeItemOf = (text: string): FeeItem => feeFactsOf(JSON.parse(text));
