import type { Duplex } from 'node:stream';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import type { MaybePromise } from '../../domain/maybe-promise.ts';
import type { Row, Sql, Value } from '../db.ts';
import { checkParams } from '../sql-text.ts';
import { binaryColumn } from './binary-array.ts';
import { checkColumnValue } from './column-value.ts';
import { postgresError, unreplicatedCommit } from './error.ts';
import { statementBatches } from './many-rows.ts';
import type { FoundRow } from './merged-reads.ts';
import { type ConnectionPool, GRACE_MS } from './pool.ts';
import {
  postgresMergedStatement,
  postgresRowStatement,
  postgresRowsStatement,
  postgresStatement,
} from './statement-text.ts';

/** One connection of the pool, while it is borrowed. Errors are already those that `Sql` promises. */
export class PostgresConnection implements Sql {
  readonly #client: PoolClient;
  readonly #pool: ConnectionPool;
  readonly #timeoutMs: number;
  #unanswered = 0;
  /** Whether something was sent that takes effect by itself: COMMIT, or a write outside a transaction. */
  mayHaveEffect = false;
  /** Answers that nobody waits for yet: see `sendWithoutWaiting`. */
  #later: { readonly answers: Promise<unknown>[]; onFailure(error: unknown): void } | undefined;

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
  many<R>(sql: string, rows: readonly Row[]): MaybePromise<R[]> {
    const { keys, types, returnsRows } = postgresRowsStatement(sql);
    for (const row of rows) if (row.length !== types.length) checkParams(row, types.length);
    const batches = statementBatches(rows, keys);
    const [first, ...others] = batches;
    if (first === undefined) return [];
    if (others.length > 0) return this.#oneByOne(sql, batches);
    const answer = this.#batch<R>(sql, first);
    if (this.#later === undefined || returnsRows) return answer;
    // Also when a value is refused before anything is sent.
    const { answers, onFailure } = this.#later;
    answers.push(answer.catch(onFailure));
    return [];
  }

  /**
   * For a transaction. A write by `many` that returns no rows is sent, and its caller goes on: the server executes the statements of a
   * connection in their order, so the next one goes out without a wait for this answer. `onFailure` gets the errors of all statements
   * in that order: the first one says why those after it fail, too.
   */
  sendWithoutWaiting(onFailure: (error: unknown) => void): void {
    this.#later = { answers: [], onFailure };
  }

  /** Resolves when all answers are there. Before COMMIT: what was sent until then surely has no effect when the connection is lost. */
  async answers(): Promise<void> {
    await Promise.all(this.#later?.answers ?? []);
    this.#later = undefined;
  }

  async #oneByOne<R>(sql: string, batches: readonly (readonly Row[])[]): Promise<R[]> {
    const found: R[] = [];
    for (const batch of batches) for (const row of await this.#batch<R>(sql, batch)) found.push(row);
    return found;
  }

  async #batch<R>(sql: string, rows: readonly Row[]): Promise<R[]> {
    const [only] = rows;
    if (only !== undefined && rows.length === 1) {
      const { types, name, text } = postgresRowStatement(sql);
      for (const [n, type] of types.entries()) checkColumnValue(type, only[n] as Value);
      return (await this.query({ name, text, values: [...only] })).rows as R[];
    }
    const { types, name, text } = postgresRowsStatement(sql);
    const values = types.map((type, column) => binaryColumn(type, rows, column));
    return (await this.query({ name, text, values })).rows as R[];
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
    this.#writeTogether();
    deadlines.expect(this.#client, this.#timeoutMs + GRACE_MS);
    try {
      const result = await this.#answerTo(config);
      if (unreplicated.take(this.#client)) throw unreplicatedCommit();
      return result;
    } catch (error) {
      const failure = postgresError(error);
      this.#later?.onFailure(failure);
      throw failure;
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

  /** Statements of one turn go out in one write: the kernel is called once for all of them, and the server wakes up once. */
  #writeTogether(): void {
    const { stream } = (this.#client as unknown as { connection: { stream: Duplex } }).connection;
    if (stream.writableCorked > 0) return;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  #statement(sql: string, params: Row): Promise<QueryResult> {
    const { name, text, params: expected } = postgresStatement(sql);
    checkParams(params, expected);
    return this.query({ name, text, values: params as unknown[] });
  }
}
