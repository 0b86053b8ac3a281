import type { Row, Sql } from '../db/db.ts';
import type { Item, ItemKey } from '../domain/market/item.ts';
import type { Offer } from '../domain/market/offer.ts';
import { UNKNOWN_SELLER } from '../domain/market/seller.ts';
import { type BoardInputs, boardOf, inputsOf } from '../domain/pricing/board.ts';
import type { Decision } from '../domain/pricing/decision.ts';
import { writeView } from '../wire/pricing/board.ts';
import { readBoardInputs } from './board-inputs.ts';
import { removeBoards, writeBoards } from './board-table.ts';
import { type DecisionChange, recordDecisions, recordStates } from './history/price-history.ts';
import { items } from './item.ts';
import { offerCountsOf, offers, offersOfItems } from './offer.ts';
import { type JudgedOffer, type Judgements, judgeOffers, offersToJudge, writeJudgements } from './offer-judgement.ts';
import { type NewState, statesAfter, writeStates } from './offer-states.ts';
import { refreshOwnOfferTexts } from './own-offer-text.ts';
import { Pauses } from './pauses.ts';
import { keyText } from './record-table.ts';
import { sellerFactsOf } from './seller.ts';
import { type Shelf, shelvesOf, writeShelves } from './shelf-texts.ts';

/** The version of the boards that a process writes, and the oldest version that can read them. */
export type BoardFormat = { readonly version: number; readonly oldestReader: number };

/** New items with all their offers, by the item's `keyText`. */
export type NewItems = ReadonlyMap<string, { item: Item; offers: Offer[] }>;

/**
 * Rebuilds the boards and shelves of these items, as of `now`, in pieces (`pauses.ts`). Removes the boards of items that no
 * longer exist. Items in `newItems` are not read from the store.
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
  newItems: NewItems = new Map(),
): Promise<void> {
  const pauses = new Pauses();
  const { stored, removed } = await storedItems(tx, keys, newItems);
  const isCurrent = ({ version, validFrom, decision }: StoredItem) =>
    version === format.version && decision !== null && (validFrom === null || validFrom <= now);
  const { whole = [], changed = [] } = Object.groupBy(stored, (one) => (isCurrent(one) ? 'changed' : 'whole'));
  const judged = new Map([
    ...(await allOffers(tx, whole, newItems, pauses)),
    ...(await offersToJudge(
      tx,
      changed.map(({ item }) => item),
      now,
    )),
  ]);

  const judgements: Judgements = { rows: [], changes: [] };
  const turned = new Map<string, ReturnType<typeof judgeOffers>>();
  for (const { key, item } of stored) {
    await pauses.here();
    turned.set(key, judgeOffers(judgements, item, judged.get(key) ?? [], now));
  }
  await writeJudgements(tx, judgements.rows);
  const inputs = await readBoardInputs(
    tx,
    changed.map(({ item }) => item),
  );
  for (const { key, item } of whole) inputs.set(key, inputsOf(item, judged.get(key) ?? [], now));

  const boards: Row[] = [];
  const shelves: Shelf[] = [];
  const states: NewState[] = [];
  const decided: DecisionChange[] = removed.map(({ key, decision }) => ({ key, before: decision, after: null }));
  for (const one of stored) {
    await pauses.here();
    const judgedItem = turned.get(one.key) as ReturnType<typeof judgeOffers>;
    const board = boardOf(one.item, inputs.get(one.key) as BoardInputs);
    const validFrom = isCurrent(one) ? latest(one.validFrom, judgedItem.turnedMs) : board.validFrom;
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
    states.push(...statesAfter(one.item, one.decision, board.decision, judgedItem.states));
  }
  await writeStates(tx, states);
  await refreshOwnOfferTexts(tx, judged.values(), pauses);
  await writeBoards(tx, boards);
  await writeShelves(tx, keys, shelves, recordsOf(judged.values()), now);
  await removeBoards(
    tx,
    removed.map(({ key }) => key),
  );
  await recordStates(tx, judgements.changes, now);
  await recordDecisions(tx, decided, now);
}

/** An item, and what is known of its board. Version 0: it has none. */
type StoredItem = {
  key: string;
  item: Item;
  version: number;
  validFrom: number | null;
  decision: Decision | null;
};

