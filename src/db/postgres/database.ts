import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type PoolClient } from 'pg';
import { Fault } from '../../domain/fault.ts';
import type { MaybePromise } from '../../domain/maybe-promise.ts';
import {
  APPLICATION_NAME,
  DamagedStoreError,
  type Db,
  DEFAULT_TIMEOUT_MS,
  type Row,
  type Sql,
  storeUnavailable,
  type TransactionOptions,
} from '../db.ts';
import { FairMutex } from '../fair-mutex.ts';
import { Transaction, Transactions } from '../transaction.ts';
import { AnswerDeadlines } from './answer-deadlines.ts';
import { GRACE_MS, PostgresConnection } from './connection.ts';
import { isRepeatable, isStalePlan } from './error.ts';
import { isOneStatement } from './many-rows.ts';

/** Also bounds the wait for a free connection: under such a load an early 503 is better than a queue. */
const CONNECT_TIMEOUT_MS = 3_000;

const DEFAULT_CONNECTIONS = 10;

const ROWS_PER_FETCH = 1_000;

export type PostgresOptions = {
  /** How many connections this process opens at most. */
  connections?: number;
  timeoutMs?: number;
  /** The name of the sessions, which other processes can see. */
  applicationName?: string;
};

/** The store in a PostgreSQL server, shared with other processes. A connection may be lost at any statement. */
export class PostgresDb implements Db {
  readonly engine = 'postgres';
  readonly #pool: pg.Pool;
  readonly #timeoutMs: number;
  readonly #transactions = new Transactions();
  /** Held by the one call that is being repeated. */
  readonly #repeatLock = new FairMutex();
  readonly #deadlines = new AnswerDeadlines();
  #closing: Promise<void> | undefined;
  #damage: string | undefined;

