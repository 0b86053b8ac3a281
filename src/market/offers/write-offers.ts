import type { Sql } from '../../db/db.ts';
import type { Offer } from '../../domain/market/offer.ts';
import { writeOwnOfferText } from '../../wire/pricing/board.ts';
import { items, itemsWithNewThreshold } from '../records/item.ts';
import { offers } from '../records/offer.ts';
import type { OfferChange, OfferToWrite, PreviousOffer, RecordChange } from '../records/record-change.ts';
import { keyText, removeRows } from '../records/record-table.ts';
import { factsOf } from '../records/seller.ts';
import { judgeOffer, markSellerToJudge, markToJudge, type RankedTransition } from './judge-offers.ts';
import { type RankColumns, rankColumnTypes, rankValues } from './offer-ranking.ts';
import { TO_JUDGE } from './stored-offers.ts';

/** When offers are judged: the present time, and the items (by `keyText`) whose boards are only marked: their rebuild judges them again. */
export type JudgingTime = { now: number; isMarked(itemKey: string): boolean };

/** Offers whose rows are written after the decision about their item, given by its `keyText`. */
export type WrittenLater = (itemKey: string) => boolean;

/** What became of the offers, and those whose rows are still to be written: of new items, and `waiting` ones (`waiting-offers.ts`). */
export type WrittenOffers = { transitions: RankedTransition[]; later: OfferToStore[]; waiting: OfferToStore[] };

/**
 * The second stage of the pipeline: judges the offers of a group of changes and writes their rows, the records included. Has the
 * other offers judged again that depend on what changed.
 */
export async function writeOffers(
  tx: Sql,
  changes: readonly RecordChange[],
  { isLater, mayWait, ...time }: JudgingTime & { isLater: WrittenLater; mayWait: boolean },
): Promise<WrittenOffers> {
  await markToJudge(tx, itemsWithNewThreshold(changes));
  const changed = changes.filter((change) => change.kind === 'offer');
  if (changed.length === 0) return { transitions: [], later: [], waiting: [] };
  const written = changed.map((change) => judged(change, time));
  const rows = written.flatMap(({ row }) => row ?? []);
  const {
    now = [],
    later = [],
    waiting = [],
  } = Object.groupBy(rows, ({ offer, columns }) => {
    if (isLater(keyText(items.keyOf(offer)))) return 'later';
    return mayWait && columns.turns_ms === null ? 'waiting' : 'now';
  });
  await writeOfferRows(tx, now, time.now);
  const removed = changed.filter(({ after }) => after === undefined).map(({ key }) => key);
  await removeRows(tx, offers, removed);
  await markSellerToJudge(
    tx,
    changed.flatMap(({ key, before, after }) =>
      before !== undefined && after?.offer.itemId !== before.item_id ? { ...key, itemId: before.item_id } : [],
    ),
  );
  return { transitions: written.map(({ transition }) => transition), later, waiting };
}

function judged(
  { key, before, after: written }: OfferChange,
  { now, isMarked }: JudgingTime,
): { transition: RankedTransition; row?: OfferToStore } {
  const was = before && {
    ...{ itemId: before.item_id, state: before.state, text: before.record, termsRevision: before.terms_revision },
  };
  if (written === undefined) return { transition: { key, before: was, after: undefined, isRecordChanged: true } };
  const { offer, text, item } = written;
  const after = judgeOffer({ offer, seller: factsOf(written.seller) }, item, before?.state ?? null, now);
  if (isMarked(keyText(items.keyOf(item)))) after.columns = { ...after.columns, turns_ms: TO_JUDGE };
  return {
    transition: { key, before: was, after, isRecordChanged: true, termsRevision: written.termsRevision },
    row: { offer, text, columns: after.columns, before, terms: termsColumns(written, before, now) },
  };
}

/** A seller with more offers on an item has no own-offer text there: each of its texts would contain all of them. */
const MAX_OWN_OFFERS = 4;

/** The 4.3 text about all offers of a seller on an item, which is stored on each of them. */
export const ownTextOf = (ofSeller: readonly Offer[]): string | null =>
  ofSeller.length > MAX_OWN_OFFERS ? null : writeOwnOfferText(ofSeller);

