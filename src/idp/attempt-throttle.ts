import type { Db, Sql } from '../db/db.ts';
import { digest } from './secrets.ts';

export type ThrottlePolicy = {
  /** This many attempts cause no pause. */
  freeAttempts: number;
  /** The pause after the last free attempt. Each further attempt doubles it. */
  firstPauseMs: number;
  maxPauseMs: number;
  /** A key without an attempt for this long starts again from zero. */
  resetAfterMs: number;
};

/** Where attempts are counted. `now` is the time of day: every process of the provider compares it with what another one stored. */
export type ThrottleStore = { readonly db: Sql; readonly now: () => number };

type Row = { blocked_until: number };

/**
 * Slows down repeated attempts per key with exponential backoff: password guesses, wrong client secrets, registrations. The counts are
 * in the store: all processes of the provider share them, and they outlive a restart. Each change is one statement, so attempts that
 * arrive at once, at one process or at several, are all counted.
 */
export class AttemptThrottle {
  readonly #policy: ThrottlePolicy;
  readonly #store: ThrottleStore;
  readonly #name: string;
  readonly #statement: string;

  /** `name` tells the counts of this policy from those of others. It is stored: never change one. */
  constructor(name: string, policy: ThrottlePolicy, store: ThrottleStore) {
    this.#policy = policy;
    this.#store = store;
    this.#name = name;
    this.#statement = countStatement(policy);
  }

  /** How long this key has to wait before its next attempt; 0 when it need not wait. */
  async waitMs(key: string, sql: Sql = this.#store.db): Promise<number> {
    return (await this.countOf(key, sql)).waitMs;
  }

  /** The same, and whether an attempt of this key is counted. */
  async countOf(key: string, sql: Sql = this.#store.db): Promise<{ waitMs: number; isCounted: boolean }> {
    const now = this.#nowMs();
    const row = await sql.get<Row>('SELECT blocked_until FROM idp_throttle WHERE id = $1 AND expires_at >= $2', [
      this.#idOf(key),
      now,
    ]);
    const left = row === undefined ? 0 : row.blocked_until - now;
    // No pause is longer: this one was stored before the clock was set back.
    const waitMs = left > this.#policy.maxPauseMs ? 0 : Math.max(0, left);
    return { waitMs, isCounted: row !== undefined };
  }

  /** Counts an attempt, also while the key has to wait. */
  async count(key: string, sql: Sql = this.#store.db): Promise<void> {
    await sql.run(this.#statement, [this.#idOf(key), this.#nowMs()]);
  }

  /**
   * Counts an attempt unless the key has to wait. Returns how long; 0 when it counted. Call it before a slow check of a secret:
   * otherwise attempts that arrive at once would all be free.
   */
  async take(key: string, sql: Sql = this.#store.db): Promise<number> {
    const now = this.#nowMs();
    const isFree = `WHERE idp_throttle.expires_at < CAST($2 AS BIGINT)
      OR idp_throttle.blocked_until <= $2 OR idp_throttle.blocked_until > $2 + ${this.#policy.maxPauseMs}`;
    if ((await sql.run(`${this.#statement} ${isFree}`, [this.#idOf(key), now])) === 1) return 0;
    // At least 1: it may have become free since.
    return Math.max(1, await this.waitMs(key, sql));
  }

  /** Undoes one count: the attempt turned out to be right. */
  async uncount(key: string, sql: Sql = this.#store.db): Promise<void> {
    await sql.run('UPDATE idp_throttle SET attempts = attempts - 1, blocked_until = 0 WHERE id = $1', [
      this.#idOf(key),
    ]);
  }

  async reset(key: string, sql: Sql = this.#store.db): Promise<void> {
    await sql.run('DELETE FROM idp_throttle WHERE id = $1', [this.#idOf(key)]);
  }

  #nowMs(): number {
    return Math.round(this.#store.now());
  }

  /** A key may be a text of any length, with a person's address in it. */
  #idOf(key: string): string {
    return `${this.#name} ${digest(key)}`;
  }
}

type Attempt = { readonly throttle: AttemptThrottle; readonly key: string };

/**
 * Counts an attempt for every key, or for none when one of them has to wait. Returns how long the attempt has to wait; 0 when it was
 * counted.
 */
export async function takeAttempts(db: Db, attempts: readonly Attempt[]): Promise<number> {
  // Most attempts that have to wait write nothing, so that a flood of them is no flood of transactions.
  const waits: number[] = [];
  for (const { throttle, key } of attempts) waits.push(await throttle.waitMs(key));
  const longest = Math.max(0, ...waits);
  if (longest > 0) return longest;
  try {
    // Counts of other attempts at the same moment are seen by each statement: nothing has to be repeated.
    await db.transaction(
      async (tx) => {
        for (const { throttle, key } of attempts) {
          const waitMs = await throttle.take(key, tx);
          if (waitMs > 0) throw new Blocked(waitMs);
        }
      },
      { seesLatest: true },
    );
    return 0;
  } catch (error) {
    if (error instanceof Blocked) return error.waitMs;
    throw error;
  }
}

/** Ends a transaction, so that it counts nothing. */
class Blocked extends Error {
  readonly waitMs: number;
  constructor(waitMs: number) {
    super();
    this.waitMs = waitMs;
  }
}

/** `$1` is the id, `$2` the time. The numbers of the policy are in the text: one statement for each policy. */
function countStatement({ freeAttempts, firstPauseMs, maxPauseMs, resetAfterMs }: ThrottlePolicy): string {
  const now = 'CAST($2 AS BIGINT)';
  const attempts = `CASE WHEN idp_throttle.expires_at < ${now} THEN 1 ELSE idp_throttle.attempts + 1 END`;
  const doublings = Math.floor(Math.log2(maxPauseMs / firstPauseMs));
  // 0 without a pause, and not the present time: another process may have read its clock before, or its clock may be behind.
  const blockedUntil = `CASE WHEN ${attempts} < ${freeAttempts} THEN 0
      WHEN ${attempts} > ${freeAttempts + doublings} THEN ${now} + ${maxPauseMs}
      ELSE ${now} + ${firstPauseMs} * (1 << CAST(${attempts} - ${freeAttempts} AS INTEGER)) END`;
  const firstBlockedUntil = freeAttempts > 1 ? '0' : `${now} + ${firstPauseMs}`;
  return `INSERT INTO idp_throttle (id, attempts, blocked_until, expires_at)
    VALUES ($1, 1, ${firstBlockedUntil}, ${now} + ${resetAfterMs})
    ON CONFLICT (id) DO UPDATE SET attempts = ${attempts}, blocked_until = ${blockedUntil}, expires_at = excluded.expires_at`;
}

/** The `Retry-After` header for a wait: whole seconds, at least one. */
export function retryAfterSeconds(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}
