import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { MaybePromise } from '../../domain/maybe-promise.ts';
import { type Db, defaultPatienceMs, type Row, type Sql, type TransactionOptions, unavailable } from '../db.ts';
import { FairMutex } from '../fair-mutex.ts';
import { onlyReads } from '../sql-text.ts';
import { Transaction, Transactions } from '../transaction.ts';
import { rowsPerRead, SqliteConnection } from './connection.ts';
import { isBusy } from './error.ts';

/** Rows handed out by `each` before the rest of the process gets its turn: about 3 ms. */
const rowsBetweenPauses = 256;

/** A reader meets a lock only while another process repairs the log after a crash. */
const readTimeoutMs = 1_000;

/**
 * The store in one file. The driver is synchronous, so a statement is never interrupted, but a transaction that awaits
 * something is. Therefore one connection writes, in turns, and another reads: a read outside a transaction never waits and
 * sees only what is committed (WAL).
 */
export class SqliteDb implements Db {
  readonly engine = 'sqlite';
  readonly #file: string;
  readonly #patienceMs: number;
  readonly #writer: SqliteConnection;
  readonly #reader: SqliteConnection;
  readonly #turns = new FairMutex();
  readonly #transactions = new Transactions();
  readonly #cursors = new Set<SqliteConnection>();
  #closed = false;
  #isTogether = false;
  /** Whether the reading connection is in a transaction that `together` ends. */
  #hasBegun = false;

  constructor(file: string, writer: SqliteConnection, options: { patienceMs: number }) {
    this.#file = file;
    this.#patienceMs = options.patienceMs;
    this.#writer = writer;
    this.#reader = openReader(file);
  }

  get<R>(sql: string, params?: Row): MaybePromise<R | undefined> {
    this.#transactions.refuseInside();
    return onlyReads(sql) ? this.#reading().get<R>(sql, params) : this.#write(() => this.#writer.get<R>(sql, params));
  }

  all<R>(sql: string, params?: Row): MaybePromise<R[]> {
    this.#transactions.refuseInside();
    return onlyReads(sql) ? this.#reading().all<R>(sql, params) : this.#write(() => this.#writer.all<R>(sql, params));
  }

  run(sql: string, params?: Row): MaybePromise<number> {
    this.#transactions.refuseInside();
    return this.#write(() => this.#writer.run(sql, params));
  }

  many<R>(sql: string, rows: readonly Row[]): MaybePromise<R[]> {
    this.#transactions.refuseInside();
    if (!onlyReads(sql)) {
      return this.#write(() => this.#writer.atomically('BEGIN IMMEDIATE', () => this.#writer.many<R>(sql, rows)));
    }
    const reader = this.#reading();
    const read = () => reader.many<R>(sql, rows);
    return rows.length <= rowsPerRead || this.#hasBegun ? read() : reader.atomically('BEGIN', read);
  }