  constructor(databaseUrl: string, options: PostgresOptions = {}) {
    this.#timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.#pool = new pg.Pool({
      connectionString: databaseUrl,
      max: options.connections ?? DEFAULT_CONNECTIONS,
      connectionTimeoutMillis: Math.min(CONNECT_TIMEOUT_MS, this.#timeoutMs + GRACE_MS),
      idleTimeoutMillis: 30_000,
      // After a failover, half of the connections may still lead to the old server.
      maxLifetimeSeconds: 1_800,
      keepAlive: true,
      statement_timeout: this.#timeoutMs,
      application_name: options.applicationName ?? APPLICATION_NAME,
      types: { getTypeParser },
      // Statements go out without waiting for the answer of the one before: BEGIN costs no round trip of its own.
      pipeline: true,
    } as pg.PoolConfig);
    // A broken connection emits 'error', and an 'error' without a listener ends the process. The next statement on the
    // connection gets the error.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => {
      client.on('error', () => {});
      this.#deadlines.opened(client);
    });
    this.#pool.on('remove', (client) => this.#deadlines.closed(client as PoolClient));
  }

  get<R>(sql: string, params?: Row): Promise<R | undefined> {
    return this.#once((connection) => connection.get<R>(sql, params));
  }

  all<R>(sql: string, params?: Row): Promise<R[]> {
    return this.#once((connection) => connection.all<R>(sql, params));
  }

  run(sql: string, params?: Row): Promise<number> {
    return this.#once((connection) => connection.run(sql, params));
  }

  async many<R>(sql: string, rows: readonly Row[]): Promise<R[]> {
    if (isOneStatement(sql, rows)) return this.#once((connection) => connection.many<R>(sql, rows));
    return this.transaction((tx) => tx.many<R>(sql, rows));
  }

  async transaction<T>(work: (tx: Sql) => MaybePromise<T>, options: TransactionOptions = {}): Promise<T> {
    this.#transactions.rejectInside();
    const { timeoutMs, seesLatest } = options;
    // Under REPEATABLE READ colliding changes of a row are an error, and the transaction is repeated. It costs no more than
    // READ COMMITTED (390 µs for a read and a write), under which the second change would silently win. SERIALIZABLE takes
    // 30 % longer, collides more often, and is not offered by every cluster.
    const level = seesLatest ? 'READ COMMITTED' : 'REPEATABLE READ';
    const begin = `BEGIN ISOLATION LEVEL ${level}${timeoutMs === undefined ? '' : limitsOf(timeoutMs)}`;
    return this.#repeat(timeoutMs ?? this.#timeoutMs, async (connection) => {
      const transaction = new Transaction(connection);
      const begun = connection.query({ text: begin }).catch((error) => {
        transaction.failure ??= error;
      });
      try {
        const result = await this.#transactions.perform(transaction, work);
        await begun;
        if (transaction.failure !== undefined) throw transaction.failure;
        // If `work` ignored a failed statement, the server answers COMMIT with ROLLBACK, and without an error.
        const { command } = await connection.query({ text: 'COMMIT' });
        if (command !== 'COMMIT')
          throw new Error('A statement that was not awaited failed: the transaction is rolled back.');
        return result;
      } catch (error) {
        const { failure } = transaction;
        const reason = isRepeatable(failure) ? failure : error;
        if (!mayBeBroken(reason)) await connection.query({ text: 'ROLLBACK' }).catch(() => {});
        throw reason;
      }
    });
  }

  readSnapshot(work: () => void): void {
    work();
  }

  foreignChanges(): undefined {
    return undefined;
  }

  async *each<R>(sql: string, params: Row = []): AsyncGenerator<R> {
    this.#transactions.rejectInside();
    const client = await this.#connect();
    const connection = new PostgresConnection(client, this.#deadlines, this.#timeoutMs);
    let failure: unknown;
    try {
      await connection.query({ text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' });
      await connection.declareCursor('rows', sql, params);
      for (;;) {
        const { rows } = await connection.query({ text: `FETCH ${ROWS_PER_FETCH} FROM rows` });
        yield* rows as R[];
        if (rows.length < ROWS_PER_FETCH) return;
      }
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      // Also when the caller stops reading early.
      if (!mayBeBroken(failure)) await connection.query({ text: 'ROLLBACK' }).catch((error) => (failure = error));
      client.release(mayBeBroken(failure));
    }
  }

  async ping(): Promise<void> {
    await this.get('SELECT 1');
  }

  damage(): string | undefined {
    return this.#damage;
  }

  close(): Promise<void> {
    this.#closing ??= this.#pool.end().finally(() => this.#deadlines.end());
    return this.#closing;
  }

  #once<T>(call: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    this.#transactions.rejectInside();
    return this.#repeat(this.#timeoutMs, call);
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

  async #attempt<T>(timeoutMs: number, call: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    try {
      const result = await call(new PostgresConnection(client, this.#deadlines, timeoutMs));
      client.release();
      return result;
    } catch (error) {
      if (error instanceof DamagedStoreError) this.#damage ??= error.summary;
      client.release(mayBeBroken(error) || isStalePlan(error));
      throw error;
    }
  }

  async #connect(): Promise<PoolClient> {
    if (this.#closing !== undefined) throw storeUnavailable(new Error('The database is closed.'));
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw storeUnavailable(error, 5);
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

/** Whether the connection may be broken, or its state unknown. */
function mayBeBroken(error: unknown): boolean {
  return error instanceof Fault && error.code === 'ServiceUnavailable';
}

const oid = { bool: 16, int8: 20, numeric: 1700 };

/** The driver returns these as text, or as true and false. `sum` of integers is numeric. */
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: unknown) => {
  if (type === oid.int8 || type === oid.numeric) return toNumber;
  if (type === oid.bool) return (text: string) => (text === 't' ? 1 : 0);
  return pg.types.getTypeParser(type, format as 'text');
};

function toNumber(text: string): number {
  const value = Number(text);
  // As `node:sqlite` does: a rounded number must not look like the right one.
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError(`Value is too large to be represented as a JavaScript number: ${text}`);
  }
  return value;
}
