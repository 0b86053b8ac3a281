import type { Row, Sql } from '../../db/db.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import { type Board, type BoardInputs, boardOf, inputsOf } from '../../domain/pricing/board.ts';
import { hasBusinessTerms } from '../../domain/pricing/offers.ts';
import { addEvents, hasEventReceivers } from '../events/board-events.ts';
import type { Occasion } from '../events/occasion.ts';
import type { RebuiltItem } from '../events/rebuilt-item.ts';
import { recordDecisions } from '../history/price-history.ts';
import { mayChangeGaps, queueGapWalks } from '../listings/gap-walks.ts';
import { offers } from '../offers/offer.ts';
import type { JudgedOffer } from '../offers/offer-judgement.ts';
import { type NewState, statesAfter, writeStates } from '../offers/offer-states.ts';
import { items } from '../records/item.ts';
import { keyText } from '../records/record-table.ts';
import { type RankedItem, readBoardInputs } from './board-inputs.ts';
import { removeBoards, writeBoards } from './board-table.ts';
import { type BoardTexts, boardTexts, rebuiltItem, removedItem } from './board-texts.ts';
import { judgeChanged, judgeWhole } from './judged-items.ts';
import { refreshOwnOfferTexts } from './own-offer-text.ts';
import { Pauses } from './pauses.ts';
import { changedOffers, type Shelf, shelvesOf, writeShelves } from './shelf-texts.ts';
import { nothingWritten, type StoredItem, storedItems, type Written } from './stored-items.ts';

/** The version of the boards that a process writes, and the oldest version that can read them. */
export type BoardFormat = { readonly version: number; readonly oldestReader: number };

/**
 * Rebuilds the boards and shelves of these items, as of `now`, in pieces (`pauses.ts`). Removes the boards of items that no
 * longer exist. Queues what changed for the sellers concerned.
 *
 * A board of this version needs the records of the offers that changed since it was built, and no others: what the rule says
 * about the others stands in their columns. For a board of another version, or for a clock that was a day wrong, all offers are
 * judged again.
 */
export async function rebuildBoards(
  tx: Sql,
  format: BoardFormat,
  keys: readonly ItemKey[],
  now: number,
  occasion: Occasion,
  written: Written = nothingWritten(),
): Promise<void> {
  const pauses = new Pauses();
  const { stored, removed, hasReceivers } = await storedItems(tx, keys, written, now);
  const isCurrent = ({ version, validFrom, nowMs, before }: StoredItem) =>
    version === format.version && before.decision !== null && (validFrom === null || validFrom <= nowMs);
  const { whole = [], changed = [] } = Object.groupBy(stored, (one) => (isCurrent(one) ? 'changed' : 'whole'));
  const all = await judgeWhole(tx, whole, written, now, pauses);
  const some = await judgeChanged(tx, changed, written, now, pauses);
  const judgedOn = ({ key }: StoredItem) => all.get(key) ?? some.get(key) ?? [];
  const inputs = await readBoardInputs(
    tx,
    changed.map((one) => rankedItem(one, judgedOn(one))),
  );
  for (const one of whole) inputs.set(one.key, inputsOf(one.item, judgedOn(one), one.nowMs));

  const built: { one: StoredItem; board: Board }[] = [];
  const shelves: Shelf[] = [];
  const states: NewState[] = [];
  for (const one of stored) {
    await pauses.here();
    const board = boardOf(one.item, inputs.get(one.key) as BoardInputs);
    if (isCurrent(one)) board.validFrom = latest([one.validFrom, ...judgedOn(one).map(turnedMsOf)]);
    built.push({ one, board });
    shelves.push(...shelvesOf(one.item, 'Consumer', board.consumer, one.nowMs));
    if (board.business) shelves.push(...shelvesOf(one.item, 'Business', board.business, one.nowMs));
    states.push(...statesAfter(one.item, one.before.decision, board.decision, statesIn(judgedOn(one))));
  }
  await writeStates(tx, states);
  await refreshOwnOfferTexts(tx, { all: all.values(), some: some.values() }, pauses);
  const shelfTexts = await writeShelves(tx, keys, shelves, changedOffers([...all, ...some]));
  const rows: Row[] = [];
  const rebuilt: RebuiltItem[] = [];
  for (const { one, board } of built) {
    await pauses.here();
    const texts = boardTexts(one.item, board, shelfTexts);
    rows.push(boardRow(one, board, texts, format));
    if (mayBeTold(one, written)) rebuilt.push(rebuiltItem(one, board, texts, format.version));
  }
  await writeBoards(tx, rows);
  const withGaps = built.filter(({ one, board }) =>
    mayChangeGaps(one.before.decision, board.decision, judgedOn(one).length),
  );
  await queueGapWalks(
    tx,
    withGaps.map(({ one }) => one.item),
    now,
  );
  await removeBoards(
    tx,
    removed.map(({ key }) => key),
  );
  await recordDecisions(
    tx,
    [
      ...removed.map(({ key, before }) => ({ key, before: before.decision, after: null })),
      ...built.map(({ one, board }) => ({ key: one.item, before: one.before.decision, after: board.decision })),
    ],
    now,
  );
  if (!(hasReceivers ?? (await hasEventReceivers(tx)))) return;
  const gone = removed.flatMap((one) => removedItem(one, written.notes, now));
  await addEvents(tx, [...rebuilt, ...gone], written.notes, occasion);
}

/**
 * Whether somebody may have to be told about an item: a receiver of events has an offer on it, or had one. An offer may have
 * left it in this transaction, or while the board was stale.
 */
function mayBeTold({ key, hasReceivers, before }: StoredItem, { notes }: Written): boolean {
  return hasReceivers || before.pending !== null || before.staleness !== 'none' || notes.hasLost(key);
}

function boardRow(
  { item }: StoredItem,
  { validFrom, validUntil, decision, consumer: { status } }: Board,
  { consumer, business }: BoardTexts,
  { version, oldestReader }: BoardFormat,
): Row {
  return [
    ...items.keyOf(item),
    version,
    oldestReader,
    validFrom,
    validUntil,
    status,
    consumer.product,
    business?.product ?? null,
    consumer.summary,
    business?.summary ?? null,
    JSON.stringify(decision),
  ];
}

/** The offers on sale are at most those of the last decision, and the judged ones. */
function rankedItem({ item, before, turnsMs, nowMs }: StoredItem, judged: readonly JudgedOffer[]): RankedItem {
  const { marketplaceId, itemId } = item;
  const { decision } = before;
  // The next date was read before these offers were judged: counting reads it again.
  const isDue = turnsMs !== null && turnsMs <= nowMs;
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
