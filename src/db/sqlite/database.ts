import { setImmediate } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import type { MaybePromise } from '../../domain/maybe-promise.ts';
import { StoreUse } from '../../domain/use-counts.ts';
import { type Db, type Row, type Sql, storeUnavailable, type TransactionOptions } from '../db.ts';
import { FairMutex } from '../fair-mutex.ts';
import { rejectWrite } from '../read-only.ts';
import { onlyReads } from '../sql-text.ts';
import { Transaction, Transactions } from '../transaction.ts';
import type { WriteLock } from '../write-lock.ts';
import { retryWhileBusy } from './busy-retry.ts';
import { Checkpoints, leaveCheckpoints } from './checkpoints.ts';
import type { SqliteConnection } from './connection.ts';
import type { DamageSigns } from './damage-signs.ts';
import { isBusy } from './error.ts';
import { lendLock } from './lent-lock.ts';
import { ROWS_PER_READ } from './many-rows.ts';
import { PausedStatements } from './paused-statements.ts';
import { openReader, READERS, ReadConnections } from './read-connections.ts';

/** Rows that `each` yields before the rest of the process gets its turn: about 3 ms. */
const ROWS_BETWEEN_PAUSES = 256;

/** So many rows are written without a pause when they have a transaction of their own. */
const ROWS_AT_ONCE = 32;

type SqliteParts = {
  readonly timeoutMs: number;
  readonly signs: DamageSigns;
  /** Called when the connections are closed. */
  readonly onClose?: (() => void) | undefined;
  /** That of the thread which opened the file first. It makes the checkpoints, too. */
  readonly lock?: WriteLock | undefined;
};

/**
 * The store in one file. The driver is synchronous: a statement is never interrupted, but a transaction that awaits
 * something is. Therefore one connection writes, one transaction at a time, and others read: a read outside a transaction
 * never waits, and sees only what is committed (WAL).
 */
