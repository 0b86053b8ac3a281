import type { Sql } from '../../db/db.ts';
import { boxIn, type Decision } from '../../domain/pricing/decision.ts';
import { gapMinorOf } from '../../domain/pricing/gap.ts';
import { stateOf } from '../../domain/pricing/offer-state.ts';
import {
  type OfferToStore,
  ownTextOf,
  type WholeOffer,
  type WrittenLater,
  writeWholeOffers,
} from '../offers/write-offers.ts';
import { items } from '../records/item.ts';
import type { RecordChange } from '../records/record-change.ts';
import { keyText } from '../records/record-table.ts';
import type { DecidedItem } from './market-change.ts';
import { knownItems } from './stored-items.ts';

/*
 * The offers of new items, as those of an import. Their item is decided about in memory, from nothing that is stored. So they are
 * written after the decision, once, with what it says about them: otherwise the state of each holder, the own-offer text of each
 * seller with two offers, and the gap of every offer would rewrite its row, and an entry in each of its indexes.
 */

/** Whether an item, given by its `keyText`, is new with all its offers. None is when anything was changed or removed beside it. */
export function newItems(changes: readonly RecordChange[], isMarked: (itemKey: string) => boolean): WrittenLater {
  const { added } = knownItems(changes);
  return (itemKey) => added.has(itemKey) && !isMarked(itemKey);
}

/** Writes the offers that wait for the decisions about their items. Returns these items, by their `keyText`. */
export async function writeNewOffers(
  tx: Sql,
  later: readonly OfferToStore[],
  decided: readonly DecidedItem[],
  now: number,
): Promise<ReadonlySet<string>> {
  if (later.length === 0) return new Set();
  const decisions = new Map(decided.map(({ key, after }) => [key, after]));
  const byItem = Map.groupBy(later, ({ offer }) => keyText(items.keyOf(offer)));
  const rows: WholeOffer[] = [];
  for (const [key, ofItem] of byItem) {
    const decision = decisions.get(key);
    if (!decision) throw new Error(`There is no decision about the new item ${key}.`);
    for (const ofSeller of Map.groupBy(ofItem, ({ offer }) => offer.sellerId).values()) {
      const own = ownTextOf(ofSeller.map(({ offer }) => offer));
      for (const one of ofSeller) rows.push({ ...one, ...decidedColumns(one, decision), own });
    }
  }
  await writeWholeOffers(tx, rows, now);
  return new Set(byItem.keys());
}

function decidedColumns(
  { offer, columns }: OfferToStore,
  decision: Decision,
): Pick<WholeOffer, 'columns' | 'gapMinor'> {
  const { condition } = offer;
  const box = boxIn(decision, { condition, customer: 'Consumer', offerType: 'B2C' });
  const hasShippingCharge = columns.shipping_minor !== null;
  return {
    columns: { ...columns, state: stateOf(offer, columns.failing_gates, box) },
    gapMinor: gapMinorOf(columns.landed_minor, hasShippingCharge, box?.holder) ?? null,
  };
}
