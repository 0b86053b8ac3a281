export type ThrottlePolicy = {
  /** This many attempts cause no pause. */
  freeAttempts: number;
  /** The pause after the last free attempt. Each further attempt doubles it. */
  firstPauseMs: number;
  maxPauseMs: number;
  /** A key without an attempt for this long starts again from zero. */
  resetAfterMs: number;
};

type Entry = { attempts: number; lastAt: number; blockedUntil: number };

/** Far more than honest traffic needs. Beyond it the oldest key is evicted, so that a flood of keys cannot fill the memory. */
const MAX_KEYS = 50_000;

/**
 * Slows down repeated attempts per key with exponential backoff: password guesses, wrong client secrets, registrations.
 * It counts in memory: each process counts for itself, and a restart resets the counts.
 */
export class AttemptThrottle {
  readonly #policy: ThrottlePolicy;
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();

  /** `now` is a monotonic clock. */
  constructor(policy: ThrottlePolicy, now: () => number) {
    this.#policy = policy;
    this.#now = now;
  }

  /** How long this key has to wait before its next attempt; 0 when it need not wait. */
  waitMs(key: string): number {
    const entry = this.#current(key);
    return entry === undefined ? 0 : Math.max(0, entry.blockedUntil - this.#now());
  }

  /** Call it before a slow check of a secret, so that concurrent attempts count, too. */
  count(key: string): void {
    const { freeAttempts, firstPauseMs, maxPauseMs } = this.#policy;
    const now = this.#now();
    const attempts = (this.#current(key)?.attempts ?? 0) + 1;
    const pauseMs = attempts < freeAttempts ? 0 : Math.min(firstPauseMs * 2 ** (attempts - freeAttempts), maxPauseMs);
    this.#entries.delete(key);
    this.#entries.set(key, { attempts, lastAt: now, blockedUntil: now + pauseMs });
    if (this.#entries.size > MAX_KEYS) this.#entries.delete(this.#entries.keys().next().value ?? '');
  }

  /** Undoes one `count`: the attempt turned out to be right. */
  uncount(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    entry.attempts--;
    entry.blockedUntil = 0;
    if (entry.attempts <= 0) this.#entries.delete(key);
  }

  reset(key: string): void {
    this.#entries.delete(key);
  }

  #current(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || this.#now() - entry.lastAt <= this.#policy.resetAfterMs) return entry;
    this.#entries.delete(key);
    return undefined;
  }
}

/** The `Retry-After` header for a wait: whole seconds, at least one. */
export function retryAfterSeconds(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}
