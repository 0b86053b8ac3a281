import { existsSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { MaybePromise } from '../../domain/maybe-promise.ts';
import { type Sql, UnusableFileError } from '../db.ts';
import { foreignSign } from '../foreign-database.ts';
import type { Migration } from '../migration-plan.ts';
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

/**
 * Throws an UnusableFileError when the file is a database of another program: opening it would change its journal mode, and
 * migrating would add tables to it. Changes nothing. A file that cannot be read is left to `openSqlite`, which says why.
 */
export async function refuseForeignFile(file: string, migrations: readonly Migration[]): Promise<void> {
  const sign = await readUnchanged(file, (sql) => foreignSign(sql, migrations)).catch(() => undefined);
  if (sign === undefined) return;
  throw new UnusableFileError(
    `${file} is a database of another program: ${sign}. Nothing in it was changed. ` +
      'Move it away, restore a backup (npm run restore -- DIR), or set DATA_DIR to another folder.',
  );
}
