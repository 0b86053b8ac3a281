import type { Row, Sql } from '../../db/db.ts';
import { UNKNOWN_SELLER } from '../../domain/market/seller.ts';
import type { TransactionNotes } from '../events/transaction-notes.ts';
import { recordStates, type StateChange } from '../history/price-history.ts';
import { offers, offersOfItems, type StoredOffer } from '../offers/offer.ts';
import { type JudgedOffer, judgeStored, offersToJudge, writeJudgements } from '../offers/offer-judgement.ts';
import { items } from '../records/item.ts';
import { keyText } from '../records/record-table.ts';
import { sellerFactsOf } from '../records/seller.ts';
import type { Pauses } from './pauses.ts';
import type { StoredItem, Written } from './stored-items.ts';

/** Judges all offers on these items, by the item's `keyText`. Those on new items were judged when they were written. */
export async function judgeWhole(
  tx: Sql,
  whole: readonly StoredItem[],
  { newItems, judged, notes }: Written,
  now: number,
  pauses: Pauses,
): Promise<Map<string, JudgedOffer[]>> {
  if (whole.length === 0) return new Map();
  const known = whole.filter(({ key }) => !newItems.has(key));
  const byItem = await offersOfItems(
    tx,
    known.map(({ item }) => item),
    pauses,
  );
  const sellerIds = new Set<string>();
  for (const list of byItem.values()) for (const { offer } of list) sellerIds.add(offer.sellerId);
  const facts = await sellerFactsOf(tx, sellerIds, pauses);
  const withSeller = new Map<string, StoredOffer[]>();
  for (const [key, list] of byItem) {
    withSeller.set(
      key,
      list.map((one) => ({ ...one, seller: facts.get(one.offer.sellerId) ?? UNKNOWN_SELLER })),
    );
  }
  const result = await judgeAllStored(tx, known, withSeller, notes, now, pauses);
  if (newItems.size > 0) {
    const put = judged.byItem();
    for (const { key } of whole) if (newItems.has(key)) result.set(key, put.get(key) ?? []);
  }
  return result;
}

/** The offers on these items that were judged when they were written, and those that must be judged now. */
export async function judgeChanged(
  tx: Sql,
  changed: readonly StoredItem[],
  { judged, notes }: Written,
  now: number,
  pauses: Pauses,
): Promise<Map<string, JudgedOffer[]>> {
  const put = judged.byItem();
  const due = changed.filter(({ turnsMs, nowMs }) => turnsMs !== null && turnsMs <= nowMs);
  if (due.length === 0) return new Map(changed.map(({ key }) => [key, put.get(key) ?? []]));
  const toJudge = await offersToJudge(
    tx,
    due.map(({ item, nowMs }) => [...items.keyOf(item), nowMs]),
  );
  const judgedNow = await judgeAllStored(tx, due, toJudge, notes, now, pauses);
  return new Map(
    changed.map(({ key }) => {
      const offersNow = judgedNow.get(key) ?? [];
      const texts = new Set(offersNow.map(({ offer }) => keyText(offers.keyOf(offer))));
      const before = (put.get(key) ?? []).filter(({ offer }) => !texts.has(keyText(offers.keyOf(offer))));
      return [key, [...before, ...offersNow]];
    }),
  );
}

async function judgeAllStored(
  tx: Sql,
  of: readonly StoredItem[],
  stored: ReadonlyMap<string, StoredOffer[]>,
  notes: TransactionNotes,
  now: number,
  pauses: Pauses,
): Promise<Map<string, JudgedOffer[]>> {
  const rows: Row[] = [];
  const result = new Map<string, JudgedOffer[]>();
  const changes: StateChange[] = [];
  for (const { key, item, nowMs } of of) {
    const judged: JudgedOffer[] = [];
    for (const one of stored.get(key) ?? []) {
      await pauses.here();
      const offer = judgeStored(rows, changes, item, one, nowMs);
      notes.judgeOffer(offer, item, one.columns.turns_ms, nowMs);
      judged.push(offer);
    }
    result.set(key, judged);
  }
  await writeJudgements(tx, rows);
  await recordStates(tx, changes, now);
  return result;
}
