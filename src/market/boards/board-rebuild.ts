import type { Row, Sql } from '../../db/db.ts';
import type { Item, ItemKey } from '../../domain/market/item.ts';
import { UNKNOWN_SELLER } from '../../domain/market/seller.ts';
import { type BoardInputs, boardOf, inputsOf } from '../../domain/pricing/board.ts';
import type { Decision } from '../../domain/pricing/decision.ts';
import { hasBusinessTerms } from '../../domain/pricing/offers.ts';
import { writeView } from '../../wire/pricing/board.ts';
import { type DecisionChange, recordDecisions, recordStates, type StateChange } from '../history/price-history.ts';
import { offerCountsOf, offers, offersOfItems, type StoredOffer } from '../offers/offer.ts';
import {
  type JudgedOffer,
  JudgedOffers,
  judgeStored,
  offersToJudge,
  writeJudgements,
} from '../offers/offer-judgement.ts';
import { type NewState, statesAfter, writeStates } from '../offers/offer-states.ts';
import { items } from '../records/item.ts';
import { keyText } from '../records/record-table.ts';
import { sellerFactsOf } from '../records/seller.ts';
import { type RankedItem, readBoardInputs } from './board-inputs.ts';
import { removeBoards, writeBoards } from './board-table.ts';
import { refreshOwnOfferTexts } from './own-offer-text.ts';
import { Pauses } from './pauses.ts';
import { changedOffers, type Shelf, shelvesOf, writeShelves } from './shelf-texts.ts';

/** The version of the boards that a process writes, and the oldest version that can read them. */
export type BoardFormat = { readonly version: number; readonly oldestReader: number };

/** Items that were added just now, by their `keyText`. */
export type NewItems = ReadonlyMap<string, Item>;

/** What a transaction has written before its boards are rebuilt: see `changes.ts`. */
export type Written = {
  newItems: NewItems;
  judged: JudgedOffers;
  /** Records of items that were parsed already, by their text. */
  parsedItems: ReadonlyMap<string, Item>;
};

const NOTHING_WRITTEN: Written = { newItems: new Map(), judged: new JudgedOffers(), parsedItems: new Map() };

/**
 * Rebuilds the boards and shelves of these items, as of `now`, in pieces (`pauses.ts`). Removes the boards of items that no
 * longer exist.
 *
 * A board of this version needs the records of the offers that changed since it was built, and no others: what the rule says
 * about the others stands in their columns. For a board of another version, or for a clock that was set back, all offers are
 * judged again.
 */
export async function rebuildBoards(
  tx: Sql,
  format: BoardFormat,
  keys: readonly ItemKey[],
  now: number,
  written: Written = NOTHING_WRITTEN,
): Promise<void> {
  const pauses = new Pauses();
  const { stored, removed } = await storedItems(tx, keys, written);
  const isCurrent = ({ version, validFrom, decision }: StoredItem) =>
    version === format.version && decision !== null && (validFrom === null || validFrom <= now);
  const { whole = [], changed = [] } = Object.groupBy(stored, (one) => (isCurrent(one) ? 'changed' : 'whole'));
  const all = await judgeWhole(tx, whole, written, now, pauses);
  const some = await judgeChanged(tx, changed, written, now, pauses);
  const judgedOn = ({ key }: StoredItem) => all.get(key) ?? some.get(key) ?? [];
  const inputs = await readBoardInputs(
    tx,
    changed.map((one) => rankedItem(one, judgedOn(one), now)),
  );
  for (const one of whole) inputs.set(one.key, inputsOf(one.item, judgedOn(one), now));

  const boards: Row[] = [];
  const shelves: Shelf[] = [];
  const states: NewState[] = [];
  const decided: DecisionChange[] = removed.map(({ key, decision }) => ({ key, before: decision, after: null }));
  for (const one of stored) {
    await pauses.here();
    const board = boardOf(one.item, inputs.get(one.key) as BoardInputs);
    const validFrom = isCurrent(one) ? latest([one.validFrom, ...judgedOn(one).map(turnedMsOf)]) : board.validFrom;
    const consumer = writeView(one.item, board.consumer);
    const business = board.business && writeView(one.item, board.business);
    boards.push([
      ...items.keyOf(one.item),
      format.version,
      format.oldestReader,
      validFrom,
      board.validUntil,
      board.consumer.status,
      consumer.product,
      business?.product ?? null,
      consumer.summary,
      business?.summary ?? null,
      JSON.stringify(board.decision),
    ]);
    shelves.push(...shelvesOf(one.item, 'Consumer', board.consumer));
    if (board.business) shelves.push(...shelvesOf(one.item, 'Business', board.business));
    decided.push({ key: one.item, before: one.decision, after: board.decision });
    states.push(...statesAfter(one.item, one.decision, board.decision, statesIn(judgedOn(one))));
  }
  await writeStates(tx, states);
  await refreshOwnOfferTexts(tx, { all: all.values(), some: some.values() }, pauses);
  await writeBoards(tx, boards);
  await writeShelves(tx, keys, shelves, changedOffers([...all, ...some]), now);
  await removeBoards(
    tx,
    removed.map(({ key }) => key),
  );
  await recordDecisions(tx, decided, now);
}

/** An item, and what is known of its board. Version 0: it has none. */
type StoredItem = {
  key: string;
  item: Item;
  version: number;
  validFrom: number | null;
  decision: Decision | null;
  /** When the next of its offers must be judged; null: none. */
  turnsMs: number | null;
};

/** The board of an item that no longer exists. */
type RemovedItem = { key: ItemKey; decision: Decision | null };

