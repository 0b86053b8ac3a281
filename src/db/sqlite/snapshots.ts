import { setImmediate } from 'node:timers/promises';
import type { Row } from '../db.ts';
import type { Snapshot, Snapshots } from '../snapshot.ts';
import { SqliteConnection } from './connection.ts';

/** Rows after which the rest of the process gets its turn: about 3 ms. */
const ROWS_BETWEEN_PAUSES = 256;
const BUSY_TIMEOUT_MS = 1_000;

/** A connection of its own for each snapshot: an unfinished read keeps every later read of its connection at its instant. */
export class SqliteSnapshots implements Snapshots {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  async take<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const connection = new SqliteConnection(this.#file, { readOnly: true, busyTimeoutMs: BUSY_TIMEOUT_MS });
    try {
      connection.exec('BEGIN');
      // The snapshot is of the first read.
      connection.get('SELECT 1 FROM sqlite_schema LIMIT 1');
      return await work({
        get: (sql, params) => connection.get(sql, params),
        all: (sql, params) => connection.all(sql, params),
        run: (sql, params) => connection.run(sql, params),
        many: (sql, rows) => connection.many(sql, rows),
        each: (sql, params) => eachOf(connection, sql, params),
      });
    } finally {
      connection.close();
    }
  }

  async close(): Promise<void> {}
}

async function* eachOf<R>(connection: SqliteConnection, sql: string, params?: Row): AsyncGenerator<R> {
  let count = 0;
  for (const row of connection.iterate<R>(sql, params)) {
    yield row;
    if (++count % ROWS_BETWEEN_PAUSES === 0) await setImmediate();
  }
}
