import { Pauses } from '../../async/pauses.ts';
import type { Sql } from '../../db/db.ts';
import { joinedTransitions, transitionsByItem } from '../../domain/changes/offer-transition.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import { together } from '../../domain/maybe-promise.ts';
import { type Board, type BoardInputs, boardOf, inputsOf } from '../../domain/pricing/board.ts';
import type { JudgedAgain, RankedOffer, RankedTransition } from '../offers/judge-offers.ts';
import { WaitingOffers } from '../offers/waiting-offers.ts';
import { items, itemsWithNewThreshold } from '../records/item.ts';
import type { RecordChange } from '../records/record-change.ts';
import { keyText } from '../records/record-table.ts';
import { rankedItem, readBoardInputs } from './board-inputs.ts';
import { boardTexts } from './board-texts.ts';
import { judgeAllOffers, judgeDueOffers, withJudgedAgain } from './judge-due-offers.ts';
import type { BoardFormat, DecidedItem, MarketChange } from './market-change.ts';
import { type Shelf, shelvesOf, writeShelves } from './shelf-texts.ts';
import { knownItems, type StoredItem, storedItems } from './stored-items.ts';
import { storedShelves } from './stored-shelves.ts';

/** What the stages before wrote in this transaction: each offer once. */
export type Written = {
  readonly records: readonly RecordChange[];
  readonly offers: readonly RankedTransition[];
  /** Those of the offers whose rows are not written yet. */
  readonly waiting: WaitingOffers;
};

/** For a rebuild without a change. */
export const nothingWritten = (now: number): Written => ({
  ...{ records: [], offers: [], waiting: new WaitingOffers([], now) },
});

export type Decisions = Pick<MarketChange, 'offers' | 'decided' | 'removed'>;

/**
 * The third stage of the pipeline: decides about items, for `now`, in pieces (`async/pauses.ts`). It reads what is stored of them and
 * writes nothing but the judgements of offers whose time has come, and waiting offers that it reads among others.
 *
 * A board of this version needs the records of the offers that changed since it was built, and no others: what the rule says
 * about the others stands in their columns. For a board of another version, or for a clock that was a day wrong, all offers are
 * judged again.
 */
export async function decideItems(
  tx: Sql,
  keys: readonly ItemKey[],
  written: Written,
  { format, now }: { format: BoardFormat; now: number },
): Promise<Decisions> {
  const pauses = new Pauses();
  const known = knownItems(written.records);
  const { stored, removed } = await storedItems(tx, keys, known, now);
  const judged = await judgeItems(tx, stored, written, {
    format,
    pauses,
    isAdded: (key) => known.added.has(key),
  });
  // An item that was added just now has no lists.
  const withShelves = keys.filter((key) => !known.added.has(keyText(items.keyOf(key))));
  const [boards, storedTexts] = await together([
    decideBoards(tx, judged, written.waiting, pauses),
    storedShelves(tx, withShelves),
  ]);
  const changed = new Map(judged.map(({ key, ranked }) => [key, ranked]));
  const shelves = await writeShelves(tx, boards.flatMap(shelvesIn), storedTexts, changed);
  const offers = joinedTransitions([...written.offers, ...judged.flatMap(({ transitions }) => transitions)]);
  const offersOf = transitionsByItem(offers);
  const thresholds = new Set(itemsWithNewThreshold(written.records).map((item) => keyText(items.keyOf(item))));
  const decided: DecidedItem[] = [];
  for (const { one, board } of boards) {
    await pauses.here();
    const { key, item, before, nowMs, receivers, ranked, hasDatePassed } = one;
    const { texts, digests } = boardTexts(item, board, shelves.textOf);
    board.decision.digests = digests;
    decided.push({
      ...{ key, item, before, receivers, board, texts, hasDatePassed },
      isSameVersion: before.version === format.version,
      after: board.decision,
      status: board.consumer.status,
      atMs: nowMs,
      offers: offersOf.get(key) ?? [],
      hasNewThreshold: thresholds.has(key),
      shelves: shelves.changesOf(key),
      judged: ranked,
    });
  }
  return {
    offers,
    decided,
    removed: removed.map(({ key, before }) => {
      const text = keyText(items.keyOf(key));
      return { key, before, item: known.removed.get(text), shelves: shelves.changesOf(text) };
    }),
  };
}

/** An item, and what its offers were judged to be in this transaction. */
type JudgedItem = StoredItem & Readonly<JudgedAgain> & { judgesAll: boolean };

type Judging = { format: BoardFormat; pauses: Pauses; isAdded(itemKey: string): boolean };

async function judgeItems(
  tx: Sql,
  stored: readonly StoredItem[],
  { offers: written, waiting }: Written,
  { format, pauses, isAdded }: Judging,
): Promise<JudgedItem[]> {
  /** Whether what the rule says about its other offers stands in their columns. The board may be stale. */
  const hasColumns = ({ validFrom, nowMs, before }: StoredItem) =>
    before.version === format.version && before.decision !== null && (validFrom === null || validFrom <= nowMs);
  const { whole = [], changed = [] } = Object.groupBy(stored, (one) => (hasColumns(one) ? 'changed' : 'whole'));
  const toJudge = whole.filter(({ key }) => !isAdded(key));
  await waiting.write(
    tx,
    toJudge.map(({ key }) => key),
  );
  const all = await judgeAllOffers(tx, toJudge, pauses);
  const due = await judgeDueOffers(tx, changed, pauses);
  const writtenOn = Map.groupBy(
    written.flatMap(({ after }): RankedOffer[] => (after ? [after] : [])),
    ({ offer }) => keyText([offer.marketplaceId, offer.itemId]),
  );
  return stored.map((one) => {
    const { key } = one;
    const judgesAll = !hasColumns(one);
    const { ranked = [], transitions = [], hasDatePassed = false } = all.get(key) ?? due.get(key) ?? {};
    const now = all.has(key) ? ranked : withJudgedAgain(writtenOn.get(key) ?? [], ranked);
    return { ...one, ranked: now, transitions, hasDatePassed, judgesAll };
  });
}

type DecidedBoard = { one: JudgedItem; board: Board };

async function decideBoards(
  tx: Sql,
  judged: readonly JudgedItem[],
  waiting: WaitingOffers,
  pauses: Pauses,
): Promise<DecidedBoard[]> {
  const ranked = judged.filter(({ judgesAll }) => !judgesAll).map((one) => rankedItem(one, one.ranked));
  const inputs = await readBoardInputs(tx, ranked, waiting);
  for (const one of judged) if (one.judgesAll) inputs.set(one.key, inputsOf(one.item, one.ranked, one.nowMs));
  const decided: DecidedBoard[] = [];
  for (const one of judged) {
    await pauses.here();
    const board = boardOf(one.item, inputs.get(one.key) as BoardInputs);
    if (!one.judgesAll) board.validFrom = latest([one.validFrom, ...one.ranked.map(({ turnedMs }) => turnedMs)]);
    decided.push({ one, board });
  }
  return decided;
}

function shelvesIn({ one: { item, nowMs }, board }: DecidedBoard): Shelf[] {
  const consumers = shelvesOf(item, 'Consumer', board.consumer, nowMs);
  return board.business ? [...consumers, ...shelvesOf(item, 'Business', board.business, nowMs)] : consumers;
}

function latest(times: readonly (number | null)[]): number | null {
  let last: number | null = null;
  for (const time of times) if (time !== null && (last === null || time > last)) last = time;
  return last;
}
