import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { BackgroundLoop } from '../async/background-loop.ts';

/** The rows that one piece of a sweep changes at most: a few milliseconds on SQLite, which blocks the event loop meanwhile. */
export const PIECE_ROWS = 100;
const MIN_PAUSE_MS = 1;

/** One piece of a sweep: one statement or transaction over at most `PIECE_ROWS` rows. Returns how many rows it changed. */
export type SweepPiece = () => PromiseLike<number> | number;

/**
 * Runs each piece again until it changes fewer than `PIECE_ROWS` rows. Every sweep of the project runs here: one statement
 * over 300,000 rows, or 600 statements without a pause, would leave all requests unanswered for seconds. The pause after a
 * piece is as long as the piece took, so a sweep takes at most half of the event loop and of the store's write lock. Returns
 * the number of changed rows. Throws what a piece throws; `signal` ends it early, without an error.
 */
export async function sweep(pieces: readonly SweepPiece[], signal?: AbortSignal): Promise<number> {
  let total = 0;
  for (const piece of pieces) {
    let changed = PIECE_ROWS;
    while (changed >= PIECE_ROWS && !signal?.aborted) {
      const startedMs = performance.now();
      changed = await piece();
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
