/** Keeps what was made for a text. The oldest goes when there are too many, so that built statements cannot fill memory. */
export class BoundedCache<V> {
  readonly #values = new Map<string, V>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(text: string): V | undefined {
    return this.#values.get(text);
  }

  set(text: string, value: V): V {
    const values = this.#values;
    if (values.size >= this.#limit) {
      for (const oldest of values.keys()) {
        values.delete(oldest);
        break;
      }
    }
    values.set(text, value);
    return value;
  }
}
