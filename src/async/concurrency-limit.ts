/** At most `slots` holders at a time. Waiters get a slot in the order of their arrival. */
export class ConcurrencyLimit {
  #free: number;
  readonly #waiters: (() => void)[] = [];

  constructor(slots: number) {
    this.#free = slots;
  }

  /** True when the caller holds a slot and must `release` it; false when none came free within `waitMs`. */
  async acquire(waitMs: number): Promise<boolean> {
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    const result = Promise.withResolvers<boolean>();
    const grant = () => result.resolve(true);
    const timer = setTimeout(() => {
      const index = this.#waiters.indexOf(grant);
      if (index >= 0) this.#waiters.splice(index, 1);
      // A waiter that is no longer in the queue was granted its slot just before.
      result.resolve(index < 0);
    }, waitMs);
    this.#waiters.push(grant);
    const isGranted = await result.promise;
    clearTimeout(timer);
    return isGranted;
  }

  release(): void {
    const next = this.#waiters.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
