import { afterRequests } from './after-requests.ts';

/** How long a piece of work may take. A request of another caller waits this long at most before it is processed. */
const MAX_PIECE_MS = 1;

/**
 * Cuts long work into pieces: the rest of the process has an event-loop turn between two of them. Inside a transaction
 * other reads go on meanwhile, and other writes wait, as they do for any transaction.
 */
export class Pauses {
  #sinceMs = performance.now();

  /** To be called, and awaited, between small steps. A pause only when the piece has become long enough. */
  here(): Promise<void> | undefined {
    return performance.now() - this.#sinceMs < MAX_PIECE_MS ? undefined : this.#pause();
  }

  async #pause(): Promise<void> {
    await afterRequests();
    this.#sinceMs = performance.now();
  }
}

/** What `of` gives for each element, in their order. */
export async function mapWithPauses<T, R>(list: readonly T[], of: (one: T) => R): Promise<R[]> {
  const pauses = new Pauses();
  const results: R[] = [];
  for (const one of list) {
    await pauses.here();
    results.push(of(one));
  }
  return results;
}
