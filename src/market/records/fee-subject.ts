import type { Sql } from '../../db/db.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { Offer, OfferKey } from '../../domain/market/offer.ts';
import { andThen, type MaybePromise } from '../../domain/maybe-promise.ts';
import type { SellerPlan } from '../../domain/vocabulary.ts';
import type { FeeItem } from './item.ts';

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
export function feeSubjectOfItem(sql: Sql, key: ItemKey, sellerId: string): MaybePromise<FeeSubject | undefined> {
  return andThen(sql.get<Row>(byItem, [key.marketplaceId, key.itemId, sellerId]), fromRow);
}

/** Undefined when the seller has no such listing. */
export function feeSubjectOfListing(sql: Sql, key: OfferKey): MaybePromise<FeeSubject | undefined> {
  return andThen(sql.get<Row>(byListing, [key.marketplaceId, key.sellerId, key.sku]), fromRow);
}

function fromRow(row: Row | undefined): FeeSubject | undefined {
  if (row === undefined) return undefined;
  const offer = row.offer === null ? undefined : (JSON.parse(row.offer) as Offer);
  return { item: JSON.parse(row.item), offer, plan: row.plan ?? undefined };
}
