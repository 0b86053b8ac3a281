/** Taken items that stay in the array until the others are moved forward. */
const MAX_TAKEN = 64;

/** Items in the order of arrival. Taking one costs the same however many wait: `Array.shift` moves all the others. */
export class Fifo<Item> {
  readonly #items: Item[] = [];
  #taken = 0;

  get length(): number {
    return this.#items.length - this.#taken;
  }

  /** The oldest item. */
  get first(): Item | undefined {
    return this.#items[this.#taken];
  }

  push(item: Item): void {
    this.#items.push(item);
  }

  /** Removes the oldest item. */
  take(): Item | undefined {
    const item = this.#items[this.#taken];
    if (item === undefined) return undefined;
    this.#taken += 1;
    if (this.#taken === this.#items.length) {
      this.#items.length = 0;
      this.#taken = 0;
    } else if (this.#taken === MAX_TAKEN) {
      this.#items.splice(0, MAX_TAKEN);
      this.#taken = 0;
    }
    return item;
  }

  /** Removes the newest item. */
  pop(): Item | undefined {
    return this.length > 0 ? this.#items.pop() : undefined;
  }
}
