import type { Row, Sql } from '../../db/db.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import { type Board, type BoardInputs, boardOf, inputsOf } from '../../domain/pricing/board.ts';
import { hasBusinessTerms } from '../../domain/pricing/offers.ts';
import { writeView } from '../../wire/pricing/board.ts';
import { type DecisionChange, recordDecisions } from '../history/price-history.ts';
import { offers } from '../offers/offer.ts';
import type { JudgedOffer } from '../offers/offer-judgement.ts';
import { type NewState, statesAfter, writeStates } from '../offers/offer-states.ts';
import { items } from '../records/item.ts';
import { keyText } from '../records/record-table.ts';
import { type RankedItem, readBoardInputs } from './board-inputs.ts';
import { removeBoards, writeBoards } from './board-table.ts';
import { judgeChanged, judgeWhole } from './judged-items.ts';
import { refreshOwnOfferTexts } from './own-offer-text.ts';
import { Pauses } from './pauses.ts';
import { changedOffers, type Shelf, shelvesOf, writeShelves } from './shelf-texts.ts';
import { NOTHING_WRITTEN, type StoredItem, storedItems, type Written } from './stored-items.ts';

/** The version of the boards that a process writes, and the oldest version that can read them. */
export type BoardFormat = { readonly version: number; readonly oldestReader: number };

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
    boards.push(boardRow(one, { ...board, validFrom }, format));
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

function boardRow({ item }: StoredItem, board: Board, { version, oldestReader }: BoardFormat): Row {
  const { validFrom, validUntil, decision } = board;
  const consumer = writeView(item, board.consumer);
  const business = board.business && writeView(item, board.business);
  return [
    ...items.keyOf(item),
    version,
    oldestReader,
    validFrom,
    validUntil,
    board.consumer.status,
    consumer.product,
    business?.product ?? null,
    consumer.summary,
    business?.summary ?? null,
    JSON.stringify(decision),
  ];
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
