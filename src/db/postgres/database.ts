import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type PoolClient } from 'pg';
import { Fault } from '../../domain/fault.ts';
import type { MaybePromise } from '../../domain/maybe-promise.ts';
import { type Db, defaultPatienceMs, type Row, type Sql, type TransactionOptions, unavailable } from '../db.ts';
import { FairMutex } from '../fair-mutex.ts';
import { Transaction, Transactions } from '../transaction.ts';
import { isRepeatable, isStalePlan } from './error.ts';
import { graceMs, isOneStatement, PostgresSession } from './session.ts';
import { AnswerWatch } from './watch.ts';

/** Also bounds the wait for a free connection: under such a load, saying so early is better than a queue. */
const connectTimeoutMs = 3_000;

const rowsPerFetch = 1_000;

export type PostgresOptions = {
  /** Connections this process opens at most. */
  connections?: number;
  patienceMs?: number;
};

/** The store in a PostgreSQL server, shared with other processes. Connections come and go: each statement finds out. */
export class PostgresDb implements Db {
  readonly engine = 'postgres';
  readonly #pool: pg.Pool;
  readonly #patienceMs: number;
  readonly #transactions = new Transactions();
  readonly #repeats = new FairMutex();
  readonly #watch = new AnswerWatch();
  #closing: Promise<void> | undefined;

