import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { BackgroundLoop, type OnTurn } from '../async/background-loop.ts';
import { noteWork } from '../async/work.ts';

/** The rows that one batch of a sweep changes at most: a few milliseconds on SQLite, which blocks the event loop meanwhile. */
export const BATCH_ROWS = 100;
const MIN_PAUSE_MS = 1;

/** One batch of a sweep: one statement or transaction over at most `BATCH_ROWS` rows. Returns how many rows it changed. */
export type SweepBatch = () => PromiseLike<number> | number;

export type SweepPace = {
  /** At most this part of the event loop, and of the store's write lock, is the sweep's. Waiting for the store counts, too. */
  maxShare: number;
  /** Milliseconds. Tests pass their own. */
  now?(): number;
  /** Resolves after this time, or when the signal is aborted. */
  sleep?(ms: number, signal: AbortSignal | undefined): Promise<unknown>;
};

const HALF: SweepPace = { maxShare: 1 / 2 };
const sleepFor = (ms: number, signal: AbortSignal | undefined) =>
  wait(ms, undefined, { signal }).catch(() => undefined);

/**
 * Runs each batch again until it changes fewer than `BATCH_ROWS` rows. Every sweep of the project runs here: one statement
 * over 300,000 rows, or 600 statements without a pause, would leave all requests unanswered for seconds. The pause after a
 * batch depends on how long the batch took: see `SweepPace`. Returns the number of changed rows. Throws what a batch throws;
 * `signal` ends it early, without an error.
 */
export async function sweep(
  batches: readonly SweepBatch[],
  signal?: AbortSignal,
  { maxShare, now = () => performance.now(), sleep = sleepFor }: SweepPace = HALF,
): Promise<number> {
  let total = 0;
  for (const batch of batches) {
    let changed = BATCH_ROWS;
    while (changed >= BATCH_ROWS && !signal?.aborted) {
      const startedMs = now();
      noteWork(performance.now());
      changed = await batch();
      total += changed;
      await sleep(Math.max(MIN_PAUSE_MS, (now() - startedMs) * (1 / maxShare - 1)), signal);
      // Timers that are due run one after the other. Only a new turn of the event loop reads from sockets in between.
      await nextTurn();
    }
  }
  return total;
}

type SweepEvents = {
  readonly onFailure: (error: unknown) => void;
  readonly onTurn?: OnTurn;
};

export type Sweeper = { stop(): Promise<void> };

/** Repeats a sweep in the background, with `idleMs` between two runs. A failed run is reported, and the next one tries again. */
export function repeatSweep(
  name: string,
  run: (signal: AbortSignal) => Promise<unknown>,
  idleMs: number,
  events: SweepEvents,
): Sweeper {
  return new BackgroundLoop({
    name,
    turn: async (signal) => {
      await run(signal);
      return idleMs;
    },
    pauseAfterFailureMs: idleMs,
    ...events,
    keepsProcessAlive: false,
  });
}