export class SqliteDb implements Db {
  readonly engine = 'sqlite';
  readonly use = new StoreUse(() => this.#connections());
  readonly #file: string;
  readonly #timeoutMs: number;
  readonly #writer: SqliteConnection;
  readonly #checkpoints: Checkpoints | undefined;
  readonly #readers: ReadConnections;
  readonly #writeLock: WriteLock;
  readonly #transactions = new Transactions();
  readonly #cursors = new Set<SqliteConnection>();
  readonly #signs: DamageSigns;
  readonly #onClose: (() => void) | undefined;
  #closed = false;
  /** Whether `readSnapshot` is running. */
  #wantsSnapshot = false;
  /** The reading connection that is in a transaction, which `readSnapshot` ends. */
  #snapshot: SqliteConnection | undefined;

  constructor(file: string, writer: SqliteConnection, options: SqliteParts) {
    this.#file = file;
    this.#timeoutMs = options.timeoutMs;
    this.#signs = options.signs;
    this.#onClose = options.onClose;
    this.#writer = writer;
    if (options.lock) leaveCheckpoints(writer);
    this.#checkpoints = options.lock ? undefined : new Checkpoints(file, writer);
    this.#writeLock = options.lock ?? new FairMutex((seconds) => this.use.waits.observe(seconds));
    this.#readers = new ReadConnections((isMapped) => openReader(file, this.#signs, isMapped));
  }

  get<R>(sql: string, params?: Row): MaybePromise<R | undefined> {
    this.#transactions.rejectInside();
    return onlyReads(sql) ? this.#reading().get<R>(sql, params) : this.#write(() => this.#writer.get<R>(sql, params));
  }

  all<R>(sql: string, params?: Row): MaybePromise<R[]> {
    this.#transactions.rejectInside();
    return onlyReads(sql) ? this.#reading().all<R>(sql, params) : this.#write(() => this.#writer.all<R>(sql, params));
  }

  run(sql: string, params?: Row): MaybePromise<number> {
    this.#transactions.rejectInside();
    return this.#write(() => this.#writer.run(sql, params));
  }

  many<R>(sql: string, rows: readonly Row[]): MaybePromise<R[]> {
    this.#transactions.rejectInside();
    if (!onlyReads(sql)) {
      if (rows.length > ROWS_AT_ONCE) return this.transaction((tx) => tx.many<R>(sql, rows));
      return this.#write(() => this.#writer.atomically('BEGIN IMMEDIATE', () => this.#writer.many<R>(sql, rows)));
    }
    const reader = this.#reading();
    const read = () => reader.many<R>(sql, rows);
    return rows.length <= ROWS_PER_READ || this.#snapshot ? read() : reader.atomically('BEGIN', read);
  }

  async transaction<T>(work: (tx: Sql) => MaybePromise<T>, options: TransactionOptions = {}): Promise<T> {
    this.#transactions.rejectInside();
    rejectWrite();
    return this.#whileWriter(options.timeoutMs ?? this.#timeoutMs, async (whenUnlocked) => {
      // IMMEDIATE takes the lock of the file now. At the first write, after reads, another process could have it.
      await whenUnlocked(() => this.#writer.run('BEGIN IMMEDIATE'));
      const statements = new PausedStatements(this.#writer);
      try {
        const result = await this.#transactions.perform(new Transaction(statements), async (tx) => {
          const result = await work(tx);
          await statements.settled();
          return result;
        });
        this.#writer.run('COMMIT');
        return result;
      } catch (error) {
        await statements.abandon();
        this.#writer.rollback();
        throw error;
      }
    });
  }

  async *each<R>(sql: string, params?: Row): AsyncGenerator<R> {
    this.#transactions.rejectInside();
    if (this.#closed) throw storeUnavailable(new Error('The database is closed.'));
    // A connection of its own: an unfinished read would keep every later read of the connection at its snapshot.
    const cursor = openReader(this.#file, this.#signs, true);
    this.#cursors.add(cursor);
    try {
      let count = 0;
      for (const row of cursor.iterate<R>(sql, params)) {
        yield row;
        if (++count % ROWS_BETWEEN_PAUSES === 0) await setImmediate();
      }
    } finally {
      this.#cursors.delete(cursor);
      cursor.close();
    }
  }

  readSnapshot(work: () => void): void {
    this.#wantsSnapshot = true;
    try {
      work();
    } finally {
      this.#wantsSnapshot = false;
      this.#endSnapshot();
    }
  }

  #reading(): SqliteConnection {
    if (this.#snapshot !== undefined) return this.#snapshot;
    const reader = this.#readers.next();
    if (this.#wantsSnapshot) {
      reader.run('BEGIN');
      this.#snapshot = reader;
    }
    return reader;
  }

  /**
   * Later reads see what is committed by now. Never throws: it runs outside every handler. A snapshot only reads, so
   * ending it can lose nothing. After a read of a damaged page, SQLite reports that page's error once more here.
   */
  #endSnapshot(): void {
    const reader = this.#snapshot;
    if (reader === undefined) return;
    this.#snapshot = undefined;
    try {
      reader.run('COMMIT');
    } catch {
      reader.rollback();
    }
  }

  foreignChanges(): number | undefined {
    // The caller decides by the answer whether later reads may come from a cache.
    this.#endSnapshot();
    // Asked on the connection that writes: SQLite does not count its changes. Those of another thread count as another process's.
    try {
      return this.#writer.get<{ data_version: number }>('PRAGMA data_version')?.data_version;
    } catch (error) {
      // Another process repairs the log after a crash. Only the reading connection waits for that.
      if (isBusy(error)) return undefined;
      throw error;
    }
  }

  async ping(): Promise<void> {
    // A statement without a table would read nothing, and succeed although no page can be read.
    this.#readers.next().get('SELECT 1 FROM sqlite_schema LIMIT 1');
  }

  damage(): string | undefined {
    return this.#signs.first;
  }

  /** Reads never wait. What counts as in use: the writing connection during a transaction, and one for each `each`. */
  #connections() {
    const writing = this.#writeLock.isFree ? 0 : 1;
    const inUse = writing + this.#cursors.size;
    return { inUse, idle: READERS + 1 - writing, max: undefined, waiting: this.#writeLock.waiting };
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#writeLock.acquire(2 ** 31 - 1, () => new Error('unreachable'));
    await this.#checkpoints?.close();
    for (const connection of [...this.#cursors, this.#readers, this.#writer]) connection.close();
    this.#writeLock.release();
    this.#onClose?.();
  }

  lendTurns(): MessagePort {
    return lendLock(this.#writeLock, {
      before: async () => this.#checkpoints?.room(),
      after: () => {
        this.#readers.noteChange();
        this.#checkpoints?.afterCommit();
      },
    });
  }

  /** Writes at once when the write lock is free, else in turn. */
  #write<T>(call: () => T): MaybePromise<T> {
    rejectWrite();
    this.#endSnapshot();
    if (this.#writeLock.isFree) {
      this.#readers.noteChange();
      try {
        const result = call();
        this.#checkpoints?.afterCommit();
        return result;
      } catch (error) {
        if (!isBusy(error)) throw error;
      }
    }
    return this.#whileWriter(this.#timeoutMs, (whenUnlocked) => whenUnlocked(call));
  }

  /**
   * Runs `work` while it has the writing connection. `whenUnlocked` repeats a first statement while another process holds
   * the lock of the file: if the driver waited, every request of this process would wait with it.
   */
  async #whileWriter<T>(
    timeoutMs: number,
    work: (whenUnlocked: <U>(call: () => U) => Promise<U>) => Promise<T>,
  ): Promise<T> {
    const deadlineMs = performance.now() + timeoutMs;
    await this.#writeLock.acquire(timeoutMs, () =>
      storeUnavailable(new Error('Other transactions held the write lock for too long.')),
    );
    try {
      await this.#checkpoints?.room();
      const result = await work((call) => retryWhileBusy(call, deadlineMs));
      this.#checkpoints?.afterCommit();
      return result;
    } finally {
      this.#readers.noteChange();
      this.#writeLock.release();
    }
  }
}