/** An offer to write, with what is stored of it. */
export type OfferToStore = {
  offer: Offer;
  text: string;
  columns: RankColumns;
  before: PreviousOffer | undefined;
  /**
   * Revision of the terms, when a change of the seller was last applied, since when the terms are in force, and as of when the
   * operator's last record was true.
   */
  terms: readonly [revision: number, setMs: number | null, sinceMs: number | null, recordMs: number | null];
};

function termsColumns(
  { termsRevision, policy, recordMs }: OfferToWrite,
  before: PreviousOffer | undefined,
  now: number,
): OfferToStore['terms'] {
  const setMs = policy?.by === 'seller' ? now : (before?.terms_set_ms ?? null);
  if (before?.terms_revision === termsRevision) return [termsRevision, setMs, before.terms_since_ms, recordMs];
  return [termsRevision, setMs, Math.max(now, before?.terms_since_ms ?? 0), recordMs];
}

const types = {
  ...{ item_id: 'text', own: 'text', changed_ms: 'bigint', ...rankColumnTypes, record: 'text' },
  ...{ terms_revision: 'bigint', terms_set_ms: 'bigint', terms_since_ms: 'bigint', record_ms: 'bigint' },
};
const names = Object.keys(types);

const conflict = `ON CONFLICT (${offers.keyColumns.join(', ')}) DO UPDATE SET`;
const put = `INSERT INTO offer (${[...offers.keyColumns, ...names].join(', ')})
   VALUES {rows: text key, text key, text key, ${Object.values(types).join(', ')}}
   ${conflict} ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`;

const putWhole = `INSERT INTO offer (${[...offers.keyColumns, ...names, 'gap_minor'].join(', ')})
   VALUES {rows: text key, text key, text key, ${Object.values(types).join(', ')}, bigint}
   ${conflict} ${[...names, 'gap_minor'].map((name) => `${name} = excluded.${name}`).join(', ')}`;

/** An offer with all that is stored of it. The state in its columns is the one that the decision about its item gives it. */
export type WholeOffer = Omit<OfferToStore, 'before'> & { own: string | null; gapMinor: number | null };

/** Writes offers once, instead of row, state, own-offer text and gap one after the other: each costs an entry in every index. */
export async function writeWholeOffers(tx: Sql, rows: readonly WholeOffer[], now: number): Promise<void> {
  await tx.many(
    putWhole,
    rows.map(({ offer, text, columns, own, gapMinor, terms }) => [
      ...[...offers.keyOf(offer), offer.itemId, own, now, ...rankValues(columns), text, ...terms, gapMinor],
    ]),
  );
}

/** A change of a price leaves the item and mostly the state: then the indexes on these columns are not written. */
const sameState = changeBut('item_id', 'state');
const sameItem = changeBut('item_id');

function changeBut(...kept: readonly string[]): { sql: string; keeps(n: number): boolean } {
  const changing = Object.entries(types).filter(([name]) => !kept.includes(name));
  const sql = `UPDATE offer SET ${changing.map(([name], n) => `${name} = k.column${n + 4}`).join(', ')}
   FROM (VALUES {rows: text key, text key, text key, ${changing.map(([, type]) => type).join(', ')}}) AS k
   WHERE offer.marketplace_id = k.column1 AND offer.seller_id = k.column2 AND offer.sku = k.column3`;
  return { sql, keeps: (n) => kept.includes(names[n] as string) };
}

/** Writes records of offers with what the rule says about them. */
export async function writeOfferRows(tx: Sql, rows: readonly OfferToStore[], now: number): Promise<void> {
  const kindOf = ({ before, offer, columns }: OfferToStore) => {
    if (before?.item_id !== offer.itemId) return 'other';
    return before.state === columns.state ? 'sameState' : 'sameItem';
  };
  const kinds = Object.groupBy(rows, kindOf);
  // The own-offer text is that of a seller without another offer on the item, as most have none. The rebuild corrects others.
  const values = ({ offer, text, columns, terms }: OfferToStore) => [
    ...[offer.itemId, writeOwnOfferText([offer]), now, ...rankValues(columns), text, ...terms],
  ];
  const rowsOf = (of: readonly OfferToStore[] = [], keeps: (n: number) => boolean = () => false) =>
    of.map((row) => [...offers.keyOf(row.offer), ...values(row).filter((_value, n) => !keeps(n))]);
  await tx.many(put, rowsOf(kinds.other));
  await tx.many(sameState.sql, rowsOf(kinds.sameState, sameState.keeps));
  await tx.many(sameItem.sql, rowsOf(kinds.sameItem, sameItem.keeps));
}
