import type { MessagePort } from 'node:worker_threads';
import { Fault } from '../domain/fault.ts';
import type { MaybePromise } from '../domain/maybe-promise.ts';
import type { StoreUse } from '../domain/use-counts.ts';

/** What a column or a parameter can hold. Integers up to 2^53 - 1; booleans are 0 and 1; times are text or numbers. */
export type Value = string | number | null | Uint8Array;

export type Row = readonly Value[];

/**
 * Statements are written once for both engines:
 * - `$1`, `$2` ... are parameters. Each may be used more than once. Their number must be the number of values passed.
 * - `{sqlite: text}` and `{postgres: text}` are kept for that engine and dropped for the other:
 *   `SELECT ... {postgres: FOR UPDATE SKIP LOCKED}`.
 * - `CREATE TABLE` and `ALTER TABLE` use BIGINT, TEXT, DOUBLE PRECISION and BYTEA. On both engines a column then rejects
 *   values of another type, and text compares and sorts by code point, whatever the locale of the server.
 *   A generated number: `id BIGINT {postgres: GENERATED ALWAYS AS IDENTITY} PRIMARY KEY {sqlite: AUTOINCREMENT}`.
 * - `{by key}` ends a read of few rows by their keys, whose parameters are texts. PostgreSQL gets those of one `readSnapshot` that
 *   have the same text as one statement. Their rows have one more field.
 * - SQLite takes every number as a floating-point one: write `CAST($1 AS BIGINT) / 2` where whole numbers matter.
 * - Booleans come back as 0 or 1. Rows have no promised prototype: read their fields, do not compare whole objects.
 *
 * SQLite returns the result itself, PostgreSQL a promise. `await` reads the same for both; the hot path avoids it (see
 * `MaybePromise`).
 *
 * Every method fails in the same ways:
 * - `Fault('ServiceUnavailable')` with `retryAfterSeconds`, the driver's error as cause: the engine cannot be reached, is
 *   locked by others for longer than the timeout, is out of space, or is closed. The statement had no effect, except that
 *   a commit whose answer got lost may have happened.
 * - `Fault('InvalidInput')`: a text has a NUL character, which PostgreSQL cannot store.
 * - `DamagedStoreError`: the statement met damaged data. `Db.damage` reports it from then on.
 * - the engine's own error for everything else, such as a violated constraint (see `violatedConstraint`) or wrong SQL.
 */
export interface Sql {
  /** The first row, or undefined when there is none. */
  get<R>(sql: string, params?: Row): MaybePromise<R | undefined>;
  /** Every row. */
  all<R>(sql: string, params?: Row): MaybePromise<R[]>;
  /** The number of rows inserted, updated or deleted. */
  run(sql: string, params?: Row): MaybePromise<number>;
  /**
   * Runs a statement for many rows in as few round trips as possible, and returns all rows that it returned, in no promised
   * order. All rows or none take effect. `{rows: ...}` in the statement says where the rows go and the type of each column.
   * `key` marks the columns that identify a row; rows with the same key take effect in the order passed:
   *
   *     INSERT INTO t (a, b) VALUES {rows: text key, bigint} ON CONFLICT (a) DO UPDATE SET b = excluded.b RETURNING a
   *     SELECT t.* FROM (VALUES {rows: text}) AS k JOIN t ON t.a = k.column1
   *     WITH k (a, b) AS (VALUES {rows: text key, bigint}) UPDATE t SET b = k.b FROM k WHERE t.a = k.a
   *
   * Rows are cut into batches of any size, so a statement has no `LIMIT`, `ORDER BY` or aggregate over all of them.
   *
   * In a transaction on PostgreSQL a write that returns no rows does not wait for its answer: its error may come with a later statement,
   * or at the end of the transaction.
   */
  many<R>(sql: string, rows: readonly Row[]): MaybePromise<R[]>;
}

export interface TransactionOptions {
  /**
   * How long the transaction may wait to begin, and each of its statements may take. On PostgreSQL also how long it may wait
   * for its next statement: a process that is stopped in between must not keep others waiting.
   */
  timeoutMs?: number;
  /**
   * Each statement sees what is committed when it begins, and a row that another transaction has just changed is changed after
   * it: on PostgreSQL such work is not repeated because it collided. For work that changes no row by what an earlier statement
   * read of it, unless it locked that row before.
   */
  seesLatest?: boolean;
  /**
   * For work that can wait. PostgreSQL gets its rows a few at a time: its processor is soon free for others then, and no client can lower
   * the priority of what the server does for it. Takes more statements.
   */
  isGentle?: boolean;
}

