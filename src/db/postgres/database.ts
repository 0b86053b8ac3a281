import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { MaybePromise } from '../../domain/maybe-promise.ts';
import type { StoreUse } from '../../domain/use-counts.ts';
import {
  DamagedStoreError,
  type Db,
  DEFAULT_TIMEOUT_MS,
  READING_NAME,
  type Row,
  type Sql,
  storeUnavailable,
  type TransactionOptions,
} from '../db.ts';
import { FairMutex } from '../fair-mutex.ts';
import { rejectWrite } from '../read-only.ts';
import { isByKey, onlyReads } from '../sql-text.ts';
import { Transaction, Transactions } from '../transaction.ts';
import { PostgresConnection } from './connection.ts';
import { isFromStandby, isLost, isRepeatable, isStalePlan, isStoreUnavailable } from './error.ts';
import { GentleStatements } from './gentle-statements.ts';
import { isOneStatement } from './many-rows.ts';
import { MergedReads } from './merged-reads.ts';
import { ConnectionPool, type PoolOptions } from './pool.ts';

const ROWS_PER_FETCH = 1_000;
const fetchRows = `FETCH ${ROWS_PER_FETCH} FROM rows`;

/** Other sessions see the name, and so that this transaction will write nothing. */
const beginReading = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL application_name = '${READING_NAME}'`;

/** A call that took longer than this before its connection was lost is not repeated: its caller has waited long enough. */
const MAX_RETRIED_MS = 1_000;

export type PostgresOptions = PoolOptions & { timeoutMs?: number };

/** The store in a PostgreSQL server, shared with other processes. A connection may be lost at any statement. */
export class PostgresDb implements Db {
  readonly engine = 'postgres';
  readonly use: StoreUse;
  readonly #pool: ConnectionPool;
  readonly #timeoutMs: number;
  readonly #transactions = new Transactions();
  /** Held by the one call that is being repeated. */
  readonly #repeatLock = new FairMutex();
  /** The reads by key of the `readSnapshot` that runs. */
  #merged: MergedReads | undefined;
  #damage: string | undefined;

  constructor(databaseUrl: string, options: PostgresOptions = {}) {
    this.#timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.#pool = new ConnectionPool(databaseUrl, this.#timeoutMs, options);
    this.use = this.#pool.use;
  }

  get<R>(sql: string, params: Row = []): Promise<R | undefined> {
    const alone = () => this.#once(sql, (connection) => connection.get<R>(sql, params));
    if (this.#merged === undefined || !isByKey(sql)) return alone();
    const found = async () => {
      const row = await alone();
      return row === undefined ? [] : [row];
    };
    return this.#merged.add(sql, [params], found).then(([row]) => row);
  }

  all<R>(sql: string, params?: Row): Promise<R[]> {
    return this.#once(sql, (connection) => connection.all<R>(sql, params));
  }

  run(sql: string, params?: Row): Promise<number> {
    return this.#once(sql, (connection) => connection.run(sql, params));
  }

  async many<R>(sql: string, rows: readonly Row[]): Promise<R[]> {
    if (this.#merged === undefined || !isByKey(sql)) return this.#manyAlone(sql, rows);
    return this.#merged.add(sql, rows, () => this.#manyAlone(sql, rows));
  }

  async transaction<T>(work: (tx: Sql) => MaybePromise<T>, options?: TransactionOptions): Promise<T> {
    rejectWrite();
    return this.#transact(work, options);
  }

  async #transact<T>(work: (tx: Sql) => MaybePromise<T>, options: TransactionOptions = {}): Promise<T> {
    this.#transactions.rejectInside();
    const { seesLatest, isGentle } = options;
    const { timeoutMs = this.#pool.isBehindPgbouncer ? this.#timeoutMs : undefined } = options;
    // Under REPEATABLE READ colliding changes of a row are an error, and the transaction is repeated. It costs no more than
    // READ COMMITTED (390 µs for a read and a write), under which the second change would silently win. SERIALIZABLE takes
    // 30 % longer, collides more often, and is not offered by every cluster.
    const level = seesLatest ? 'READ COMMITTED' : 'REPEATABLE READ';
    const begin = `BEGIN ISOLATION LEVEL ${level}${timeoutMs === undefined ? '' : limitsOf(timeoutMs)}`;
    return this.#repeat(timeoutMs ?? this.#timeoutMs, async (connection) => {
      const gentle = isGentle ? new GentleStatements(connection) : undefined;
      const transaction = new Transaction(gentle ?? connection);
      const fail = (error: unknown) => {
        transaction.failure ??= error;
      };
      const begun = connection.query({ text: begin }).catch(fail);
      if (gentle === undefined) connection.sendWithoutWaiting(fail);
      try {
        const result = await this.#transactions.perform(transaction, work);
        await begun;
        await gentle?.settled();
        await connection.answers();
        if (transaction.failure !== undefined) throw transaction.failure;
        connection.mayHaveEffect = true;
        // If `work` ignored a failed statement, the server answers COMMIT with ROLLBACK, and without an error.
        const { command } = await connection.query({ text: 'COMMIT' });
        if (command !== 'COMMIT')
          throw new Error('A statement that was not awaited failed: the transaction is rolled back.');
        return result;
      } catch (error) {
        await gentle?.abandon();
        const { failure } = transaction;
        const reason = isRepeatable(failure) || isLost(failure) ? failure : error;
        if (!isStoreUnavailable(reason)) await connection.query({ text: 'ROLLBACK' }).catch(() => {});
        throw reason;
      }
    });
  }

  readSnapshot(work: () => void): void {
    const merged = new MergedReads();
    this.#merged = merged;
    try {
      work();
    } finally {
      this.#merged = undefined;
      merged.send((sql, reads) => this.#once(sql, (connection) => connection.merged(sql, reads)));
    }
  }

  foreignChanges(): undefined {
    return undefined;
  }

  async *each<R>(sql: string, params: Row = []): AsyncGenerator<R> {
    this.#transactions.rejectInside();
    const open = () => this.#openCursor(sql, params);
    const { client, connection, first } = await open().catch((error) => {
      if (isLost(error)) return open();
      throw error;
    });
    let failure: unknown;
    try {
      for (let rows = first; ; ) {
        yield* rows as R[];
        if (rows.length < ROWS_PER_FETCH) return;
        ({ rows } = await connection.query({ text: fetchRows }));
      }
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      // Also when the caller stops reading early.
      if (!isStoreUnavailable(failure))
        await connection.query({ text: 'ROLLBACK' }).catch((error) => (failure = error));
      client.release(isStoreUnavailable(failure));
    }
  }

  async ping(): Promise<void> {
    await this.get('SELECT 1');
  }

  lendTurns(): undefined {
    return undefined;
  }

  damage(): string | undefined {
    return this.#damage;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  /** Begins to read: the connection is the caller's from then on. */
  async #openCursor(sql: string, params: Row) {
    const client = await this.#pool.connect();
    const connection = new PostgresConnection(client, this.#pool, this.#timeoutMs);
    try {
      await connection.query({ text: beginReading });
      await connection.declareCursor('rows', sql, params);
      const { rows } = await connection.query({ text: fetchRows });
      return { client, connection, first: rows as unknown[] };
    } catch (error) {
      if (isLost(error)) this.#pool.lost(client);
      client.release(true);
      throw error;
    }
  }

  #manyAlone<R>(sql: string, rows: readonly Row[]): Promise<R[]> {
    if (isOneStatement(sql, rows)) return this.#once(sql, async (connection) => connection.many<R>(sql, rows));
    if (!onlyReads(sql)) rejectWrite();
    return this.#transact((tx) => tx.many<R>(sql, rows));
  }

  #once<T>(sql: string, call: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    this.#transactions.rejectInside();
    const mayHaveEffect = !onlyReads(sql);
    if (mayHaveEffect) rejectWrite();
    return this.#repeat(this.#timeoutMs, (connection) => {
      connection.mayHaveEffect = mayHaveEffect;
      return call(connection);
    });
  }

  /**
   * Runs `call` on a connection, and repeats it when it collided with another transaction: then it had no effect. Repeats run
   * one at a time, because side by side they would mostly collide with each other. 40 loops that change the same row need
   * 1.4 s for 2,000 changes this way, nearly all in one or two runs; with growing random delays they need 8 s, and some give
   * up after 20 runs.
   */
  async #repeat<T>(timeoutMs: number, call: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    let collision: unknown;
    try {
      return await this.#attempt(timeoutMs, call);
    } catch (error) {
      if (!isRepeatable(error)) throw error;
      collision = error;
    }
    const deadlineMs = performance.now() + timeoutMs;
    await this.#repeatLock.acquire(timeoutMs, () => storeUnavailable(collision));
    try {
      for (;;) {
        try {
          return await this.#attempt(timeoutMs, call);
        } catch (error) {
          if (!isRepeatable(error)) throw error;
          if (performance.now() > deadlineMs) throw storeUnavailable(error);
        }
        // Other processes repeat theirs at the same time.
        await sleep(Math.random() * 5);
      }
    } finally {
      this.#repeatLock.release();
    }
  }

  /**
   * Runs `call` on a connection. When that is lost, and `call` surely had no effect, it runs once more on a new connection. What
   * may have been committed is never repeated: it would take effect twice.
   */
  async #attempt<T>(timeoutMs: number, call: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    const startedMs = performance.now();
    for (let tries = 1; ; tries++) {
      let client: PoolClient | undefined;
      let connection: PostgresConnection | undefined;
      try {
        client = await this.#pool.connect();
        connection = new PostgresConnection(client, this.#pool, timeoutMs);
        const result = await call(connection);
        client.release();
        return result;
      } catch (error) {
        if (error instanceof DamagedStoreError) this.#damage ??= error.summary;
        if (client !== undefined && isLost(error)) this.#pool.lost(client);
        client?.release(isStoreUnavailable(error) || isStalePlan(error));
        const hadNoEffect = !connection?.mayHaveEffect || isFromStandby(error);
        const isRetried = tries === 1 && isLost(error) && hadNoEffect;
        if (!isRetried || performance.now() - startedMs > MAX_RETRIED_MS) throw error;
      }
    }
  }
}

/** Connects to the server. Throws what `Sql` promises when it cannot be reached or rejects the connection. */
export async function openPostgres(databaseUrl: string, options: PostgresOptions = {}): Promise<PostgresDb> {
  const db = new PostgresDb(databaseUrl, options);
  try {
    await db.ping();
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** The server also ends a transaction between whose statements nothing comes: its process may be stopped, and its locks stay. */
function limitsOf(timeoutMs: number): string {
  const ms = Math.round(timeoutMs);
  return `; SET LOCAL statement_timeout = ${ms}; SET LOCAL idle_in_transaction_session_timeout = ${ms}`;
}
