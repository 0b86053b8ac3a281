/** So many at a time, in the order of arrival. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** True when it is the caller's turn, who must `give` it back; false when that takes longer than `waitMs`. */
  async take(waitMs: number): Promise<boolean> {
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    const turn = Promise.withResolvers<boolean>();
    const enter = () => turn.resolve(true);
    const timer = setTimeout(() => {
      const at = this.#waiting.indexOf(enter);
      if (at >= 0) this.#waiting.splice(at, 1);
      turn.resolve(at < 0);
    }, waitMs);
    this.#waiting.push(enter);
    const isIn = await turn.promise;
    clearTimeout(timer);
    return isIn;
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