/** The board of an item that no longer exists. */
type RemovedItem = { key: ItemKey; decision: Decision | null };

async function storedItems(
  tx: Sql,
  keys: readonly ItemKey[],
  newItems: NewItems,
): Promise<{ stored: StoredItem[]; removed: RemovedItem[] }> {
  const known = newItems.size === 0 ? keys : keys.filter((key) => !newItems.has(keyText(items.keyOf(key))));
  const rows = await tx.many<{
    marketplace_id: string;
    item_id: string;
    record: string | null;
    version: number | null;
    valid_from: number | null;
    decision: string | null;
  }>(
    `SELECT k.column1 AS marketplace_id, k.column2 AS item_id, item.record,
            board.version, board.valid_from, board.decision FROM (VALUES {rows: text, text}) AS k
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
    else stored.push({ key, item: JSON.parse(record), version: version ?? 0, validFrom, decision });
  }
  for (const [key, { item }] of newItems) stored.push({ key, item, version: 0, validFrom: null, decision: null });
  return { stored, removed };
}

/** All offers on these items with their sellers, by the item's `keyText`. */
async function allOffers(
  tx: Sql,
  whole: readonly StoredItem[],
  newItems: NewItems,
  pauses: Pauses,
): Promise<Map<string, JudgedOffer[]>> {
  if (whole.length === 0) return new Map();
  const known = whole.filter(({ key }) => !newItems.has(key));
  const byItem = await offersOfItems(
    tx,
    known.map(({ item }) => item),
    pauses,
  );
  for (const { key } of whole) {
    const added = newItems.get(key);
    if (added)
      byItem.set(
        key,
        added.offers.map((offer) => ({ offer, own: undefined, columns: undefined })),
      );
  }
  const sellerIds = new Set<string>();
  for (const list of byItem.values()) for (const { offer } of list) sellerIds.add(offer.sellerId);
  const facts = await sellerFactsOf(tx, sellerIds, pauses);
  const withSeller = new Map<string, JudgedOffer[]>();
  for (const [key, list] of byItem) {
    withSeller.set(
      key,
      list.map((one) => ({ ...one, seller: facts.get(one.offer.sellerId) ?? UNKNOWN_SELLER })),
    );
  }
  return withSeller;
}

const latest = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b));

function recordsOf(judged: Iterable<readonly JudgedOffer[]>): Map<string, Offer> {
  const records = new Map<string, Offer>();
  for (const list of judged) for (const { offer } of list) records.set(keyText(offers.keyOf(offer)), offer);
  return records;
}

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

/**
 * The number of changed offers from which on a board is not rebuilt with the change: judging one takes tens of microseconds,
 * and no other transaction can write meanwhile.
 */
const MIN_LARGE = 500;

/** Which of these items have very many offers to judge. New ones have not: the change itself has all their records. */
export async function bySize(
  sql: Sql,
  keys: readonly ItemKey[],
  newItems: NewItems,
): Promise<{ small: ItemKey[]; large: ItemKey[] }> {
  const counts = await offersToJudgeOf(sql, keys);
  const isLarge = (key: ItemKey) => {
    const text = keyText(items.keyOf(key));
    return !newItems.has(text) && (counts.get(text) ?? 0) >= MIN_LARGE;
  };
  const { small = [], large = [] } = Object.groupBy(keys, (key) => (isLarge(key) ? 'large' : 'small'));
  return { small, large };
}

/** The number of offers to judge on these items, by the item's `keyText`. Items without any are missing. */
async function offersToJudgeOf(sql: Sql, keys: readonly ItemKey[]): Promise<Map<string, number>> {
  const rows = await sql.many<{ key: string; offers: number }>(
    `SELECT k.column1 || '\n' || k.column2 AS key, COUNT(*) AS offers FROM (VALUES {rows: text, text}) AS k
       JOIN offer ON offer.marketplace_id = k.column1 AND offer.item_id = k.column2 AND offer.turns_ms = 0
      GROUP BY k.column1, k.column2`,
    keys.map(items.keyOf),
  );
  return new Map(rows.map(({ key, offers: count }) => [key, count]));
}
