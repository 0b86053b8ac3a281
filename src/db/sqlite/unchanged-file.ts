import { existsSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { MaybePromise } from '../../domain/maybe-promise.ts';
import type { Sql } from '../db.ts';
import { SqliteConnection } from './connection.ts';

/**
 * Reads a file without changing it or its folder; undefined when there is no file, or it is empty. SQLite would create two files beside
 * an unused one to read it: there `immutable` says that they are not needed. When there is a log, because a process
 * uses the file or one has crashed, the log is read as well.
 */
export async function readUnchanged<T>(file: string, work: (sql: Sql) => MaybePromise<T>): Promise<T | undefined> {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return undefined;
  const isInUse = existsSync(`${file}-wal`);
  const name = isInUse ? file : `${pathToFileURL(file)}?immutable=1`;
  const connection = new SqliteConnection(name, { readOnly: true, busyTimeoutMs: 1_000 });
  try {
    return await work(connection);
  } finally {
    connection.close();
  }
}
