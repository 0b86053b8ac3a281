import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** How long callers that were just answered are waited for: they mostly come back with their next call. */
const GATHER_MS = 1;
/** When the last batch is longer ago, its callers do not come back. */
const RETURN_MS = 10;

type Clock = { now(): number; sleep(ms: number): Promise<unknown> };

/**
 * Gathers the inputs of a `MicroBatch` from callers that come back after each answer. Without it one of them would mostly go alone,
 * and all others together after it.
 */
export class ReturningCallers {
  #waiting: readonly unknown[] = [];
  /** When the last batch ended, and how many callers there were then: those of the batch, and those that waited. */
  #last = { endedMs: Number.NEGATIVE_INFINITY, callers: 0 };
  readonly #clock: Clock;

  constructor(clock: Clock = { now: () => performance.now(), sleep }) {
    this.#clock = clock;
  }

  /** For `gather` of the batch. A caller that is alone waits for nobody. */
  async gather(waiting: readonly unknown[]): Promise<void> {
    this.#waiting = waiting;
    await nextTurn();
    const { endedMs, callers } = this.#last;
    if (waiting.length < callers && this.#clock.now() - endedMs < RETURN_MS) await this.#clock.sleep(GATHER_MS);
  }

  /** To be called at the end of a batch of `size` inputs. */
  answered(size: number): void {
    this.#last = { endedMs: this.#clock.now(), callers: size + this.#waiting.length };
  }
}
