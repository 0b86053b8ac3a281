import type { Sql } from '../../../db/db.ts';
import type { Item } from '../../../domain/market/item.ts';
import type { Offer, OfferKey } from '../../../domain/market/offer.ts';
import { type SellerFacts, UNKNOWN_SELLER } from '../../../domain/market/seller.ts';
import { andThen, type MaybePromise } from '../../../domain/maybe-promise.ts';
import type { Decision } from '../../../domain/pricing/decision.ts';
import type { SellerPlan } from '../../../domain/vocabulary.ts';
import { sellerFactsFrom } from '../../offers/offer-ranking.ts';
import { offers } from '../../records/offer.ts';
import { oldestReader, type Validity } from './board-table.ts';

/** A seller's listing, and what decides where it stands. */
export type ListingPosition = Validity & {
  item_id: string;
  offer: Offer;
  /** When the record of the offer last changed. 0: it is not known. */
  changedMs: number;
  /** Rises by one with each change of its terms, by whomever (decision 48). */
  termsRevision: number;
  /** The facts that the decision was made with: a change of them may still be on its way to this board. */
  seller: SellerFacts & { plan?: SellerPlan };
  item: Item;
  /** Null before the first rebuild of a new item; `Market` rebuilds such a board before it returns one. */
  decision: Decision | null;
};

/** A listing's position as the store has it. */
export type PositionRow = Validity & {
  item_id: string;
  offer: string;
  changed_ms: number;
  terms_revision: number;
  standing: number | null;
  failing_gates: number | null;
  plan: SellerPlan | null;
  item: string;
  decision: string | null;
};

export const positionColumns = `offer.item_id, offer.record AS offer, offer.changed_ms, offer.terms_revision, offer.standing,
  offer.failing_gates, seller.plan, item.record AS item, board.version, ${oldestReader}, board.valid_from, board.valid_until,
  board.decision`;

/** What a position has beside its `offer`. */
export const positionJoins = `JOIN item ON item.marketplace_id = offer.marketplace_id AND item.item_id = offer.item_id
  JOIN board ON board.marketplace_id = offer.marketplace_id AND board.item_id = offer.item_id
  LEFT JOIN seller ON seller.seller_id = offer.seller_id`;

/** Where these listings of one seller stand, in any order: one keyed read of each. Unknown SKUs are missing. */
export function readListingPositions(sql: Sql, keys: readonly OfferKey[]): MaybePromise<ListingPosition[]> {
  const rows = sql.many<PositionRow>(
    `SELECT ${positionColumns} FROM (VALUES {rows: text, text, text}) AS k
       JOIN offer ON offer.marketplace_id = k.column1 AND offer.seller_id = k.column2 AND offer.sku = k.column3
       ${positionJoins}`,
    keys.map(offers.keyOf),
  );
  return andThen(rows, (found) => found.map(positionFrom));
}

export function positionFrom(row: PositionRow): ListingPosition {
  const { offer, changed_ms: changedMs, terms_revision: termsRevision, ...ofOffer } = row;
  const { standing, failing_gates: failing, plan, item, decision, ...rest } = ofOffer;
  // Null before the first rebuild: there is no decision either.
  const facts = standing === null || failing === null ? UNKNOWN_SELLER : sellerFactsFrom(standing, failing);
  return {
    ...rest,
    offer: JSON.parse(offer),
    changedMs,
    termsRevision,
    seller: plan === null ? facts : { ...facts, plan },
    item: JSON.parse(item),
    decision: decision === null ? null : JSON.parse(decision),
  };
}
