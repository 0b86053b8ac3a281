/**
 * One piece of work of each owner at a time: a seller, or an application of one. With SQLite all that write wait in one line, in
 * which a seller with a hundred replays would have a hundred places.
 */
export class SellerTurns {
  /** The last piece of each owner that is at work or waits. */
  readonly #pieces = new Map<string, Promise<unknown>>();

  async take<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const before = this.#pieces.get(owner);
    const piece = before === undefined ? work() : before.then(work, work);
    this.#pieces.set(owner, piece);
    try {
      return await piece;
    } finally {
      if (this.#pieces.get(owner) === piece) this.#pieces.delete(owner);
    }
  }
}
