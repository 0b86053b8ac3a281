/**
 * One cached value with a time to live. Concurrent callers share one load. A failed load is not cached. A process that
 * changes the source calls `invalidate`; other processes see the change when the time to live is over.
 */
export class TtlValue<T> {
  readonly #load: () => Promise<T>;
  readonly #ttlMs: number;
  readonly #now: () => number;
  #cached: { value: T; expiresAt: number } | undefined;
  #loading: Promise<T> | undefined;
  /** Counts invalidations. */
  #generation = 0;

  /** `now` is a monotonic clock. */
  constructor(load: () => Promise<T>, ttlMs: number, now: () => number) {
    this.#load = load;
    this.#ttlMs = ttlMs;
    this.#now = now;
  }

  /** The value itself while it is cached. Rejects with the error of the load. */
  get(): Promise<T> | T {
    if (this.#cached !== undefined && this.#now() < this.#cached.expiresAt) return this.#cached.value;
    this.#loading ??= this.#reload();
    return this.#loading;
  }

  invalidate(): void {
    this.#cached = undefined;
    // A load that is in flight may have read the old state: its value is neither cached nor shared any more.
    this.#loading = undefined;
    this.#generation += 1;
  }

  async #reload(): Promise<T> {
    const generation = this.#generation;
    try {
      const value = await this.#load();
      if (generation === this.#generation) this.#cached = { value, expiresAt: this.#now() + this.#ttlMs };
      return value;
    } finally {
      if (generation === this.#generation) this.#loading = undefined;
    }
  }
}
