import type { Window } from '../../domain/rate-plan.ts';

const MAX_EVICTED_AT_ONCE = 16;

/** The current window of one key: how many requests are left, and when it ends. */
export type CountedWindow = { left: number; readonly endsAt: number };

/**
 * Counts requests per key in fixed windows. A key's window begins with its first request. Not a library, because those
 * answer with promises: two of them take a tenth of the time of a request.
 */
export class WindowCounter {
  readonly #requests: number;
  readonly #lengthMs: number;
  /** In the order in which they end: all have the same length, so ended windows come first. */
  readonly #windows = new Map<string, CountedWindow>();

  constructor({ requests, seconds }: Window) {
    this.#requests = requests;
    this.#lengthMs = seconds * 1000;
  }

  /** The window of a key; a new one when there is none or it has ended. */
  at(key: string, now: number): CountedWindow {
    const current = this.#windows.get(key);
    if (current && now < current.endsAt) return current;
    this.#evictEnded(now);
    const opened = { left: this.#requests, endsAt: now + this.#lengthMs };
    // Its ended window may still be there, in an earlier place.
    this.#windows.delete(key);
    this.#windows.set(key, opened);
    return opened;
  }

  /** The window of a key that has begun and not ended. Begins none. */
  current(key: string, now: number): CountedWindow | undefined {
    const window = this.#windows.get(key);
    return window && now < window.endsAt ? window : undefined;
  }

  /** Takes back one counted request. If its window has ended since, the key's new window must not grow beyond its size. */
  giveBack(key: string): void {
    const window = this.#windows.get(key);
    if (window && window.left < this.#requests) window.left += 1;
  }

  /**
   * Bounds memory to the keys of about one window's length, however many keys come and go. Evicts more keys than are added,
   * but few at once: a million windows that end together would otherwise stop the process for a second.
   */
  #evictEnded(now: number): void {
    let left = MAX_EVICTED_AT_ONCE;
    for (const [key, { endsAt }] of this.#windows) {
      if (now < endsAt || left === 0) return;
      this.#windows.delete(key);
      left -= 1;
    }
  }
}
