// Why processes take shares: one script call per request instead makes a read cost 70 to 88 % more processor time of the service
// (57 -> 108 µs and 70 -> 119 µs, `npm run bench -- compare` with REDIS_URL).
import type { Window } from '../domain/rate-plan.ts';

/** Below so many requests for each process a window has no shares: they would be too small to save questions. */
const MIN_FOR_SHARES = 20;

/** What a process holds and knows of one shared window of one key. */
export class WindowShare {
  readonly size: number;
  readonly #lengthMs: number;
  /** Requests that this process has taken from the server and not yet used. */
  inHand = 0;
  /** Requests that this process has used. */
  used = 0;
  /** What the server had left at its last answer, without what processes have in hand. */
  pool = 0;
  /** The end by this process's clock, from when the answer came: never before the true end. For headers and rejections. */
  endsAt = 0;
  /** The end by the server's clock: the name of the window. */
  #id = 0;
  /** The end as it was when the question was sent: never after the true end. What is in hand must not be used in the next window. */
  #usableUntil = 0;
  /** The next share is taken ahead when less than half of the last one is in hand. */
  #refillBelow = 0;

  constructor({ requests, seconds }: Window) {
    this.size = requests;
    this.#lengthMs = seconds * 1000;
  }

  isUsable(nowMs: number): boolean {
    return this.inHand > 0 && nowMs < this.#usableUntil;
  }

  isLow(): boolean {
    return this.inHand < this.#refillBelow && this.pool > 0;
  }

  isFull(nowMs: number): boolean {
    return this.inHand === 0 && this.pool === 0 && nowMs < this.endsAt;
  }

  use(): void {
    this.inHand -= 1;
    this.used += 1;
  }

  /** A tenth of the window; none of a small one, of which each request is asked for. */
  static sizeOfShare({ requests }: Window, processes: number): number {
    return requests < MIN_FOR_SHARES * processes ? 0 : Math.floor(requests / 10);
  }

  /** Its part of a question: size, length, share wanted, in hand, of which window. */
  question(share: number, nowMs: number): string[] {
    const inHand = nowMs < this.#usableUntil ? this.inHand : 0;
    const wanted = inHand * 2 < share ? share : 0;
    return [this.size, this.#lengthMs, wanted, inHand, this.#id].map(String);
  }

  /** Its part of an answer. */
  answer([granted, left, id, remainingMs]: readonly number[], sentMs: number, nowMs: number): void {
    if (granted === undefined || left === undefined || id === undefined || remainingMs === undefined) return;
    if (id !== this.#id) {
      this.#id = id;
      this.inHand = 0;
      this.used = 0;
    }
    this.inHand += granted;
    this.pool = left;
    this.#usableUntil = sentMs + remainingMs;
    this.endsAt = nowMs + remainingMs;
    if (granted > 0) this.#refillBelow = granted < 4 ? 0 : granted / 2;
  }

  /** Takes back one used request, if it was used in this window: then it is in hand again. */
  takeBack(nowMs: number): void {
    if (this.used === 0 || nowMs >= this.#usableUntil) return;
    this.used -= 1;
    this.inHand += 1;
  }

  /** Empties the hand. Returns what the server needs to get it back: count, window, size. */
  surrender(): string[] {
    const count = this.inHand;
    this.inHand = 0;
    this.pool = Math.min(this.size, this.pool + count);
    return [count, this.#id, this.size].map(String);
  }
}
