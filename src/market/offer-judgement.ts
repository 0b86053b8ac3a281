import type { Row, Sql } from '../db/db.ts';
import type { Item, ItemKey } from '../domain/market/item.ts';
import type { Offer } from '../domain/market/offer.ts';
import { UNKNOWN_SELLER } from '../domain/market/seller.ts';
import { judge } from '../domain/pricing/judgement.ts';
import type { OfferState } from '../domain/pricing/offer-state.ts';
import type { MarketOffer } from '../domain/pricing/offers.ts';
import type { StateChange } from './history/price-history.ts';
import { type OfferRow, offerRow, offers, type StoredOffer, TO_JUDGE } from './offer.ts';
import { RANK_COLUMNS, rankColumnsOf, rankColumnTypes } from './offer-ranking.ts';
import { keyText } from './record-table.ts';
import { factsOf } from './seller.ts';

/** An offer that is judged, with its seller. */
export type JudgedOffer = StoredOffer & MarketOffer;

/** The offers on these items that must be judged before their boards are rebuilt, by the item's `keyText`. */
export async function offersToJudge(
  tx: Sql,
  keys: readonly ItemKey[],
  now: number,
): Promise<Map<string, JudgedOffer[]>> {
  const rows = await tx.many<OfferRow & { key: string; seller: string | null; siblings: number }>(
    `SELECT k.column1 || '\n' || k.column2 AS key, ${offerRow}, seller.record AS seller,
            (SELECT COUNT(*) FROM offer AS other WHERE other.marketplace_id = offer.marketplace_id
                AND other.item_id = offer.item_id AND other.seller_id = offer.seller_id) - 1 AS siblings
       FROM (VALUES {rows: text, text, bigint}) AS k
       JOIN offer ON offer.marketplace_id = k.column1 AND offer.item_id = k.column2 AND offer.turns_ms <= k.column3
       LEFT JOIN seller ON seller.seller_id = offer.seller_id`,
    keys.map(({ marketplaceId, itemId }) => [marketplaceId, itemId, now]),
  );
  const found = new Map<string, JudgedOffer[]>();
  for (const row of rows) {
    const seller = row.seller === null ? UNKNOWN_SELLER : factsOf(JSON.parse(row.seller));
    const one = { offer: JSON.parse(row.record) as Offer, own: row.own, columns: row, siblings: row.siblings, seller };
    const list = found.get(row.key);
    if (list) list.push(one);
    else found.set(row.key, [one]);
  }
  return found;
}

/** The result of judging offers: the rows to write, and the changes of their states. */
export type Judgements = { rows: Row[]; changes: StateChange[] };

/** The result of judging the offers of one item. */
export type JudgedItem = {
  /** The last time that has passed at which a date of one of these offers changed the board; null: there was none. */
  turnedMs: number | null;
  /** The state of each offer as it is stored now, by its `keyText`. */
  states: Map<string, OfferState>;
};

/** Judges offers on an item, and adds to `judgements` what changes. */
export function judgeOffers(
  judgements: Judgements,
  item: Item,
  judged: readonly JudgedOffer[],
  now: number,
): JudgedItem {
  let turnedMs: number | null = null;
  const states = new Map<string, OfferState>();
  for (const one of judged) {
    const judgement = judge(one, item, now);
    if (judgement.turnedMs !== null) turnedMs = Math.max(turnedMs ?? judgement.turnedMs, judgement.turnedMs);
    const before = one.columns?.state ?? null;
    const columns = rankColumnsOf(one, judgement, before);
    const key = offers.keyOf(one.offer);
    states.set(keyText(key), columns.state);
    if (RANK_COLUMNS.some((name) => one.columns?.[name] !== columns[name])) {
      judgements.rows.push([...key, ...RANK_COLUMNS.map((name) => columns[name])]);
    }
    if (columns.state !== before) {
      judgements.changes.push({ key: one.offer, before, after: columns.state });
    }
  }
  return { turnedMs, states };
}

export async function writeJudgements(tx: Sql, rows: readonly Row[]): Promise<void> {
  const set = RANK_COLUMNS.map((name, n) => `${name} = k.column${n + 4}`).join(', ');
  await tx.many(
    `UPDATE offer SET ${set} FROM (VALUES {rows: text key, text key, text key, ${rankColumnTypes}}) AS k
      WHERE offer.marketplace_id = k.column1 AND offer.seller_id = k.column2 AND offer.sku = k.column3`,
    rows,
  );
}

/** Has all offers on these items judged at the next rebuild: a figure of the item that gates use has changed. */
export async function judgeAgain(tx: Sql, keys: readonly ItemKey[]): Promise<void> {
  await tx.many(
    `UPDATE offer SET turns_ms = ${TO_JUDGE} FROM (VALUES {rows: text key, text key}) AS k
      WHERE offer.marketplace_id = k.column1 AND offer.item_id = k.column2`,
    keys.map(({ marketplaceId, itemId }) => [marketplaceId, itemId]),
  );
}

/** The same for the offers of one seller on an item: its facts changed, or another of its offers there is gone. */
export async function judgeSellerAgain(tx: Sql, keys: readonly (ItemKey & { sellerId: string })[]): Promise<void> {
  await tx.many(
    `UPDATE offer SET turns_ms = ${TO_JUDGE} FROM (VALUES {rows: text key, text key, text key}) AS k
      WHERE offer.marketplace_id = k.column1 AND offer.item_id = k.column2 AND offer.seller_id = k.column3`,
    keys.map(({ marketplaceId, itemId, sellerId }) => [marketplaceId, itemId, sellerId]),
  );
}
