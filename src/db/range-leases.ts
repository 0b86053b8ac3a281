import { randomInt } from 'node:crypto';
import { rangesOf } from '../domain/groups.ts';
import type { Db, Sql } from './db.ts';
import { isHeldByFormer, MAX_AHEAD_MS, releaseShared, shareLease } from './shared-lease.ts';

/** How long the others wait for a worker that died. */
const LEASE_MS = 3_000;
/** How often a busy worker looks who shares the work. */
const LOOK_EVERY_MS = 1_000;

/** `isShared`: the release before has a lease of that name for the whole work. */
export type DividedWork = { name: 'dispatcher' | 'fees' | 'boards'; isShared: boolean };

type WorkerRow = { token: number; until_ms: number };

/**
 * The share of one worker in a work that is divided by ranges of groups (decision 57). A worker that has found work signs in for 3 s.
 * The ranges are divided evenly between those that are signed in: `rangesOf`. One that has nothing to do writes nothing, and its
 * ranges are the others' when its time is over.
 *
 * Workers may see each other late, and divide differently for a moment. That does no harm: every transaction takes or extends the
 * leases of its ranges, and works on those alone that it gets. A worker that was stopped past its leases gets none that another one
 * has taken, and one that died keeps its ranges for 3 s.
 */
export class RangeLeases {
  readonly #db: Db;
  readonly #work: DividedWork;
  readonly #now: () => number;
  readonly #worker = randomInt(1, 2 ** 47);
  #ranges: readonly number[] = [];
  #lookedMs = 0;
  #signedUntilMs = 0;

  constructor(db: Db, work: DividedWork, now: () => number) {
    this.#db = db;
    this.#work = work;
    this.#now = now;
  }

  /**
   * This worker's ranges. Call it only when there is work, in any range: it signs in. `isIdle`: there was nothing to do in its ranges, so
   * it looks who is signed in now. Empty also while a process of the release before does the whole work.
   */
  async divide(isIdle: boolean): Promise<readonly number[]> {
    const nowMs = this.#now();
    const { name, isShared } = this.#work;
    if (isShared && (await isHeldByFormer(this.#db, name, nowMs))) return [];
    const isRecent = nowMs >= this.#lookedMs && nowMs < this.#lookedMs + LOOK_EVERY_MS;
    if (isRecent && !isIdle) return this.#ranges;
    if (this.#signedUntilMs - nowMs < LEASE_MS / 2 || this.#signedUntilMs > nowMs + LEASE_MS) await this.#signIn(nowMs);
    const before = this.#ranges;
    const ranges = rangesOf(this.#worker, await this.#signedIn(nowMs));
    this.#ranges = ranges;
    this.#lookedMs = nowMs;
    await this.#giveBack(before.filter((range) => !ranges.includes(range)));
    return ranges;
  }

  /**
   * Takes or extends the leases of this worker's ranges, in the transaction of the work. Returns those that it has: until the
   * transaction ends no other worker works on them. Call it before anything else is locked: all transactions lock leases first, in the
   * order of their names.
   */
  async hold(tx: Sql, nowMs: number): Promise<number[]> {
    const { name, isShared } = this.#work;
    if (isShared && !(await shareLease(tx, name, nowMs))) return [];
    const held = await tx.many<{ name: string }>(
      `INSERT INTO lease (name, token, until_ms) VALUES {rows: text key, bigint, bigint}
       ON CONFLICT (name) DO UPDATE SET token = excluded.token, until_ms = excluded.until_ms
       WHERE lease.token = excluded.token OR lease.until_ms <= excluded.until_ms - ${LEASE_MS}
         OR lease.until_ms > excluded.until_ms + ${MAX_AHEAD_MS - LEASE_MS}
       RETURNING name`,
      this.#ranges.map((range) => [this.#nameOf(range), this.#worker, nowMs + LEASE_MS]),
    );
    const names = new Set(held.map((row) => row.name));
    return this.#ranges.filter((range) => names.has(this.#nameOf(range)));
  }

  /** Signs out: the others divide the work again at their next look. */
  async release(): Promise<void> {
    if (this.#signedUntilMs === 0) return;
    await this.#giveBack(this.#ranges);
    await this.#db.run('DELETE FROM lease WHERE name = $1', [this.#workerName]);
    const { name, isShared } = this.#work;
    if (isShared && (await this.#signedIn(this.#now())).length === 0) await releaseShared(this.#db, name);
    this.#signedUntilMs = 0;
    this.#ranges = [];
  }

  async #signIn(nowMs: number): Promise<void> {
    await this.#db.run(
      `INSERT INTO lease (name, token, until_ms) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET until_ms = excluded.until_ms`,
      [this.#workerName, this.#worker, nowMs + LEASE_MS],
    );
    this.#signedUntilMs = nowMs + LEASE_MS;
  }

  /** The workers that are signed in. Those that died are removed. */
  async #signedIn(nowMs: number): Promise<number[]> {
    // A blank comes right before an exclamation mark: these are the names that begin so.
    const between = [`${this.#work.name} worker `, `${this.#work.name} worker!`];
    const rows = await this.#db.all<WorkerRow>(
      'SELECT token, until_ms FROM lease WHERE name >= $1 AND name < $2',
      between,
    );
    const isAlive = ({ until_ms: untilMs }: WorkerRow) => untilMs > nowMs && untilMs <= nowMs + MAX_AHEAD_MS;
    if (!rows.every(isAlive)) {
      await this.#db.run('DELETE FROM lease WHERE name >= $1 AND name < $2 AND (until_ms <= $3 OR until_ms > $4)', [
        ...between,
        nowMs,
        nowMs + MAX_AHEAD_MS,
      ]);
    }
    return rows.filter(isAlive).map(({ token }) => token);
  }

  /** In the order of names, as `hold`. */
  async #giveBack(ranges: readonly number[]): Promise<void> {
    await this.#db.many(
      `INSERT INTO lease (name, token, until_ms) VALUES {rows: text key, bigint, bigint}
       ON CONFLICT (name) DO UPDATE SET until_ms = 0 WHERE lease.token = excluded.token`,
      ranges.map((range) => [this.#nameOf(range), this.#worker, 0]),
    );
  }

  #nameOf(range: number): string {
    return `${this.#work.name} range ${String(range).padStart(2, '0')}`;
  }

  get #workerName(): string {
    return `${this.#work.name} worker ${this.#worker}`;
  }
}
