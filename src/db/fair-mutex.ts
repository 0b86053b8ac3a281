import { afterRequests } from '../async/after-requests.ts';
import type { WriteLock } from './write-lock.ts';

/** For how long the lock goes from one to the next without a pause for the rest of the process. */
const MAX_STRETCH_MS = 1;

/**
 * A lock with one holder at a time, granted in the order of arrival. Holders that wait for nothing else would follow each
 * other without an event-loop turn in between, for as long as there are any: after a while the next one waits for a turn.
 */
export class FairMutex implements WriteLock {
  #isHeld = false;
  #stretchBeganMs = 0;
  readonly #waiting: Waiter[] = [];
  readonly #onWaited: (seconds: number) => void;

  /** `onWaited` gets the waiting time of each caller that did not get the lock at once, also of those that timed out. */
  constructor(onWaited: (seconds: number) => void = () => undefined) {
    this.#onWaited = onWaited;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  get isFree(): boolean {
    return !this.#isHeld;
  }

  acquire(timeoutMs: number, timeoutError: () => Error): Promise<void> {
    if (!this.#isHeld) {
      this.#isHeld = true;
      this.#stretchBeganMs = performance.now();
      return Promise.resolve();
    }
    const sinceMs = performance.now();
    return new Promise((enter, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        this.#onWaited((performance.now() - sinceMs) / 1000);
        reject(timeoutError());
      }, timeoutMs);
      const waiter = { enter, timer, sinceMs };
      this.#waiting.push(waiter);
    });
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#isHeld = false;
      return;
    }
    // It holds the lock from now on, also while it waits for an event-loop turn.
    clearTimeout(next.timer);
    this.#onWaited((performance.now() - next.sinceMs) / 1000);
    if (performance.now() - this.#stretchBeganMs < MAX_STRETCH_MS) next.enter();
    else
      void afterRequests().then(() => {
        this.#stretchBeganMs = performance.now();
        next.enter();
      });
  }
}

type Waiter = { readonly enter: () => void; readonly timer: NodeJS.Timeout; readonly sinceMs: number };
