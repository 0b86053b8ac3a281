export type ThrottlePolicy = {
  /** As many failures cost nothing. */
  free: number;
  /** The pause after the next one; each further failure doubles it. */
  firstPauseMs: number;
  longestPauseMs: number;
  /** A key without a failure for so long starts anew. */
  forgetAfterMs: number;
};

type Entry = { failures: number; lastAt: number; blockedUntil: number };

/** Far more than honest traffic needs; beyond it the oldest is forgotten, so that a flood of keys cannot fill the memory. */
const MAX_KEYS = 50_000;

/** Slows down guessing, per key. In memory: each process counts for itself, and a restart forgives. */
export class Throttle {
  readonly #policy: ThrottlePolicy;
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();

  constructor(policy: ThrottlePolicy, now: () => number) {
    this.#policy = policy;
    this.#now = now;
  }

  /** How long this key has to wait before it may try again; 0 when it may. */
  waitMs(key: string): number {
    const entry = this.#current(key);
    return entry === undefined ? 0 : Math.max(0, entry.blockedUntil - this.#now());
  }

  failures(key: string): number {
    return this.#current(key)?.failures ?? 0;
  }

  /** Call it before the secret is looked at when the look takes time: attempts side by side then count, too. */
  failed(key: string): void {
    const { free, firstPauseMs, longestPauseMs } = this.#policy;
    const now = this.#now();
    const failures = this.failures(key) + 1;
    const pauseMs = failures < free ? 0 : Math.min(firstPauseMs * 2 ** (failures - free), longestPauseMs);
    this.#entries.delete(key);
    this.#entries.set(key, { failures, lastAt: now, blockedUntil: now + pauseMs });
    if (this.#entries.size > MAX_KEYS) this.#entries.delete(this.#entries.keys().next().value ?? '');
  }

  /** It was no failure after all. */
  takeBack(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    entry.failures--;
    entry.blockedUntil = 0;
    if (entry.failures <= 0) this.#entries.delete(key);
  }

  clear(key: string): void {
    this.#entries.delete(key);
  }

  #current(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || this.#now() - entry.lastAt <= this.#policy.forgetAfterMs) return entry;
    this.#entries.delete(key);
    return undefined;
  }
}

export function retryAfterSeconds(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}
