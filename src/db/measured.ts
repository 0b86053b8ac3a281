import type { MessagePort } from 'node:worker_threads';
import { noteWork } from '../async/work.ts';
import { Fault } from '../domain/fault.ts';
import type { MaybePromise } from '../domain/maybe-promise.ts';
import type { StoreUse, StoreWork } from '../domain/use-counts.ts';
import { DamagedStoreError, type Db, type Row, type Sql, type TransactionOptions } from './db.ts';
import { onlyReads } from './sql-text.ts';

/**
 * The same store, which counts in `use` how long its work takes and how it fails. Every call is measured: two looks at the
 * clock and a count cost less than a microsecond, and a sample would miss the rare slow ones.
 */
export class MeasuredDb implements Db {
  readonly #db: Db;
  readonly engine: Db['engine'];
  readonly use: StoreUse;

  constructor(db: Db) {
    this.#db = db;
    this.engine = db.engine;
    this.use = db.use;
  }

  get<R>(sql: string, params?: Row): MaybePromise<R | undefined> {
    const startedMs = performance.now();
    try {
      return this.#finish(onlyReads(sql) ? 'read' : 'write', startedMs, this.#db.get<R>(sql, params));
    } catch (error) {
      throw this.#failed(error);
    }
  }

  all<R>(sql: string, params?: Row): MaybePromise<R[]> {
    const startedMs = performance.now();
    try {
      return this.#finish(onlyReads(sql) ? 'read' : 'write', startedMs, this.#db.all<R>(sql, params));
    } catch (error) {
      throw this.#failed(error);
    }
  }

  run(sql: string, params?: Row): MaybePromise<number> {
    const startedMs = performance.now();
    try {
      return this.#finish('write', startedMs, this.#db.run(sql, params));
    } catch (error) {
      throw this.#failed(error);
    }
  }

  many<R>(sql: string, rows: readonly Row[]): MaybePromise<R[]> {
    const startedMs = performance.now();
    try {
      return this.#finish(onlyReads(sql) ? 'read' : 'write', startedMs, this.#db.many<R>(sql, rows));
    } catch (error) {
      throw this.#failed(error);
    }
  }

  transaction<T>(work: (tx: Sql) => MaybePromise<T>, options?: TransactionOptions): Promise<T> {
    return this.#later('transaction', performance.now(), this.#db.transaction(work, options));
  }

  each<R>(sql: string, params?: Row): AsyncIterable<R> {
    return this.#db.each<R>(sql, params);
  }

  readSnapshot(work: () => void): void {
    this.#db.readSnapshot(work);
  }

  foreignChanges(): number | undefined {
    return this.#db.foreignChanges();
  }

  ping(): Promise<void> {
    return this.#db.ping();
  }

  lendTurns(): MessagePort | undefined {
    return this.#db.lendTurns();
  }

  damage(): string | undefined {
    return this.#db.damage();
  }

  close(): Promise<void> {
    return this.#db.close();
  }

  /** SQLite mostly has the result itself: then nothing waits, and no promise is made. */
  #finish<T>(kind: StoreWork, startedMs: number, result: MaybePromise<T>): MaybePromise<T> {
    if (result instanceof Promise) return this.#later(kind, startedMs, result);
    this.use.durations[kind].observe((performance.now() - startedMs) / 1000);
    return result;
  }

  async #later<T>(kind: StoreWork, startedMs: number, result: Promise<T>): Promise<T> {
    try {
      const found = await result;
      // The caller goes on in the same turn.
      noteWork(performance.now());
      return found;
    } catch (error) {
      throw this.#failed(error);
    } finally {
      // Failures too: a store that times out is slow.
      this.use.durations[kind].observe((performance.now() - startedMs) / 1000);
    }
  }

  /** A violated constraint, or a fault that the work of a transaction throws, is no failure of the store. */
  #failed(error: unknown): unknown {
    if (error instanceof DamagedStoreError) this.use.failures.damaged += 1;
    else if (error instanceof Fault && error.code === 'ServiceUnavailable') this.use.failures.unavailable += 1;
    return error;
  }
}
