import type { GetPriceChangesData, PriceChangeReceipt } from 'marketplace-seller-sdk';
import { isOpen } from '../receipt-words.ts';

type Receipts = readonly PriceChangeReceipt[];

/** What the page asks: one change by its id, and pages of changes, newest first. */
export type OutcomeQuestions = {
  readonly one: (id: string) => Promise<PriceChangeReceipt>;
  readonly page: (
    query: NonNullable<GetPriceChangesData['query']>,
  ) => Promise<{ Receipts: Receipts; nextToken?: string }>;
};

const PAGE = 100;
/** The most calls of one round; a large run is asked about in several rounds. */
const MAX_PAGES = 5;

/** The changes of `known` that waited, as they are now. `round` counts the questions: each begins where the one before ended. */
export async function askOutcomes(
  known: Receipts,
  round: number,
  ask: OutcomeQuestions,
): Promise<PriceChangeReceipt[]> {
  const ids = known.map(({ PriceChangeId }) => PriceChangeId).toSorted((a, b) => (a < b ? 1 : -1));
  const waiting = new Set(known.filter(isOpen).map(({ PriceChangeId }) => PriceChangeId));
  const [only] = waiting;
  if (only === undefined) return [];
  if (waiting.size === 1) return [await ask.one(only)];
  const found: PriceChangeReceipt[] = [];
  let left = turned(
    ids.filter((id) => waiting.has(id)),
    round * MAX_PAGES * PAGE,
  );
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const [first] = left;
    if (first === undefined) break;
    // The next newer one of those that are known: the page begins right behind it.
    const after = ids[ids.indexOf(first) - 1];
    const { Receipts } = await ask.page({ limit: PAGE, ...(after === undefined ? {} : { after }) });
    found.push(...Receipts.filter(({ PriceChangeId }) => waiting.has(PriceChangeId)));
    const last = Receipts.at(-1)?.PriceChangeId ?? first;
    // Those of the page are answered; one that is missing in it is asked about in the next round.
    left = left.filter((id) => id > first || id < last);
  }
  return found;
}

const turned = (ids: readonly string[], by: number): readonly string[] => {
  const begin = by % ids.length;
  return [...ids.slice(begin), ...ids.slice(0, begin)];
};
