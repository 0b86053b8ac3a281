/**
 * Something small that every request needs and that hardly ever changes, kept for a moment: asked for once by all who
 * want it at the same time. A failure is not kept. `forget` after a change of one's own; others see it when the time is up.
 */
export class Remembered<T> {
  readonly #load: () => Promise<T>;
  readonly #keepMs: number;
  readonly #now: () => number;
  #value: { loaded: T; until: number } | undefined;
  #loading: Promise<T> | undefined;

  constructor(load: () => Promise<T>, keepMs: number, now: () => number) {
    this.#load = load;
    this.#keepMs = keepMs;
    this.#now = now;
  }

  get(): Promise<T> | T {
    if (this.#value !== undefined && this.#now() < this.#value.until) return this.#value.loaded;
    this.#loading ??= this.#reload();
    return this.#loading;
  }

  forget(): void {
    this.#value = undefined;
    // What is being loaded may be from before the change: the next one asks again.
    this.#loading = undefined;
  }

  async #reload(): Promise<T> {
    const loading = this.#load();
    try {
      const loaded = await loading;
      this.#value = { loaded, until: this.#now() + this.#keepMs };
      return loaded;
    } finally {
      this.#loading = undefined;
    }
  }
}
