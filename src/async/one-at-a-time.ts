/** Runs one piece of work of each owner at a time, in the order in which they come. A failed one does not stop the next. */
export class OneAtATime {
  /** The last piece of each owner that is at work or waits. */
  readonly #last = new Map<string, Promise<unknown>>();

  async take<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(owner);
    const piece = before === undefined ? work() : before.then(work, work);
    this.#last.set(owner, piece);
    try {
      return await piece;
    } finally {
      if (this.#last.get(owner) === piece) this.#last.delete(owner);
    }
  }
}
