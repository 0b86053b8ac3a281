import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { OneAtATime } from './one-at-a-time.ts';

/** Rest after a piece, as a multiple of its duration: where nothing else is done, and where requests keep the event loop busy. */
const MIN_REST = 0.05;
const MAX_REST = 4;
/** Pieces take milliseconds. One that had to wait for something else for seconds is no reason for as long a rest. */
const MAX_REST_MS = 250;
/** Multiples of rest for each share of the event loop that others use. At a third of it the work takes about four times as long. */
const REST_PER_USE = 10;
const WEIGHT_OF_LAST = 0.3;
/** The share of the event loop from which others count as busy. */
const BUSY_FROM = 0.1;

type PacedWorkOptions = {
  /** Milliseconds. These three are set by tests only. */
  now(): number;
  sleep(ms: number): Promise<unknown>;
  /** The share of the event loop that was used since the last call of this function. */
  used(): number;
};

/**
 * Lets requests go first while long work is done in pieces: one piece at a time, and after each a rest, which is the longer the more the
 * event loop is used in it. Without rests, many requests wait for a commit of the work; its caller can wait better than a reader.
 */
export class PacedWork {
  readonly #turns = new OneAtATime();
  readonly #options: PacedWorkOptions;
  #restUntilMs = Number.NEGATIVE_INFINITY;
  /** What others used of the event loop in the last rests. */
  #used = 0;

  constructor({
    now = () => performance.now(),
    sleep = pause,
    used = usedSinceLast(),
  }: Partial<PacedWorkOptions> = {}) {
    this.#options = { now, sleep, used };
  }

  /**
   * Runs a piece when it is its turn; one that is urgent by then does not wait for the end of a rest. The piece gets whether it
   * should leave the processor to requests.
   */
  take<T>(piece: (isBusy: boolean) => Promise<T>, isUrgent: () => boolean): Promise<T> {
    return this.#turns.take('', async () => {
      const { now, sleep, used } = this.#options;
      const restMs = this.#restUntilMs - now();
      if (restMs > 0 && !isUrgent()) await sleep(restMs);
      // A rest may be so short that a single request fills it.
      this.#used += (used() - this.#used) * WEIGHT_OF_LAST;
      const beganMs = now();
      try {
        return await piece(this.#used >= BUSY_FROM && !isUrgent());
      } finally {
        used();
        const rest = Math.min(MAX_REST, Math.max(MIN_REST, this.#used * REST_PER_USE));
        this.#restUntilMs = now() + Math.min(MAX_REST_MS, (now() - beganMs) * rest);
      }
    });
  }
}

/** Node's measure of the event loop, from one call to the next. */
function usedSinceLast(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const present = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(present, last);
    last = present;
    return utilization;
  };
}
