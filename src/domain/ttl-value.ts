/**
 * Something small that every request needs and that hardly ever changes, kept for a moment: asked for once by all who
 * want it at the same time. A failure is not kept. `forget` after a change of one's own; others see it when the time is up.
 */
export class TtlValue<T> {
  readonly #load: () => Promise<T>;
  readonly #keepMs: number;
  readonly #now: () => number;
  #value: { loaded: T; until: number } | undefined;
  #loading: Promise<T> | undefined;
  /** How often it was forgotten. */
  #generation = 0;

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
    // What is being loaded may be from before the change: it is neither kept nor shared any more.
    this.#loading = undefined;
    this.#generation += 1;
  }

  async #reload(): Promise<T> {
    const generation = this.#generation;
    try {
      const loaded = await this.#load();
      if (generation === this.#generation) this.#value = { loaded, until: this.#now() + this.#keepMs };
      return loaded;
    } finally {
      if (generation === this.#generation) this.#loading = undefined;
    }
  }
}
