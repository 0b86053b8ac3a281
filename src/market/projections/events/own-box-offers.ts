import type { Sql } from '../../../db/db.ts';
import type { Offer } from '../../../domain/market/offer.ts';
import { type SellerFacts, UNKNOWN_SELLER } from '../../../domain/market/seller.ts';
import type { Condition, SellerPlan } from '../../../domain/vocabulary.ts';
import { sellerFactsFrom } from '../../offers/offer-ranking.ts';

/** A seller, an item and a condition. */
export type SellerShelf = { marketplaceId: string; itemId: string; sellerId: string; condition: Condition };

/** An own offer, and the facts about its seller that the last decision was made with. */
export type OwnBoxOffer = { offer: Offer; seller: SellerFacts & { plan?: SellerPlan } };

/** Offers that are read of one seller, item and condition: those on sale first, then the cheapest. Hardly a seller has more. */
const MAX_READ = 200;

type Row = {
  record: string;
  standing: number | null;
  failing_gates: number | null;
  plan: SellerPlan | null;
  number: number;
};

const rowOf = ({ marketplaceId, itemId, sellerId, condition }: SellerShelf, n: number): (string | number)[] => [
  ...[marketplaceId, itemId, sellerId, condition, n],
];

/** Rows of `rowOf` as `k`, each with its first offers as `offer`. */
function shelvesWithOffers(limit: number): string {
  const own = (selected: string, condition: string) => `SELECT ${selected} FROM offer AS own
        WHERE own.marketplace_id = k.column1 AND own.item_id = k.column2 AND own.seller_id = k.column3
          AND ${condition} = k.column4
        ORDER BY own.rank_group < 0, own.landed_minor, own.sku LIMIT ${limit}`;
  return `(VALUES {rows: text, text, text, text, bigint}) AS k
       {sqlite: JOIN offer ON offer.rowid IN (${own('own.rowid', `own.record ->> '$.condition'`)})}
       {postgres: CROSS JOIN LATERAL (${own('*', `own.record::json ->> 'condition'`)}) AS offer}`;
}

/** The seller's offers of the condition on the item, on sale or not: a list for each of `wanted`. */
export async function ownOffersOf(tx: Sql, wanted: readonly SellerShelf[]): Promise<OwnBoxOffer[][]> {
  const lists: OwnBoxOffer[][] = wanted.map(() => []);
  if (wanted.length === 0) return lists;
  const rows = await tx.many<Row>(
    `SELECT offer.record, offer.standing, offer.failing_gates, seller.plan, k.column5 AS number
       FROM ${shelvesWithOffers(MAX_READ)} JOIN seller ON seller.seller_id = k.column3`,
    wanted.map(rowOf),
  );
  for (const { record, standing, failing_gates: failing, plan, number } of rows) {
    const facts = standing === null || failing === null ? UNKNOWN_SELLER : sellerFactsFrom(standing, failing);
    lists[number]?.push({ offer: JSON.parse(record), seller: plan === null ? facts : { ...facts, plan } });
  }
  return lists;
}

/** SKUs of one seller, item and condition that are read for events with nothing else about own offers. */
const MAX_SKUS = 20;

/** The SKUs of the seller's offers of the condition on the item, those on sale first, then the cheapest: a list for each of `wanted`. */
export async function ownSkusOf(tx: Sql, wanted: readonly SellerShelf[]): Promise<string[][]> {
  const lists: string[][] = wanted.map(() => []);
  if (wanted.length === 0) return lists;
  const rows = await tx.many<{ sku: string; number: number }>(
    `SELECT offer.sku, k.column5 AS number FROM ${shelvesWithOffers(MAX_SKUS)}
     ORDER BY number, offer.rank_group < 0, offer.landed_minor, offer.sku`,
    wanted.map(rowOf),
  );
  for (const { sku, number } of rows) lists[number]?.push(sku);
  return lists;
}
