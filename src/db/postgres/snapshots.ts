import { setTimeout as sleep } from 'node:timers/promises';
import { WorkShare } from '../../async/work-share.ts';
import { READING_NAME, type Row } from '../db.ts';
import type { Snapshot, Snapshots } from '../snapshot.ts';
import { PostgresConnection } from './connection.ts';
import { isLost, isStoreUnavailable } from './error.ts';
import { ConnectionPool } from './pool.ts';

/**
 * A fetch takes the server some milliseconds of one core. It has the priority of requests, whatever that of its client is, so it pauses
 * after each.
 */
const ROWS_PER_FETCH = 100;
const FETCHING_SHARE = 1 / 3;
const MAX_PAUSE_MS = 500;

/** The part of the time that a snapshot has in which it pauses. Afterwards it hurries, to come to its end. */
const UNHURRIED_PART = 1 / 2;

const MAX_CONNECTIONS = 4;

/** A read-only transaction for each snapshot. */
export class PostgresSnapshots implements Snapshots {
  readonly #pool: ConnectionPool;
  readonly #timeoutMs: number;

  constructor(databaseUrl: string, timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
    this.#pool = new ConnectionPool(databaseUrl, timeoutMs, { connections: MAX_CONNECTIONS });
  }

  async take<T>(work: (snapshot: Snapshot) => Promise<T>, timeoutMs: number): Promise<T> {
    const client = await this.#pool.connect();
    const connection = new PostgresConnection(client, this.#pool, Math.max(timeoutMs, this.#timeoutMs));
    let failure: unknown;
    try {
      await connection.query({
        text: `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${Math.round(timeoutMs)}; SET LOCAL application_name = '${READING_NAME}'`,
      });
      // The snapshot is of the first statement.
      await connection.get('SELECT 1 AS one');
      const hurryFromMs = performance.now() + timeoutMs * UNHURRIED_PART;
      return await work(snapshotOn(connection, hurryFromMs));
    } catch (error) {
      failure = error;
      if (isLost(error)) this.#pool.lost(client);
      throw error;
    } finally {
      if (!isStoreUnavailable(failure))
        await connection.query({ text: 'ROLLBACK' }).catch((error) => (failure = error));
      client.release(isStoreUnavailable(failure));
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

function snapshotOn(connection: PostgresConnection, hurryFromMs: number): Snapshot {
  let cursors = 0;
  const share = new WorkShare(FETCHING_SHARE);
  const fetch = async (cursor: string) => {
    const { waitMs } = share;
    if (waitMs > 0 && performance.now() < hurryFromMs) await sleep(Math.min(waitMs, MAX_PAUSE_MS));
    const { rows } = await share.take(() => connection.query({ text: `FETCH ${ROWS_PER_FETCH} FROM ${cursor}` }));
    return rows;
  };
  return {
    get: (sql, params) => connection.get(sql, params),
    all: (sql, params) => connection.all(sql, params),
    run: (sql, params) => connection.run(sql, params),
    many: (sql, rows) => connection.many(sql, rows),
    async *each<R>(sql: string, params: Row = []): AsyncGenerator<R> {
      const cursor = `rows_${cursors++}`;
      await connection.declareCursor(cursor, sql, params);
      for (;;) {
        const rows = (await fetch(cursor)) as R[];
        yield* rows;
        if (rows.length < ROWS_PER_FETCH) break;
      }
      await connection.query({ text: `CLOSE ${cursor}` });
    },
  };
}
