/** A lock with one holder at a time, granted in the order of arrival. */
export class FairMutex {
  #isHeld = false;
  readonly #waiting: (() => void)[] = [];

  get isFree(): boolean {
    return !this.#isHeld;
  }

  /** Resolves when the caller holds the lock, which it must `release`. Rejects with `timeoutError()` after `timeoutMs`. */
  acquire(timeoutMs: number, timeoutError: () => Error): Promise<void> {
    if (!this.#isHeld) {
      this.#isHeld = true;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(timeoutError());
      }, timeoutMs);
      this.#waiting.push(enter);
    });
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isHeld = false;
    else next();
  }
}
