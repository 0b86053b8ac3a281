/**
 * Keeps repeated work to a share of the time: after a piece of it, the next one waits. Waiting within a piece counts as work, so that
 * the event loop, and what the work locks, are its own for this share at most.
 */
export class WorkShare {
  readonly #maxShare: number;
  readonly #now: () => number;
  #fromMs = Number.NEGATIVE_INFINITY;

  /** `now`: milliseconds; only tests set it. */
  constructor(maxShare: number, now: () => number = () => performance.now()) {
    this.#maxShare = maxShare;
    this.#now = now;
  }

  /** Milliseconds until the next piece may begin; zero or less: now. */
  get waitMs(): number {
    return this.#fromMs - this.#now();
  }

  /** Runs a piece. */
  async take<T>(piece: () => Promise<T>): Promise<T> {
    const beganMs = this.#now();
    try {
      return await piece();
    } finally {
      const endedMs = this.#now();
      this.#fromMs = endedMs + (endedMs - beganMs) * (1 / this.#maxShare - 1);
    }
  }
}
