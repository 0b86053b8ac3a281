import type { Row, Sql } from '../../db/db.ts';
import type { Item, ItemKey } from '../../domain/market/item.ts';
import type { Offer } from '../../domain/market/offer.ts';
import { UNKNOWN_SELLER } from '../../domain/market/seller.ts';
import { judge } from '../../domain/pricing/judgement.ts';
import type { OfferState } from '../../domain/pricing/offer-state.ts';
import type { MarketOffer } from '../../domain/pricing/offers.ts';
import type { StateChange } from '../history/price-history.ts';
import { keyText } from '../records/record-table.ts';
import { factsOf } from '../records/seller.ts';
import { type OfferRow, offerRow, offers, type StoredOffer, TO_JUDGE } from './offer.ts';
import { RANK_COLUMNS, type RankColumns, rankColumnsOf, rankColumnTypes, rankValues } from './offer-ranking.ts';

/** An offer with what the rule says about it, as it is stored now. */
export type JudgedOffer = MarketOffer & {
  columns: RankColumns;
  /** The last time that has passed at which a date of the offer changed the board; null: there was none. */
  turnedMs: number | null;
  /** The state before. Null: it is new, or was not judged before. */
  stateBefore: OfferState | null;
  /** The own-offer text (`own-offer-text.ts`) as stored; undefined: that of a seller without another offer on the item. */
  own?: string | null;
  /** Whether it is known that its seller has no other offer on the item, unless that one is judged, too. */
  isAlone?: boolean;
};

/** Judges an offer. `before` is its stored state. */
export function judgeOffer(
  one: MarketOffer,
  item: Pick<Item, 'competitivePriceThresholdMinor'>,
  before: OfferState | null,
  now: number,
): JudgedOffer {
  const judgement = judge(one, item, now);
  const columns = rankColumnsOf(one, judgement, before);
  return { offer: one.offer, seller: one.seller, columns, turnedMs: judgement.turnedMs, stateBefore: before };
}

/** Offers that were judged in a transaction, by their `keyText`: the last judgement counts. */
export class JudgedOffers {
  readonly #offers = new Map<string, JudgedOffer>();
  /** The changes of states, one after the other. */
  readonly changes: StateChange[] = [];

  put(judged: JudgedOffer): void {
    this.#offers.set(keyText(offers.keyOf(judged.offer)), judged);
    const { stateBefore: before, columns } = judged;
    if (columns.state !== before) this.changes.push({ key: judged.offer, before, after: columns.state });
  }

  get(offerKey: string): JudgedOffer | undefined {
    return this.#offers.get(offerKey);
  }

  remove(offerKey: string): void {
    this.#offers.delete(offerKey);
  }

  /** The offers on each item, by the item's `keyText`. */
  byItem(): Map<string, JudgedOffer[]> {
    return Map.groupBy(this.#offers.values(), ({ offer }) => keyText([offer.marketplaceId, offer.itemId]));
  }
}

/** Judges a stored offer. Adds its row if its columns change, and the change of its state. */
export function judgeStored(
  rows: Row[],
  changes: StateChange[],
  item: Item,
  stored: StoredOffer,
  now: number,
): JudgedOffer {
  const before = stored.columns.state;
  const judged = judgeOffer(stored, item, before, now);
  const { columns } = judged;
  if (RANK_COLUMNS.some((name) => stored.columns[name] !== columns[name])) {
    rows.push([...offers.keyOf(stored.offer), ...rankValues(columns)]);
  }
  if (columns.state !== before) changes.push({ key: stored.offer, before, after: columns.state });
  return { ...judged, own: stored.own };
}

/**
 * The offers on these items that must be judged before their boards are rebuilt, by the item's `keyText`. A row has the key of
 * an item, and the time for which it is rebuilt.
 */
export async function offersToJudge(tx: Sql, due: readonly Row[]): Promise<Map<string, StoredOffer[]>> {
  const rows = await tx.many<OfferRow & { key: string; seller: string | null }>(
    `SELECT k.column1 || '\n' || k.column2 AS key, ${offerRow}, seller.record AS seller
       FROM (VALUES {rows: text, text, bigint}) AS k
       JOIN offer ON offer.marketplace_id = k.column1 AND offer.item_id = k.column2 AND offer.turns_ms <= k.column3
       LEFT JOIN seller ON seller.seller_id = offer.seller_id`,
    due,
  );
  const found = new Map<string, StoredOffer[]>();
  for (const row of rows) {
    const seller = row.seller === null ? UNKNOWN_SELLER : factsOf(JSON.parse(row.seller));
    const one = { offer: JSON.parse(row.record) as Offer, seller, own: row.own, columns: row };
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