async function storedItems(
  tx: Sql,
  keys: readonly ItemKey[],
  { newItems, parsedItems }: Written,
): Promise<{ stored: StoredItem[]; removed: RemovedItem[] }> {
  const known = newItems.size === 0 ? keys : keys.filter((key) => !newItems.has(keyText(items.keyOf(key))));
  const rows = await tx.many<{
    marketplace_id: string;
    item_id: string;
    record: string | null;
    version: number | null;
    valid_from: number | null;
    decision: string | null;
    turns_ms: number | null;
  }>(
    `SELECT k.column1 AS marketplace_id, k.column2 AS item_id, item.record, board.version, board.valid_from, board.decision,
            (SELECT MIN(turns_ms) FROM offer WHERE offer.marketplace_id = k.column1 AND offer.item_id = k.column2
                AND offer.turns_ms IS NOT NULL) AS turns_ms
       FROM (VALUES {rows: text, text}) AS k
       LEFT JOIN item ON item.marketplace_id = k.column1 AND item.item_id = k.column2
       LEFT JOIN board ON board.marketplace_id = k.column1 AND board.item_id = k.column2`,
    known.map(items.keyOf),
  );
  const stored: StoredItem[] = [];
  const removed: RemovedItem[] = [];
  for (const {
    marketplace_id: marketplaceId,
    item_id: itemId,
    record,
    version,
    valid_from: validFrom,
    ...row
  } of rows) {
    const decision: Decision | null = row.decision === null ? null : JSON.parse(row.decision);
    const key = keyText([marketplaceId, itemId]);
    if (record === null) removed.push({ key: { marketplaceId, itemId }, decision });
    else {
      const item = parsedItems.get(record) ?? (JSON.parse(record) as Item);
      stored.push({ key, item, version: version ?? 0, validFrom, decision, turnsMs: row.turns_ms });
    }
  }
  for (const [key, item] of newItems) {
    stored.push({ key, item, version: 0, validFrom: null, decision: null, turnsMs: null });
  }
  return { stored, removed };
}

/** Judges all offers on these items, by the item's `keyText`. Those on new items were judged when they were written. */
async function judgeWhole(
  tx: Sql,
  whole: readonly StoredItem[],
  { newItems, judged }: Written,
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
  const result = await judgeAllStored(tx, known, withSeller, now, pauses);
  if (newItems.size > 0) {
    const put = judged.byItem();
    for (const { key } of whole) if (newItems.has(key)) result.set(key, put.get(key) ?? []);
  }
  return result;
}

/** The offers on these items that were judged when they were written, and those that must be judged now. */
async function judgeChanged(
  tx: Sql,
  changed: readonly StoredItem[],
  { judged }: Written,
  now: number,
  pauses: Pauses,
): Promise<Map<string, JudgedOffer[]>> {
  const put = judged.byItem();
  const due = changed.filter(({ turnsMs }) => turnsMs !== null && turnsMs <= now);
  if (due.length === 0) return new Map(changed.map(({ key }) => [key, put.get(key) ?? []]));
  const toJudge = await offersToJudge(
    tx,
    due.map(({ item }) => item),
    now,
  );
  const judgedNow = await judgeAllStored(tx, due, toJudge, now, pauses);
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
  now: number,
  pauses: Pauses,
): Promise<Map<string, JudgedOffer[]>> {
  const rows: Row[] = [];
  const result = new Map<string, JudgedOffer[]>();
  const changes: StateChange[] = [];
  for (const { key, item } of of) {
    const judged: JudgedOffer[] = [];
    for (const one of stored.get(key) ?? []) {
      await pauses.here();
      judged.push(judgeStored(rows, changes, item, one, now));
    }
    result.set(key, judged);
  }
  await writeJudgements(tx, rows);
  await recordStates(tx, changes, now);
  return result;
}

/** The offers on sale are at most those of the last decision, and the judged ones. */
function rankedItem({ item, decision, turnsMs }: StoredItem, judged: readonly JudgedOffer[], now: number): RankedItem {
  const { marketplaceId, itemId } = item;
  // The next date was read before these offers were judged: counting reads it again.
  const isDue = turnsMs !== null && turnsMs <= now;
  return {
    marketplaceId,
    itemId,
    maxOffers: isDue ? Number.POSITIVE_INFINITY : (decision?.offers ?? 0) + judged.length,
    // Only a judged offer can bring terms for business customers.
    mayHaveBusiness: decision?.hasBusiness !== false || judged.some(({ offer }) => hasBusinessTerms(offer)),
    turnsMs,
  };
}

const turnedMsOf = ({ turnedMs }: JudgedOffer) => turnedMs;

function latest(times: readonly (number | null)[]): number | null {
  let last: number | null = null;
  for (const time of times) if (time !== null && (last === null || time > last)) last = time;
  return last;
}

const statesIn = (judged: readonly JudgedOffer[]) =>
  new Map(judged.map(({ offer, columns }) => [keyText(offers.keyOf(offer)), columns.state]));

/** Offers judged in one transaction of background work: it takes some milliseconds, which block the event loop. */
const MAX_OFFERS_PER_TRANSACTION = 2_000;

/**
 * The first of these boards, as many as one transaction of background work can rebuild; at least one. An item can have
 * thousands of offers.
 */
export async function firstBatch(sql: Sql, keys: readonly ItemKey[]): Promise<ItemKey[]> {
  const counts = await offerCountsOf(sql, keys);
  let sum = 0;
  const end = keys.findIndex((key, n) => {
    sum += counts.get(keyText(items.keyOf(key))) ?? 0;
    return n > 0 && sum > MAX_OFFERS_PER_TRANSACTION;
  });
  return end < 0 ? [...keys] : keys.slice(0, end);
}