export interface Db extends Sql {
  readonly engine: 'sqlite' | 'postgres';
  /** What the store counts about itself, for the metrics. Durations are counted by `MeasuredDb`. */
  readonly use: StoreUse;
  /**
   * Runs `work` with statements that take effect together when it ends, or not at all when it throws. Transactions that
   * change the same rows do not lose each other's changes, so read, decide and write is safe for those rows. (SQLite runs
   * them one by one. PostgreSQL runs them side by side and repeats `work` when two of them collide. `work` may run more than
   * once, so it must have no effect but through its statements.) A rule over rows that `work` reads and does not write
   * holds only when `work` also writes a row that every such transaction writes.
   *
   * A failed statement ends the transaction, even when `work` catches the error: nothing is kept, and the error is thrown
   * again at the end unless `work` threw another. Inside `work`, the methods of the Db itself throw: they would not see what
   * the transaction wrote, and could wait for its end, or for a connection when all are taken. Transactions do not nest.
   */
  transaction<T>(work: (tx: Sql) => MaybePromise<T>, options?: TransactionOptions): Promise<T>;
  /** Reads a result of any size with bounded memory, all rows of one snapshot. Only for statements that read. */
  each<R>(sql: string, params?: Row): AsyncIterable<R>;
  /**
   * Runs `work`, which does not wait. What it reads comes from one snapshot, until it writes something. Where beginning to
   * read costs as much as reading a row, many small reads then cost half. On PostgreSQL this is true of reads by key with the
   * same text only (`{by key}`), which then are one statement; each other read is a snapshot of its own.
   */
  readSnapshot(work: () => void): void;
  /**
   * A number that changes when another process has changed the store. Undefined where that cannot be known at once: then
   * nothing that was read may be cached.
   */
  foreignChanges(): number | undefined;
  /** Resolves when the engine answers a read. */
  ping(): Promise<void>;
  /**
   * Why the stored data cannot be trusted: the first sign of damage that a statement met since the start, for operators,
   * without paths. Undefined while there is none. Statements that need no damaged page still work.
   */
  damage(): string | undefined;
  /**
   * For a thread of this process that opens the store, too (`DbConfig.turns`): on SQLite the two write in turns. Undefined on PostgreSQL,
   * where they need nothing of each other.
   */
  lendTurns(): MessagePort | undefined;
  /** Waits for running statements, then closes every connection. A second call does nothing. */
  close(): Promise<void>;
}

/** The name of our sessions in PostgreSQL. */
export const APPLICATION_NAME = 'marketplace-seller-service';

/** Their name while they read in a transaction that writes nothing, such as an export: nobody needs to wait for its end. */
export const READING_NAME = `${APPLICATION_NAME} (reading)`;

/** How long a statement, or the wait to begin a transaction, may take by default. */
export const DEFAULT_TIMEOUT_MS = 10_000;

// Result codes of SQLite (SQLITE_CONSTRAINT_UNIQUE, _PRIMARYKEY, _ROWID, _FOREIGNKEY) and SQLSTATE of PostgreSQL.
const violations = new Map<unknown, 'unique' | 'foreign key'>([
  [2067, 'unique'],
  [1555, 'unique'],
  [2579, 'unique'],
  ['23505', 'unique'],
  [787, 'foreign key'],
  ['23503', 'foreign key'],
]);

/** Which kind of constraint a failed statement violated, or undefined when the error is about something else. */
export function violatedConstraint(error: unknown): 'unique' | 'foreign key' | undefined {
  if (!(error instanceof Error)) return undefined;
  const { errcode, code } = error as { errcode?: number; code?: string };
  return violations.get(errcode) ?? violations.get(code);
}

/** The stored data is damaged. The message says what the operator can do. It is printed without a stack at start. */
export class DamagedStoreError extends Error {
  /** Without paths: see `Db.damage`. */
  readonly summary: string;
  constructor(message: string, summary: string, cause: unknown) {
    super(message, { cause });
    this.name = 'DamagedStoreError';
    this.summary = summary;
  }
}

/** A command cannot use a file of a store. The message names the file and the reason; it is printed without a stack. */
export class UnusableFileError extends Error {}

/** The store cannot do it now and may later. `cause` is the driver's error. */
export function storeUnavailable(cause: unknown, retryAfterSeconds = 1): Fault {
  const problem = {
    message: 'The service is temporarily unavailable.',
    details: 'The data store did not answer. Try again later.',
  };
  return new Fault('ServiceUnavailable', problem, { cause, hints: { retryAfterSeconds } });
}
