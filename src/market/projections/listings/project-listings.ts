import type { Sql } from '../../../db/db.ts';
import type { DecidedItem, MarketChange } from '../../decisions/market-change.ts';
import { offers } from '../../records/offer.ts';
import { keyText } from '../../records/record-table.ts';
import { mayChangeGaps, queueGapWalks } from './gap-walks.ts';
import { statesAfter, writeStates } from './holder-states.ts';

/** Stores what lists of listings sort and filter by: the states of offers that hold or held a buy box, and gaps to it, which follow in the background. */
export async function projectListings(tx: Sql, { decided, now }: MarketChange): Promise<void> {
  await writeStates(
    tx,
    decided.flatMap(({ item, before, board, judged }) =>
      statesAfter(item, before.decision, board.decision, statesIn(judged)),
    ),
  );
  const withGaps = decided.filter(({ before, board, judged }) =>
    mayChangeGaps(before.decision, board.decision, judged.length),
  );
  await queueGapWalks(
    tx,
    withGaps.map(({ item }) => item),
    now,
  );
}

const statesIn = (judged: DecidedItem['judged']) =>
  new Map(judged.map(({ offer, state }) => [keyText(offers.keyOf(offer)), state]));
