import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import type { Row, Sql } from '../db.ts';
import { checkParams } from '../sql-text.ts';
import type { AnswerDeadlines } from './answer-deadlines.ts';
import { binaryColumn } from './binary-array.ts';
import { postgresError } from './error.ts';
import { statementBatches } from './many-rows.ts';
import { postgresRowsStatement, postgresStatement } from './statement-text.ts';

/** The server ends a statement after its timeout. A server that is gone cannot: see `AnswerDeadlines`. */
export const GRACE_MS = 1_000;

/** One connection of the pool, while it is borrowed. Errors are already those that `Sql` promises. */
export class PostgresConnection implements Sql {
  readonly #client: PoolClient;
  readonly #deadlines: AnswerDeadlines;
  readonly #timeoutMs: number;
  #unanswered = 0;

  constructor(client: PoolClient, deadlines: AnswerDeadlines, timeoutMs: number) {
    this.#client = client;
    this.#deadlines = deadlines;
    this.#timeoutMs = timeoutMs;
  }

  async get<R>(sql: string, params: Row = []): Promise<R | undefined> {
    return (await this.#statement(sql, params)).rows[0] as R | undefined;
  }

  async all<R>(sql: string, params: Row = []): Promise<R[]> {
    return (await this.#statement(sql, params)).rows as R[];
  }

  async run(sql: string, params: Row = []): Promise<number> {
    return (await this.#statement(sql, params)).rowCount ?? 0;
  }

  /** Atomic by itself only when `isOneStatement` says so; otherwise the caller begins and commits. */
  async many<R>(sql: string, rows: readonly Row[]): Promise<R[]> {
    const { keys, types, name, text } = postgresRowsStatement(sql);
    for (const row of rows) if (row.length !== types.length) checkParams(row, types.length);
    const found: R[] = [];
    for (const batch of statementBatches(rows, keys)) {
      const values = types.map((type, column) => binaryColumn(type, batch, column));
      for (const row of (await this.query({ name, text, values })).rows) found.push(row as R);
    }
    return found;
  }

  /** Prepares the rows of a statement to be fetched in parts, inside a transaction. */
  async declareCursor(cursor: string, sql: string, params: Row): Promise<void> {
    const { text, params: expected } = postgresStatement(sql);
    checkParams(params, expected);
    await this.query({ text: `DECLARE ${cursor} NO SCROLL CURSOR FOR ${text}`, values: params as unknown[] });
  }

  /** Runs text as it is. */
  async query(config: { name?: string | undefined; text: string; values?: unknown[] }): Promise<QueryResult> {
    this.#unanswered++;
    this.#deadlines.expect(this.#client, this.#timeoutMs + GRACE_MS);
    try {
      return await this.#client.query(config as QueryConfig);
    } catch (error) {
      throw postgresError(error);
    } finally {
      if (--this.#unanswered === 0) this.#deadlines.answered(this.#client);
    }
  }

  #statement(sql: string, params: Row): Promise<QueryResult> {
    const { name, text, params: expected } = postgresStatement(sql);
    checkParams(params, expected);
    return this.query({ name, text, values: params as unknown[] });
  }
}
