/**
 * One piece of work of a seller at a time. With SQLite all that write wait in one line, in which a seller with a hundred replays
 * would have a hundred places.
 */
export class SellerTurns {
  /** The last piece of each seller that is at work or waits. */
  readonly #pieces = new Map<string, Promise<unknown>>();

  async take<T>(sellerId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#pieces.get(sellerId);
    const piece = before === undefined ? work() : before.then(work, work);
    this.#pieces.set(sellerId, piece);
    try {
      return await piece;
    } finally {
      if (this.#pieces.get(sellerId) === piece) this.#pieces.delete(sellerId);
    }
  }
}
