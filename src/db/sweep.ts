import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { BackgroundLoop } from '../async/background-loop.ts';

/** The rows that one batch of a sweep changes at most: a few milliseconds on SQLite, which blocks the event loop meanwhile. */
export const BATCH_ROWS = 100;
const MIN_PAUSE_MS = 1;

/** One batch of a sweep: one statement or transaction over at most `BATCH_ROWS` rows. Returns how many rows it changed. */
export type SweepBatch = () => PromiseLike<number> | number;

/**
 * Runs each batch again until it changes fewer than `BATCH_ROWS` rows. Every sweep of the project runs here: one statement
 * over 300,000 rows, or 600 statements without a pause, would leave all requests unanswered for seconds. The pause after a
 * batch is as long as the batch took, so a sweep takes at most half of the event loop and of the store's write lock. Returns
 * the number of changed rows. Throws what a batch throws; `signal` ends it early, without an error.
 */
export async function sweep(batches: readonly SweepBatch[], signal?: AbortSignal): Promise<number> {
  let total = 0;
  for (const batch of batches) {
    let changed = BATCH_ROWS;
    while (changed >= BATCH_ROWS && !signal?.aborted) {
      const startedMs = performance.now();
      changed = await batch();
      total += changed;
      await sleep(Math.max(MIN_PAUSE_MS, performance.now() - startedMs), undefined, { signal }).catch(() => undefined);
      // Timers that are due run one after the other. Only a new turn of the event loop reads from sockets in between.
      await nextTurn();
    }
  }
  return total;
}

export type Sweeper = { stop(): Promise<void> };

/** Repeats a sweep in the background, with `idleMs` between two runs. A failed run is reported, and the next one tries again. */
export function repeatSweep(
  run: (signal: AbortSignal) => Promise<unknown>,
  idleMs: number,
  onFailure: (error: unknown) => void,
): Sweeper {
  return new BackgroundLoop({
    turn: async (signal) => {
      await run(signal);
      return idleMs;
    },
    pauseAfterFailureMs: idleMs,
    onFailure,
    keepsProcessAlive: false,
  });
}