  constructor(databaseUrl: string, options: PostgresOptions = {}) {
    this.#patienceMs = options.patienceMs ?? defaultPatienceMs;
    this.#pool = new pg.Pool({
      connectionString: databaseUrl,
      max: options.connections ?? 10,
      connectionTimeoutMillis: Math.min(connectTimeoutMs, this.#patienceMs + graceMs),
      idleTimeoutMillis: 30_000,
      // After a failover, half of the connections may still lead to the old server.
      maxLifetimeSeconds: 1_800,
      keepAlive: true,
      statement_timeout: this.#patienceMs,
      application_name: 'marketplace-seller-service',
      types: { getTypeParser },
      // Statements go out without waiting for the answer of the one before: BEGIN costs no round trip of its own.
      pipeline: true,
    } as pg.PoolConfig);
    // A connection that breaks tells it by an event, and an event that nobody hears ends the process. Whoever uses the
    // connection next gets the error.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  get<R>(sql: string, params?: Row): Promise<R | undefined> {
    return this.#once((session) => session.get<R>(sql, params));
  }

  all<R>(sql: string, params?: Row): Promise<R[]> {
    return this.#once((session) => session.all<R>(sql, params));
  }

  run(sql: string, params?: Row): Promise<number> {
    return this.#once((session) => session.run(sql, params));
  }

  async many<R>(sql: string, rows: readonly Row[]): Promise<R[]> {
    if (isOneStatement(sql, rows)) return this.#once((session) => session.many<R>(sql, rows));
    return this.transaction((tx) => tx.many<R>(sql, rows));
  }

  async transaction<T>(work: (tx: Sql) => MaybePromise<T>, options: TransactionOptions = {}): Promise<T> {
    this.#transactions.refuseInside();
    const { patienceMs } = options;
    // REPEATABLE READ makes colliding changes of a row an error, which is answered by doing it again. It costs no more
    // than READ COMMITTED (390 µs for a read and a write), under which the second change would silently win.
    // SERIALIZABLE takes 30 % longer, collides more often, and is not offered by every cluster.
    const limit = patienceMs === undefined ? '' : `; SET LOCAL statement_timeout = ${Math.round(patienceMs)}`;
    const begin = `BEGIN ISOLATION LEVEL REPEATABLE READ${limit}`;
    return this.#repeat(patienceMs ?? this.#patienceMs, async (session) => {
      const transaction = new Transaction(session);
      const begun = session.query({ text: begin }).catch((error) => {
        transaction.failure ??= error;
      });
      try {
        const result = await this.#transactions.perform(transaction, work);
        await begun;
        if (transaction.failure !== undefined) throw transaction.failure;
        // A transaction in which a statement failed unnoticed answers COMMIT by ROLLBACK, and no error.
        const { command } = await session.query({ text: 'COMMIT' });
        if (command !== 'COMMIT')
          throw new Error('A statement that was not awaited failed: the transaction is rolled back.');
        return result;
      } catch (error) {
        const { failure } = transaction;
        const reason = isRepeatable(failure) ? failure : error;
        if (!isGone(reason)) await session.query({ text: 'ROLLBACK' }).catch(() => {});
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
    this.#transactions.refuseInside();
    const client = await this.#connect();
    const session = new PostgresSession(client, this.#watch, this.#patienceMs);
    let failure: unknown;
    try {
      await session.query({ text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' });
      await session.declareCursor('rows', sql, params);
      for (;;) {
        const { rows } = await session.query({ text: `FETCH ${rowsPerFetch} FROM rows` });
        yield* rows as R[];
        if (rows.length < rowsPerFetch) return;
      }
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      // Also when the caller stops half way.
      if (!isGone(failure)) await session.query({ text: 'ROLLBACK' }).catch((error) => (failure = error));
      client.release(isGone(failure));
    }
  }

  async ping(): Promise<void> {
    await this.get('SELECT 1');
  }

  close(): Promise<void> {
    this.#closing ??= this.#pool.end().finally(() => this.#watch.end());
    return this.#closing;
  }

  #once<T>(call: (session: PostgresSession) => Promise<T>): Promise<T> {
    this.#transactions.refuseInside();
    return this.#repeat(this.#patienceMs, call);
  }

  /**
   * Does something on a connection, again when other transactions were in the way: then it had no effect. Those that do it
   * again go one by one, or they would mostly collide with each other: 40 loops that change the same row need 1.4 s for
   * 2,000 changes this way, nearly all in one or two runs; with growing random delays they need 8 s, and some give up
   * after 20 runs.
   */
  async #repeat<T>(patienceMs: number, call: (session: PostgresSession) => Promise<T>): Promise<T> {
    let collision: unknown;
    try {
      return await this.#attempt(patienceMs, call);
    } catch (error) {
      if (!isRepeatable(error)) throw error;
      collision = error;
    }
    const deadlineMs = performance.now() + patienceMs;
    await this.#repeats.take(patienceMs, () => unavailable(collision));
    try {
      for (;;) {
        try {
          return await this.#attempt(patienceMs, call);
        } catch (error) {
          if (!isRepeatable(error)) throw error;
          if (performance.now() > deadlineMs) throw unavailable(error);
        }
        // Other processes do the same.
        await sleep(Math.random() * 5);
      }
    } finally {
      this.#repeats.give();
    }
  }

  async #attempt<T>(patienceMs: number, call: (session: PostgresSession) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    try {
      const result = await call(new PostgresSession(client, this.#watch, patienceMs));
      client.release();
      return result;
    } catch (error) {
      client.release(isGone(error) || isStalePlan(error));
      throw error;
    }
  }

  async #connect(): Promise<PoolClient> {
    if (this.#closing !== undefined) throw unavailable(new Error('The database is closed.'));
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw unavailable(error, 5);
    }
  }
}

/** Whether the connection may be broken, or its state unknown. */
function isGone(error: unknown): boolean {
  return error instanceof Fault && error.code === 'ServiceUnavailable';
}

const oid = { bool: 16, int8: 20, numeric: 1700 };

/** The driver gives these as text or as true and false. `sum` of integers is numeric. */
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: unknown) => {
  if (type === oid.int8 || type === oid.numeric) return toNumber;
  if (type === oid.bool) return (text: string) => (text === 't' ? 1 : 0);
  return pg.types.getTypeParser(type, format as 'text');
};

function toNumber(text: string): number {
  const value = Number(text);
  // As `node:sqlite` does: a wrong number must not look right.
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError(`Value is too large to be represented as a JavaScript number: ${text}`);
  }
  return value;
}
