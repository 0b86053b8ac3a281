import type { MaybePromise } from '../../domain/maybe-promise.ts';
import type { Row, Sql } from '../db.ts';
import { statementBatches } from './many-rows.ts';
import { postgresRowsStatement } from './statement-text.ts';

/** Rows that one statement writes. An offer, with its entries in nine indexes, takes about 0.1 ms. */
const ROWS_PER_STATEMENT = 10;

/**
 * The statements of a transaction that can wait (`TransactionOptions.isGentle`). Each is sent when the one before is answered, and writes
 * few rows: in between the process of the server sleeps, and others get its core. Statements take effect strictly in the order of their
 * calls, also when they are sent without waiting for the one before.
 */
export class GentleStatements implements Sql {
  readonly #connection: Sql;
  /** Never rejects. */
  #last: Promise<unknown> = Promise.resolve();
  #isOver = false;

  constructor(connection: Sql) {
    this.#connection = connection;
  }

  get<R>(sql: string, params?: Row): Promise<R | undefined> {
    return this.#next(() => this.#connection.get<R>(sql, params));
  }

  all<R>(sql: string, params?: Row): Promise<R[]> {
    return this.#next(() => this.#connection.all<R>(sql, params));
  }

  run(sql: string, params?: Row): Promise<number> {
    return this.#next(() => this.#connection.run(sql, params));
  }

  many<R>(sql: string, rows: readonly Row[]): Promise<R[]> {
    const { keys, returnsRows } = postgresRowsStatement(sql);
    const batches = returnsRows ? [rows] : statementBatches(rows, keys, ROWS_PER_STATEMENT);
    // One after the other: `#next` keeps the order.
    const answers = batches.map((batch) => this.#next(() => this.#connection.many<R>(sql, batch)));
    return Promise.all(answers).then((found) => found.flat());
  }

  /** Resolves when every statement is answered. */
  async settled(): Promise<void> {
    await this.#last;
  }

  /** Statements that were not sent yet fail instead of being sent. Resolves when none is left. */
  async abandon(): Promise<void> {
    this.#isOver = true;
    await this.#last;
  }

  #next<T>(call: () => MaybePromise<T>): Promise<T> {
    const result = this.#last.then(() => {
      if (this.#isOver) throw new Error('The transaction ended before this statement.');
      return call();
    });
    this.#last = result.catch(() => undefined);
    return result;
  }
}
