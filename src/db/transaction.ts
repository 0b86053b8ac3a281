import { AsyncLocalStorage } from 'node:async_hooks';
import type { MaybePromise } from '../domain/maybe-promise.ts';
import type { Row, Sql } from './db.ts';

/** What both engines need to fulfil `Db.transaction`. One for each Db. */
export class Transactions {
  readonly #running = new AsyncLocalStorage<Transaction>();

  /** Runs `work` with the transaction's statements. Throws what `work` throws, or the error of a statement that `work` ignored. */
  async perform<T>(transaction: Transaction, work: (tx: Sql) => MaybePromise<T>): Promise<T> {
    try {
      const result = await this.#running.run(transaction, work, transaction);
      if (transaction.failure !== undefined) throw transaction.failure;
      return result;
    } finally {
      transaction.end();
    }
  }

  /** Throws when called from inside the work of a running transaction. */
  rejectInside(): void {
    if (this.#running.getStore()?.isOpen) {
      throw new Error('A transaction is running here: use its own statements. Transactions do not nest.');
    }
  }
}

/** The statements that `work` gets. They throw after the first failure, as PostgreSQL's do, and after the end. */
export class Transaction implements Sql {
  readonly #raw: Sql;
  isOpen = true;
  /** The first error of a statement. */
  failure: unknown;

  constructor(raw: Sql) {
    this.#raw = raw;
  }

  end(): void {
    this.isOpen = false;
  }

  get<R>(sql: string, params?: Row): MaybePromise<R | undefined> {
    return this.#guard(() => this.#raw.get<R>(sql, params));
  }

  all<R>(sql: string, params?: Row): MaybePromise<R[]> {
    return this.#guard(() => this.#raw.all<R>(sql, params));
  }

  run(sql: string, params?: Row): MaybePromise<number> {
    return this.#guard(() => this.#raw.run(sql, params));
  }

  many<R>(sql: string, rows: readonly Row[]): MaybePromise<R[]> {
    // A stage calls for each kind of row that a change may have. Most have none.
    if (rows.length === 0) return this.#guard(() => []);
    return this.#guard(() => this.#raw.many<R>(sql, rows));
  }

  #guard<T>(call: () => MaybePromise<T>): MaybePromise<T> {
    if (!this.isOpen) throw new Error('The transaction has ended: its statements cannot be used any more.');
    if (this.failure !== undefined) throw this.failure;
    try {
      const result = call();
      if (!(result instanceof Promise)) return result;
      const guarded = result.catch((error) => this.#fail(error));
      // Its caller may fail before it waits for this one. The transaction fails in any case, and an error that nobody takes ends the process.
      guarded.catch(() => undefined);
      return guarded;
    } catch (error) {
      return this.#fail(error);
    }
  }

  #fail(error: unknown): never {
    this.failure ??= error;
    throw this.failure;
  }
}
