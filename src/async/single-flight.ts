/**
 * One run at a time: callers that come while one is under way share its result, also its failure. Nothing is cached: who comes
 * after its end starts the next one.
 */
export function singleFlight<T>(run: () => Promise<T>): () => Promise<T> {
  const flights = new SingleFlights<undefined, T>();
  return () => flights.run(undefined, run);
}

/** The same for each key. */
export class SingleFlights<Key, T> {
  readonly #running = new Map<Key, Promise<T>>();

  has(key: Key): boolean {
    return this.#running.has(key);
  }

  run(key: Key, begin: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key);
    if (running) return running;
    const begun = begin().finally(() => this.#running.delete(key));
    this.#running.set(key, begun);
    return begun;
  }
}
