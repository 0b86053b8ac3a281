import type { Window } from '../../domain/rate-plan.ts';

/** One key's window: how many requests it still has, and when it ends. */
type OpenWindow = { left: number; readonly endsAt: number };

/**
 * How much is left under each key, in windows that begin with a key's first request. Counted here and not by a library,
 * because those answer with promises: two of them a request cost a tenth of all that a request takes.
 */
export class WindowCounter {
  readonly #requests: number;
  readonly #lengthMs: number;
  /** In the order in which they end, because all are equally long: those that are over stand first. */
  readonly #windows = new Map<string, OpenWindow>();

  constructor({ requests, seconds }: Window) {
    this.#requests = requests;
    this.#lengthMs = seconds * 1000;
  }

  /** The window of a key; a new one when there is none, or when it is over. */
  at(key: string, now: number): OpenWindow {
    const known = this.#windows.get(key);
    if (known && now < known.endsAt) return known;
    this.#forgetEnded(now);
    const fresh = { left: this.#requests, endsAt: now + this.#lengthMs };
    this.#windows.set(key, fresh);
    return fresh;
  }

  /** Memory holds those of one window's length, however many keys come and go. */
  #forgetEnded(now: number): void {
    for (const [key, { endsAt }] of this.#windows) {
      if (now < endsAt) return;
      this.#windows.delete(key);
    }
  }
}
