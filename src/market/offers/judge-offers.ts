import type { Pauses } from '../../async/pauses.ts';
import type { Row, Sql } from '../../db/db.ts';
import type { OfferAfter, OfferTransition } from '../../domain/changes/offer-transition.ts';
import type { Item, ItemKey } from '../../domain/market/item.ts';
import type { Offer } from '../../domain/market/offer.ts';
import { UNKNOWN_SELLER } from '../../domain/market/seller.ts';
import { judge } from '../../domain/pricing/judgement.ts';
import type { OfferState } from '../../domain/pricing/offer-state.ts';
import type { MarketOffer } from '../../domain/pricing/offers.ts';
import { offers } from '../records/offer.ts';
import { factsOf } from '../records/seller.ts';
import { RANK_COLUMNS, type RankColumns, rankColumnsOf, rankColumnTypes, rankValues } from './offer-ranking.ts';
import { type OfferRow, offerRow, type StoredOffer, TO_JUDGE } from './stored-offers.ts';

/** An offer with what the rule says about it, as its columns have it. */
export type RankedOffer = OfferAfter & {
  columns: RankColumns;
  /** The last time that has passed at which a date of the offer changed the board; null: there was none. */
  turnedMs: number | null;
};

export type RankedTransition = OfferTransition<RankedOffer>;

/** Judges an offer. `before` is its stored state; null: it is new, or was not judged before. */
export function judgeOffer(one: MarketOffer, item: Item, before: OfferState | null, now: number): RankedOffer {
  const { offer, seller } = one;
  const judgement = judge(one, item, now);
  const columns = rankColumnsOf(one, judgement, before);
  const { state, landed_minor: landedMinor } = columns;
  const { failing, turnedMs } = judgement;
  return { offer, seller, item, landedMinor, failing, now, state, columns, turnedMs };
}

/** The stored offers of an item that are judged again, for a time. */
export type OffersToJudge = { item: Item; nowMs: number; stored: readonly StoredOffer[] };

/** Offers that were judged again: all of them, those whose state changed, and whether one of their dates has passed. */
export type JudgedAgain = {
  ranked: readonly RankedOffer[];
  transitions: readonly RankedTransition[];
  hasDatePassed: boolean;
};

/** Judges stored offers. `rows` are for `writeJudgements`. */
export function judgeStored({ item, nowMs, stored }: OffersToJudge): JudgedAgain & { rows: Row[] } {
  const ranked: RankedOffer[] = [];
  const transitions: RankedTransition[] = [];
  const rows: Row[] = [];
  let hasDatePassed = false;
  for (const one of stored) {
    const { columns: before, offer } = one;
    const after = judgeOffer(one, item, before.state, nowMs);
    ranked.push(after);
    if (RANK_COLUMNS.some((name) => before[name] !== after.columns[name])) {
      rows.push([...offers.keyOf(offer), ...rankValues(after.columns)]);
    }
    hasDatePassed ||= before.turns_ms !== null && before.turns_ms > TO_JUDGE && before.turns_ms <= nowMs;
    if (after.state === before.state) continue;
    const was = { itemId: item.itemId, state: before.state, text: undefined };
    transitions.push({ key: offer, before: was, after, isRecordChanged: false });
  }
  return { ranked, transitions, rows, hasDatePassed };
}

/**
 * The offers on these items that must be judged before their boards are rebuilt, by the item's `keyText`. A row has the key of
 * an item, and the time for which it is rebuilt.
 */
export async function offersToJudge(tx: Sql, due: readonly Row[], pauses: Pauses): Promise<Map<string, StoredOffer[]>> {
  const rows = await tx.many<OfferRow & { key: string; seller: string | null }>(
    `SELECT k.column1 || '\n' || k.column2 AS key, ${offerRow}, seller.record AS seller
       FROM (VALUES {rows: text, text, bigint}) AS k
       JOIN offer ON offer.marketplace_id = k.column1 AND offer.item_id = k.column2 AND offer.turns_ms <= k.column3
       LEFT JOIN seller ON seller.seller_id = offer.seller_id`,
    due,
  );
  const found = new Map<string, StoredOffer[]>();
  for (const row of rows) {
    await pauses.here();
    const seller = row.seller === null ? UNKNOWN_SELLER : factsOf(JSON.parse(row.seller));
    const one = { offer: JSON.parse(row.record) as Offer, seller, columns: row };
    const list = found.get(row.key);
    if (list) list.push(one);
    else found.set(row.key, [one]);
  }
  return found;
}

export async function writeJudgements(tx: Sql, rows: readonly Row[]): Promise<void> {
  const set = RANK_COLUMNS.map((name, n) => `${name} = k.column${n + 4}`).join(', ');
  await tx.many(
    `UPDATE offer SET ${set} FROM (VALUES {rows: text key, text key, text key, ${Object.values(rankColumnTypes).join(', ')}}) AS k
      WHERE offer.marketplace_id = k.column1 AND offer.seller_id = k.column2 AND offer.sku = k.column3`,
    rows,
  );
}

/** Marks all offers on these items to be judged at the next rebuild (`TO_JUDGE`), which mostly is in the same transaction: a figure of the item that gates use has changed. */
export async function markToJudge(tx: Sql, keys: readonly ItemKey[]): Promise<void> {
  await tx.many(
    `UPDATE offer SET turns_ms = ${TO_JUDGE} FROM (VALUES {rows: text key, text key}) AS k
      WHERE offer.marketplace_id = k.column1 AND offer.item_id = k.column2`,
    keys.map(({ marketplaceId, itemId }) => [marketplaceId, itemId]),
  );
}

/** The same for the offers of one seller on an item: its facts changed, or another of its offers there is gone. */
export async function markSellerToJudge(tx: Sql, keys: readonly (ItemKey & { sellerId: string })[]): Promise<void> {
  await tx.many(
    `UPDATE offer SET turns_ms = ${TO_JUDGE} FROM (VALUES {rows: text key, text key, text key}) AS k
      WHERE offer.marketplace_id = k.column1 AND offer.item_id = k.column2 AND offer.seller_id = k.column3`,
    keys.map(({ marketplaceId, itemId, sellerId }) => [marketplaceId, itemId, sellerId]),
  );
}
