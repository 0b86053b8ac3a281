/** Lets one holder in at a time, in the order of arrival. */
export class FairMutex {
  #taken = false;
  readonly #waiting: (() => void)[] = [];

  get isFree(): boolean {
    return !this.#taken;
  }

  /** Comes back when it is the caller's turn, who must `give` it back; throws `tooLate()` when that takes too long. */
  take(patienceMs: number, tooLate: () => Error): Promise<void> {
    if (!this.#taken) {
      this.#taken = true;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(tooLate());
      }, patienceMs);
      this.#waiting.push(enter);
    });
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#taken = false;
    else next();
  }
}
