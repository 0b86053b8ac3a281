import { READING_NAME, type Row } from '../db.ts';
import type { Snapshot, Snapshots } from '../snapshot.ts';
import { PostgresConnection } from './connection.ts';
import { isLost, isStoreUnavailable } from './error.ts';
import { ConnectionPool } from './pool.ts';

const ROWS_PER_FETCH = 500;
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
      return await work(snapshotOn(connection));
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

function snapshotOn(connection: PostgresConnection): Snapshot {
  let cursors = 0;
  return {
    get: (sql, params) => connection.get(sql, params),
    all: (sql, params) => connection.all(sql, params),
    run: (sql, params) => connection.run(sql, params),
    many: (sql, rows) => connection.many(sql, rows),
    each: (sql, params) => eachOf(connection, `rows_${cursors++}`, sql, params),
  };
}

async function* eachOf<R>(
  connection: PostgresConnection,
  cursor: string,
  sql: string,
  params: Row = [],
): AsyncGenerator<R> {
  await connection.declareCursor(cursor, sql, params);
  const fetch = { text: `FETCH ${ROWS_PER_FETCH} FROM ${cursor}` };
  for (;;) {
    const { rows } = await connection.query(fetch);
    yield* rows as R[];
    if (rows.length < ROWS_PER_FETCH) break;
  }
  await connection.query({ text: `CLOSE ${cursor}` });
}
