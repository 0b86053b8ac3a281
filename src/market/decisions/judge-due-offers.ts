import type { Pauses } from '../../async/pauses.ts';
import type { Row, Sql } from '../../db/db.ts';
import { UNKNOWN_SELLER } from '../../domain/market/seller.ts';
import {
  type JudgedAgain,
  judgeStored,
  offersToJudge,
  type RankedOffer,
  type RankedTransition,
  writeJudgements,
} from '../offers/judge-offers.ts';
import { offersOfItems, type StoredOffer } from '../offers/stored-offers.ts';
import { items } from '../records/item.ts';
import { offers } from '../records/offer.ts';
import { keyText } from '../records/record-table.ts';
import { sellerFactsOf } from '../records/seller.ts';
import type { StoredItem } from './stored-items.ts';

/** Judges all offers on these items. By the item's `keyText`. */
export async function judgeAllOffers(
  tx: Sql,
  of: readonly StoredItem[],
  pauses: Pauses,
): Promise<Map<string, JudgedAgain>> {
  if (of.length === 0) return new Map();
  const keys = of.map(({ item }) => item);
  const byItem = await offersOfItems(tx, keys, pauses);
  const sellerIds = new Set<string>();
  for (const list of byItem.values()) for (const { offer } of list) sellerIds.add(offer.sellerId);
  const facts = await sellerFactsOf(tx, sellerIds, pauses);
  const withSeller = new Map<string, StoredOffer[]>();
  for (const [key, list] of byItem) {
    const stored = list.map((one) => ({ ...one, seller: facts.get(one.offer.sellerId) ?? UNKNOWN_SELLER }));
    withSeller.set(key, stored);
  }
  return judgeEach(tx, of, withSeller, pauses);
}

/** Judges the offers on these items of which a date has passed, or that a change left to be judged. By the item's `keyText`. */
export async function judgeDueOffers(
  tx: Sql,
  of: readonly StoredItem[],
  pauses: Pauses,
): Promise<Map<string, JudgedAgain>> {
  const due = of.filter(({ turnsMs, nowMs }) => turnsMs !== null && turnsMs <= nowMs);
  if (due.length === 0) return new Map();
  const keys = due.map(({ item, nowMs }) => [...items.keyOf(item), nowMs]);
  const toJudge = await offersToJudge(tx, keys, pauses);
  return judgeEach(tx, due, toJudge, pauses);
}

/** Offers that are judged without a pause. */
const OFFERS_AT_ONCE = 50;

async function judgeEach(
  tx: Sql,
  of: readonly StoredItem[],
  stored: ReadonlyMap<string, StoredOffer[]>,
  pauses: Pauses,
): Promise<Map<string, JudgedAgain>> {
  const rows: Row[] = [];
  const result = new Map<string, JudgedAgain>();
  for (const { key, item, nowMs } of of) {
    const list = stored.get(key) ?? [];
    const ranked: RankedOffer[] = [];
    const transitions: RankedTransition[] = [];
    let hasDatePassed = false;
    for (let start = 0; start < list.length; start += OFFERS_AT_ONCE) {
      await pauses.here();
      const some = judgeStored({ item, nowMs, stored: list.slice(start, start + OFFERS_AT_ONCE) });
      ranked.push(...some.ranked);
      transitions.push(...some.transitions);
      rows.push(...some.rows);
      hasDatePassed ||= some.hasDatePassed;
    }
    result.set(key, { ranked, transitions, hasDatePassed });
  }
  await writeJudgements(tx, rows);
  return result;
}

/** The offers that were judged when they were written, and those that were judged after that. */
export function withJudgedAgain(
  written: readonly RankedOffer[],
  again: readonly RankedOffer[],
): readonly RankedOffer[] {
  if (again.length === 0) return written;
  const names = new Set(again.map(({ offer }) => keyText(offers.keyOf(offer))));
  return [...written.filter(({ offer }) => !names.has(keyText(offers.keyOf(offer)))), ...again];
}
