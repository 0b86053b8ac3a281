import { afterRequests } from '../../async/after-requests.ts';
import type { MaybePromise } from '../../domain/maybe-promise.ts';
import type { Row, Sql } from '../db.ts';
import type { SqliteConnection } from './connection.ts';

/** For how long statements may follow each other before the rest of the process has a turn of the event loop. */
const MAX_STRETCH_MS = 1;

/**
 * The statements of one transaction. The driver is synchronous, so a transaction of a thousand statements would leave every request
 * unanswered until its end: after a while a statement, or the next row of `many`, waits for a turn of the event loop. Readers go on
 * meanwhile, as they do whenever a transaction awaits something, and other writers wait for the end of the transaction in any case.
 * Statements take effect strictly in the order of their calls, also when they are sent without waiting for the one before.
 *
 * Whoever has made the transaction commits it without waiting for a turn after COMMIT: caches rely on hearing of a change in the same
 * turn in which it becomes visible.
 */
export class PausedStatements implements Sql {
  readonly #connection: SqliteConnection;
  #stretchBeganMs = performance.now();
  /** The last statement that waits or runs; undefined when none does. Never rejects. */
  #last: Promise<void> | undefined;
  /** Why statements that still wait must not run: an earlier one has failed, or the transaction ends without them. */
  #refusal: { readonly error: unknown } | undefined;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  get<R>(sql: string, params?: Row): MaybePromise<R | undefined> {
    return this.#inOrder(() => this.#connection.get<R>(sql, params));
  }

  all<R>(sql: string, params?: Row): MaybePromise<R[]> {
    return this.#inOrder(() => this.#connection.all<R>(sql, params));
  }

  run(sql: string, params?: Row): MaybePromise<number> {
    return this.#inOrder(() => this.#connection.run(sql, params));
  }

  many<R>(sql: string, rows: readonly Row[]): MaybePromise<R[]> {
    // One row, as a live change mostly has, leaves no place for a pause.
    if (rows.length === 1) return this.#inOrder(() => this.#connection.many<R>(sql, rows));
    const found: R[] = [];
    return this.#inOrder(() => this.#through(this.#connection.steps<R>(sql, rows, found), found));
  }

  /** Resolves when every statement has run, with a turn behind it if the stretch was long: COMMIT takes long enough by itself. */
  async settled(): Promise<void> {
    while (this.#last !== undefined) await this.#last;
    if (this.#isLong()) await this.#pause();
  }

  /** Statements that wait for a turn fail from now on instead of running, and what comes back is resolved when none of them is left. */
  async abandon(): Promise<void> {
    this.#refusal ??= { error: new Error('The transaction ended before this statement.') };
    while (this.#last !== undefined) await this.#last;
  }

  #inOrder<T>(call: () => MaybePromise<T>): MaybePromise<T> {
    if (this.#last === undefined && !this.#isLong()) {
      const result = call();
      if (result instanceof Promise) this.#keep(result);
      return result;
    }
    const before = this.#last;
    const result = (async () => {
      await before;
      if (this.#isLong()) await this.#pause();
      this.#rejectRefused();
      return call();
    })();
    this.#keep(result);
    return result;
  }

  #keep(result: Promise<unknown>): void {
    const ended: Promise<void> = result
      .catch((error: unknown) => {
        this.#refusal ??= { error };
      })
      .then(() => {
        if (this.#last === ended) this.#last = undefined;
      });
    this.#last = ended;
  }

  /** Goes through all steps, at once if they take no longer than the stretch may. */
  #through<T>(steps: Iterator<void>, result: T): MaybePromise<T> {
    while (!this.#isLong()) if (steps.next().done) return result;
    return this.#pause().then(() => {
      this.#rejectRefused();
      return this.#through(steps, result);
    });
  }

  #rejectRefused(): void {
    if (this.#refusal !== undefined) throw this.#refusal.error;
  }

  #isLong(): boolean {
    return performance.now() - this.#stretchBeganMs >= MAX_STRETCH_MS;
  }

  async #pause(): Promise<void> {
    await afterRequests();
    this.#stretchBeganMs = performance.now();
  }
}