  async transaction<T>(work: (tx: Sql) => MaybePromise<T>, options: TransactionOptions = {}): Promise<T> {
    this.#transactions.refuseInside();
    return this.#inTurn(options.patienceMs ?? this.#patienceMs, async (unlocked) => {
      // IMMEDIATE takes the lock now: taken at the first write it could be lost to another process after reads were done.
      await unlocked(() => this.#writer.exec('BEGIN IMMEDIATE'));
      try {
        const result = await this.#transactions.perform(new Transaction(this.#writer), work);
        this.#writer.exec('COMMIT');
        return result;
      } catch (error) {
        this.#writer.rollback();
        throw error;
      }
    });
  }

  async *each<R>(sql: string, params?: Row): AsyncGenerator<R> {
    this.#transactions.refuseInside();
    if (this.#closed) throw unavailable(new Error('The database is closed.'));
    // A connection of its own: an unfinished read would hold every later read of the connection to its moment.
    const cursor = openReader(this.#file);
    this.#cursors.add(cursor);
    try {
      let count = 0;
      for (const row of cursor.iterate<R>(sql, params)) {
        yield row;
        if (++count % rowsBetweenPauses === 0) await setImmediate();
      }
    } finally {
      this.#cursors.delete(cursor);
      cursor.close();
    }
  }

  readSnapshot(work: () => void): void {
    this.#isTogether = true;
    try {
      work();
    } finally {
      this.#isTogether = false;
      this.#endMoment();
    }
  }

  #reading(): SqliteConnection {
    if (this.#isTogether && !this.#hasBegun) {
      this.#reader.run('BEGIN');
      this.#hasBegun = true;
    }
    return this.#reader;
  }

  /** What is read from now on is read as of now. */
  #endMoment(): void {
    if (!this.#hasBegun) return;
    this.#hasBegun = false;
    this.#reader.run('COMMIT');
  }

  foreignChanges(): number | undefined {
    // Who asks this judges by it what is read from now on.
    this.#endMoment();
    // Of the connection that writes: its own changes do not count, and nobody else in this process makes any.
    try {
      return this.#writer.get<{ data_version: number }>('PRAGMA data_version')?.data_version;
    } catch (error) {
      // Another process repairs the log after a crash. The reading connection waits for that, this one must not.
      if (isBusy(error)) return undefined;
      throw error;
    }
  }

  async ping(): Promise<void> {
    this.#reader.get('SELECT 1');
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#turns.take(2 ** 31 - 1, () => new Error('unreachable'));
    for (const connection of [...this.#cursors, this.#reader, this.#writer]) connection.close();
    this.#turns.give();
  }

  /** Writes at once when nobody else does, else in turn. */
  #write<T>(call: () => T): MaybePromise<T> {
    this.#endMoment();
    if (this.#turns.isFree) {
      try {
        return call();
      } catch (error) {
        if (!isBusy(error)) throw error;
      }
    }
    return this.#inTurn(this.#patienceMs, (unlocked) => unlocked(call));
  }

  /**
   * Gives `work` the writing connection. `unlocked` repeats a first statement while another process holds the lock of the
   * file: the driver's own wait would stop every request of this process with it.
   */
  async #inTurn<T>(patienceMs: number, work: (unlocked: <U>(call: () => U) => Promise<U>) => Promise<T>): Promise<T> {
    const deadlineMs = performance.now() + patienceMs;
    await this.#turns.take(patienceMs, () => unavailable(new Error('Other transactions take too long.')));
    try {
      return await work((call) => retryWhileBusy(call, deadlineMs));
    } finally {
      this.#turns.give();
    }
  }
}

/** Opens the file, and makes it when it does not exist. */
export async function openSqlite(file: string, options: { patienceMs?: number } = {}): Promise<SqliteDb> {
  const patienceMs = options.patienceMs ?? defaultPatienceMs;
  // Several processes may open a new file at once; only one of them can switch it to WAL at a time.
  return retryWhileBusy(() => {
    const writer = new SqliteConnection(file, { readOnly: false, timeoutMs: 0 });
    try {
      prepareFile(writer);
      return new SqliteDb(file, writer, { patienceMs });
    } catch (error) {
      writer.close();
      throw error;
    }
  }, performance.now() + patienceMs);
}

function openReader(file: string): SqliteConnection {
  return new SqliteConnection(file, { readOnly: true, timeoutMs: readTimeoutMs });
}

function prepareFile(writer: SqliteConnection): void {
  const mode = writer.get<{ journal_mode: string }>('PRAGMA journal_mode = WAL')?.journal_mode;
  if (mode !== 'wal') throw new Error(`The file system of the database cannot share memory (journal mode ${mode}).`);
  // FULL waits for the disk at every commit, so what was acknowledged survives a loss of power. NORMAL survives only the
  // death of the process. Measured: 106 µs and 23 µs for a commit of one row; many rows in one transaction share the cost.
  writer.exec('PRAGMA synchronous = FULL');
  // The log grows while a long read goes on. It is cut back after that.
  writer.exec('PRAGMA journal_size_limit = 67108864');
}

async function retryWhileBusy<T>(call: () => T, deadlineMs: number): Promise<T> {
  for (let delayMs = 1; ; delayMs = Math.min(delayMs * 2, 25)) {
    try {
      return call();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadlineMs) throw error;
    }
    await sleep(delayMs * (0.5 + Math.random() / 2));
  }
}
