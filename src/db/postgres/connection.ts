import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import type { Row, Sql } from '../db.ts';
import { checkParams } from '../sql-text.ts';
import { binaryColumn } from './binary-array.ts';
import { postgresError, unreplicatedCommit } from './error.ts';
import { statementBatches } from './many-rows.ts';
import type { FoundRow } from './merged-reads.ts';
import { type ConnectionPool, GRACE_MS } from './pool.ts';
import { postgresMergedStatement, postgresRowsStatement, postgresStatement } from './statement-text.ts';

/** One connection of the pool, while it is borrowed. Errors are already those that `Sql` promises. */
export class PostgresConnection implements Sql {
  readonly #client: PoolClient;
  readonly #pool: ConnectionPool;
  readonly #timeoutMs: number;
  #unanswered = 0;
  /** Whether something was sent that takes effect by itself: COMMIT, or a write outside a transaction. */
  mayHaveEffect = false;

  constructor(client: PoolClient, pool: ConnectionPool, timeoutMs: number) {
    this.#client = client;
    this.#pool = pool;
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

  /** Runs several reads by key as one statement. */
  async merged(sql: string, reads: readonly (readonly Row[])[]): Promise<FoundRow[]> {
    const { types, name, text } = postgresMergedStatement(sql);
    const rows = reads.flatMap((read, number) => read.map((row) => [...row, number]));
    for (const row of rows) if (row.length !== types.length) checkParams(row, types.length);
    const values = types.map((type, column) => binaryColumn(type, rows, column));
    return (await this.query({ name, text, values })).rows;
  }

  /** Prepares the rows of a statement to be fetched in parts, inside a transaction. */
  async declareCursor(cursor: string, sql: string, params: Row): Promise<void> {
    const { text, params: expected } = postgresStatement(sql);
    checkParams(params, expected);
    await this.query({ text: `DECLARE ${cursor} NO SCROLL CURSOR FOR ${text}`, values: params as unknown[] });
  }

  /** Runs text as it is. */
  async query(config: { name?: string | undefined; text: string; values?: unknown[] }): Promise<QueryResult> {
    const { deadlines, unreplicated, isBehindPgbouncer } = this.#pool;
    if (isBehindPgbouncer) config.name = undefined;
    this.#unanswered++;
    deadlines.expect(this.#client, this.#timeoutMs + GRACE_MS);
    try {
      const result = await this.#answerTo(config);
      if (unreplicated.take(this.#client)) throw unreplicatedCommit();
      return result;
    } catch (error) {
      throw postgresError(error);
    } finally {
      if (--this.#unanswered === 0) deadlines.answered(this.#client);
    }
  }

  /**
   * With a callback. In the promises that the driver makes, V8 finds no garbage by scavenging: rows stay in the young generation,
   * and move to the old one, until a full collection. That was a third of the processor time of a read.
   */
  #answerTo(config: object): Promise<QueryResult> {
    return new Promise((resolve, reject) => {
      this.#client.query(config as QueryConfig, (error: Error | null, result) => {
        if (error) reject(error);
        else resolve(result);
      });
    });
  }

  #statement(sql: string, params: Row): Promise<QueryResult> {
    const { name, text, params: expected } = postgresStatement(sql);
    checkParams(params, expected);
    return this.query({ name, text, values: params as unknown[] });
  }
}
