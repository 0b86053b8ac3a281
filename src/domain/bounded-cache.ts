/** A cache with at most `maxEntries` entries. A full cache evicts the entry that was added first. */
export class BoundedCache<V> {
  readonly #values = new Map<string, V>();
  readonly #maxEntries: number;

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  get(key: string): V | undefined {
    return this.#values.get(key);
  }

  /** Gives back the value. */
  set(key: string, value: V): V {
    const values = this.#values;
    if (values.size >= this.#maxEntries) {
      for (const oldest of values.keys()) {
        values.delete(oldest);
        break;
      }
    }
    values.set(key, value);
    return value;
  }
}
