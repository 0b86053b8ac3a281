import { BackgroundLoop, type OnTurn } from '../../async/background-loop.ts';
import type { PriceChanges } from './price-changes.ts';

/** How often the worker looks for changes that a process left behind: one keyed read. */
const IDLE_MS = 2_000;
const PAUSE_AFTER_FAILURE_MS = 1_000;

/** Finishes calls whose process ended before they were applied. Several workers may do so: a change is applied once. */
export function finishPriceChanges(
  changes: PriceChanges,
  onFailure: (error: unknown) => void,
  onTurn?: OnTurn,
): BackgroundLoop {
  return new BackgroundLoop({
    name: 'unfinished price changes',
    turn: async () => ((await changes.finishOld()) > 0 ? 0 : IDLE_MS),
    pauseAfterFailureMs: PAUSE_AFTER_FAILURE_MS,
    firstPauseMs: IDLE_MS,
    ...{ onFailure, onTurn },
  });
}
