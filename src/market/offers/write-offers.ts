import type { Sql } from '../../db/db.ts';
import { items, itemsWithNewThreshold } from '../records/item.ts';
import { offers } from '../records/offer.ts';
import type { OfferChange, RecordChange } from '../records/record-change.ts';
import { keyText, removeRows } from '../records/record-table.ts';
import { factsOf } from '../records/seller.ts';
import { judgeOffer, markSellerToJudge, markToJudge, type RankedTransition } from './judge-offers.ts';
import { type OfferToStore, writeOfferRows } from './offer-rows.ts';
import { TO_JUDGE } from './stored-offers.ts';

/** When offers are judged: the present time, and the items (by `keyText`) whose boards are only marked: their rebuild judges them again. */
export type JudgingTime = { now: number; isMarked(itemKey: string): boolean };

/**
 * The second stage of the pipeline: judges the offers of a group of changes and writes their rows, the records included. Has the
 * other offers judged again that depend on what changed.
 */
export async function writeOffers(
  tx: Sql,
  changes: readonly RecordChange[],
  time: JudgingTime,
): Promise<RankedTransition[]> {
  await markToJudge(tx, itemsWithNewThreshold(changes));
  const changed = changes.filter((change) => change.kind === 'offer');
  if (changed.length === 0) return [];
  const written = changed.map((change) => judged(change, time));
  await writeOfferRows(
    tx,
    written.flatMap(({ row }) => row ?? []),
    time.now,
  );
  const removed = changed.filter(({ after }) => after === undefined);
  await removeRows(
    tx,
    offers,
    removed.map(({ key }) => key),
  );
  await markSellerToJudge(
    tx,
    changed.flatMap(({ key, before, after }) =>
      before !== undefined && after?.offer.itemId !== before.item_id ? { ...key, itemId: before.item_id } : [],
    ),
  );
  return written.map(({ transition }) => transition);
}

function judged(
  { key, before, after: written }: OfferChange,
  { now, isMarked }: JudgingTime,
): { transition: RankedTransition; row?: OfferToStore } {
  const was = before && { itemId: before.item_id, state: before.state, text: before.record };
  if (written === undefined) return { transition: { key, before: was, after: undefined, isRecordChanged: true } };
  const { offer, text, item } = written;
  const after = judgeOffer({ offer, seller: factsOf(written.seller) }, item, before?.state ?? null, now);
  if (isMarked(keyText(items.keyOf(item)))) after.columns = { ...after.columns, turns_ms: TO_JUDGE };
  return {
    transition: { key, before: was, after, isRecordChanged: true },
    row: { offer, text, columns: after.columns, before },
  };
}
