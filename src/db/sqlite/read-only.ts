import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StoreUse } from '../../domain/use-counts.ts';
import { type Db, type Row, storeUnavailable } from '../db.ts';
import { SqliteConnection } from './connection.ts';

const BUSY_TIMEOUT_MS = 1_000;

/** Whether there is something to look at: a file that is not empty. */
export const isStoreFile = (file: string): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;

/**
 * The name under which the file can be read without a trace. While the service runs, its log and the index of the log are
 * there, and a reader shares them. When it is stopped they are not, and an ordinary reader would create them and leave them
 * behind: `immutable` reads the file alone. Undefined after a crash of which only the log is left: its index would be created.
 */
export function nameToRead(file: string): string | undefined {
  const [hasLog, hasIndex] = [existsSync(`${file}-wal`), existsSync(`${file}-shm`)];
  if (hasLog && !hasIndex) return undefined;
  return hasLog ? file : `${pathToFileURL(resolve(file)).href}?immutable=1`;
}

/**
 * A store that is only looked at, by a command that must change nothing: no file, no lock that others wait for. Throws when
 * the file cannot be opened. Every statement that writes fails.
 */
export class ReadOnlySqlite implements Db {
  readonly engine = 'sqlite';
  readonly use = new StoreUse(() => ({ inUse: 1, idle: 0, max: undefined, waiting: 0 }));
  readonly #connection: SqliteConnection;

  constructor(file: string) {
    const name = nameToRead(file);
    if (name === undefined)
      throw new Error(`${file} was left by a crash without ${file}-shm. The next start of the service recovers it.`);
    this.#connection = new SqliteConnection(name, { readOnly: true, busyTimeoutMs: BUSY_TIMEOUT_MS });
  }

  get<R>(sql: string, params?: Row): R | undefined {
    return this.#connection.get<R>(sql, params);
  }

  all<R>(sql: string, params?: Row): R[] {
    return this.#connection.all<R>(sql, params);
  }

  run(sql: string, params?: Row): number {
    return this.#connection.run(sql, params);
  }

  many<R>(sql: string, rows: readonly Row[]): R[] {
    return this.#connection.many<R>(sql, rows);
  }

  async transaction<T>(): Promise<T> {
    throw storeUnavailable(new Error('This store is only looked at.'));
  }

  async *each<R>(sql: string, params?: Row): AsyncGenerator<R> {
    yield* this.#connection.iterate<R>(sql, params);
  }

  readSnapshot(work: () => void): void {
    work();
  }

  foreignChanges(): undefined {
    return undefined;
  }

  async ping(): Promise<void> {
    this.#connection.get('SELECT 1 FROM sqlite_schema LIMIT 1');
  }

  lendTurns(): undefined {
    return undefined;
  }

  damage(): undefined {
    return undefined;
  }

  async close(): Promise<void> {
    this.#connection.close();
  }
}
