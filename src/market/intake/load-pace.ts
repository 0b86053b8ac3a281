import { WorkShare } from '../../async/work-share.ts';

/** How a load leaves time to others. */
export interface LoadPace {
  /** Records in one transaction, which then runs alone; undefined: as many as the load wants, and as many transactions. */
  readonly maxBatch: number | undefined;
  /** Runs one transaction, when it is its time. */
  take<T>(work: () => Promise<T>): Promise<T>;
}

/** As fast as the store can. */
export const FULL_SPEED: LoadPace = { maxBatch: undefined, take: (work) => work() };

/** How often a load asks whether somebody else uses the store. */
const LOOK_EVERY_MS = 1_000;

/** Records in a transaction of a gentle load: its longest statement takes some milliseconds of one core of the server. */
const GENTLE_BATCH = 200;

/** The part of the time in which a gentle load has the store work. Waiting for the store counts, so that it does less when others do more. */
const GENTLE_SHARE = 1 / 2;

export type GentlePaceOptions = {
  /** Whether other processes use the store. Undefined where that does not matter: then the load is always at full speed. */
  isShared: (() => Promise<boolean>) | undefined;
  sleep(ms: number): Promise<unknown>;
  /** Milliseconds; only tests set it. */
  now?(): number;
};

/**
 * Alone, a load is as fast as it can be. Where the service uses the same PostgreSQL server, its requests would wait for processor time:
 * no client can lower the priority of what the server does for it. So a gentle load writes small batches, one at a time, and pauses
 * after each for as long as the batch took.
 */
export class GentlePace implements LoadPace {
  readonly #isShared: GentlePaceOptions['isShared'];
  readonly #sleep: GentlePaceOptions['sleep'];
  readonly #now: () => number;
  readonly #share: WorkShare;
  #nextLookMs = Number.NEGATIVE_INFINITY;
  #isGentle = false;

  constructor({ isShared, sleep, now = () => performance.now() }: GentlePaceOptions) {
    this.#isShared = isShared;
    this.#sleep = sleep;
    this.#now = now;
    this.#share = new WorkShare(GENTLE_SHARE, now);
  }

  get maxBatch(): number | undefined {
    return this.#isGentle ? GENTLE_BATCH : undefined;
  }

  /** Finds out, once a second, whether the load is to be gentle. Where that cannot be known now, it stays as it is. */
  async look(): Promise<void> {
    if (this.#isShared === undefined || this.#now() < this.#nextLookMs) return;
    this.#isGentle = await this.#isShared().catch(() => this.#isGentle);
    this.#nextLookMs = this.#now() + LOOK_EVERY_MS;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#isGentle) return work();
    const { waitMs } = this.#share;
    if (waitMs > 0) await this.#sleep(waitMs);
    return this.#share.take(work);
  }
}
