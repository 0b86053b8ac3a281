import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import { makeFolder } from '../disk/make-folder.ts';
import {
  APPLICATION_NAME,
  DamagedStoreError,
  type Db,
  DEFAULT_TIMEOUT_MS,
  READING_NAME,
  UnusableFileError,
} from './db.ts';
import { foreignSign } from './foreign-database.ts';
import type { Migration } from './migration-plan.ts';
import type { Snapshots } from './snapshot.ts';

/** Where the data is: in PostgreSQL when `databaseUrl` is set, else in a SQLite file. */
export type DbConfig = {
  databaseUrl?: string | undefined;
  file: string;
  timeoutMs?: number;
  connections?: number;
  /** Those of the program that the store belongs to: a database of another one is refused, and not changed. Not checked when absent. */
  migrations?: readonly Migration[];
  /**
   * Throws when another process uses the store. A file, and its folder, cannot be opened by others from then on. PostgreSQL
   * shows only whether another process is connected at this moment. The text: this process has opened another file of the folder so.
   */
  alone?: boolean | 'in a folder that this process has';
  /** In a thread of a process that has opened the store before: what its `lendTurns` gave. */
  turns?: MessagePort | undefined;
};

/** Opens the store. Throws an Error whose message says what the operator can do. It never contains the password. */
export function openDb(config: DbConfig): Promise<Db> {
  return config.databaseUrl ? openServer(config.databaseUrl, config) : openFile(config.file, config);
}

/** For reads of one instant, on connections of their own. The store is open already. */
export async function openSnapshots({
  databaseUrl,
  file,
  timeoutMs = DEFAULT_TIMEOUT_MS,
}: DbConfig): Promise<Snapshots> {
  if (!databaseUrl) return new (await import('./sqlite/snapshots.ts')).SqliteSnapshots(file);
  return new (await import('./postgres/snapshots.ts')).PostgresSnapshots(databaseUrl, timeoutMs);
}

async function openFile(file: string, config: DbConfig): Promise<Db> {
  try {
    if (config.turns) return await openAgain(file, config.turns, config);
    // No other user may read the data. The files that SQLite makes beside this one get the same permissions.
    const folder = dirname(file);
    makeFolder(folder, 0o700);
    const [{ openSqlite }, { shareFolder, takeFolder }, { refuseForeignFile }] = await Promise.all([
      import('./sqlite/open.ts'),
      import('./sqlite/folder-lock.ts'),
      import('./sqlite/unchanged-file.ts'),
    ]);
    // Before the file: a restore must not run meanwhile.
    const isTaken = config.alone === 'in a folder that this process has';
    const lock = isTaken ? NO_LOCK : config.alone ? takeFolder(folder) : shareFolder(folder);
    if (lock === undefined) throw new Error(inUse);
    try {
      if (config.migrations) await refuseForeignFile(file, config.migrations);
      closeSync(openSync(file, 'a', 0o600));
      return await openSqlite(file, { ...config, onClose: () => lock.release() });
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    if (error instanceof DamagedStoreError || error instanceof UnusableFileError) throw error;
    throw new Error(`The database file ${file} cannot be opened: ${reasonOf(error)}`, { cause: error });
  }
}

/** The process has locks on the file and on its folder, which closing any descriptor of them would release: only SQLite may open it. */
async function openAgain(file: string, turns: MessagePort, config: DbConfig): Promise<Db> {
  const [{ openSqlite }, { LentLock }] = await Promise.all([
    import('./sqlite/open.ts'),
    import('./sqlite/lent-lock.ts'),
  ]);
  return openSqlite(file, { ...(config.timeoutMs && { timeoutMs: config.timeoutMs }), lock: new LentLock(turns) });
}

const NO_LOCK = { release: () => undefined };

async function openServer(databaseUrl: string, config: DbConfig): Promise<Db> {
  const name = nameWithoutPassword(databaseUrl);
  try {
    // Only when used: the driver takes 120 ms to load.
    const { openPostgres } = await import('./postgres/database.ts');
    const db = await openPostgres(databaseUrl, config.alone ? { ...config, applicationName: ALONE } : config);
    if (config.alone) await checkAlone(db);
    if (config.migrations) await refuseForeign(db, config.migrations);
    return db;
  } catch (error) {
    throw new Error(`PostgreSQL at ${name} cannot be opened: ${reasonOf(error)}${remedyOf(error)}`, { cause: error });
  }
}

/** Closes the store and throws when another program has tables there whose names the service needs. */
async function refuseForeign(db: Db, migrations: readonly Migration[]): Promise<void> {
  const sign = await foreignSign(db, migrations);
  if (sign === undefined) return;
  await db.close();
  throw new Error(
    `its schema has tables of another program: ${sign}. Nothing was changed. Give the service a database, or a schema, of its own.`,
  );
}

/** PgBouncer rejects settings that it would have to keep for one client with this message. */
function remedyOf(error: unknown): string {
  const isPgbouncer = reasonOf(error).includes('unsupported startup parameter');
  return isPgbouncer ? '. PgBouncer is in between: add ?pgbouncer=true to the URL.' : '';
}

const inUse = 'The service, or another command, uses it. Stop it, then try again.';

/** The sessions of a process that opened the store alone are not counted. */
const ALONE = `${APPLICATION_NAME} (alone)`;

/**
 * Closes the store and throws when another process of the service is connected. Processes that are idle may be overlooked.
 * PostgreSQL still lists the sessions of a process that has just ended, for a moment: they get two seconds.
 */
export async function checkAlone(db: Db): Promise<void> {
  if (db.engine !== 'postgres') return;
  for (let look = 0; look < 20; look++) {
    const others = await db.get(
      'SELECT 1 AS one FROM pg_stat_activity WHERE datname = current_database() AND application_name IN ($1, $2) LIMIT 1',
      [APPLICATION_NAME, READING_NAME],
    );
    if (others === undefined) return;
    await setTimeout(100);
  }
  await db.close();
  throw new Error(inUse);
}

/** Host, port and database. */
export function nameWithoutPassword(databaseUrl: string): string {
  const url = URL.parse(databaseUrl);
  // A password with a slash in it ends up in the path.
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.includes('@')) {
    const form = 'postgres://user:password@host:port/database';
    throw new Error(
      `The URL of the database is not of the form ${form}, with / ? # @ : in the password written as %2F %3F %23 %40 %3A.`,
    );
  }
  return url.host + url.pathname;
}

/** What an operator needs to know of an error of the store. */
export function reasonOf(error: unknown): string {
  // The message of a Fault is for clients of the service. Its cause is the reason that the operator needs.
  let innermost = error;
  while (innermost instanceof Error && innermost.name === 'Fault' && innermost.cause !== undefined)
    innermost = innermost.cause;
  const { message, code } = innermost as { message?: string; code?: string };
  // A host with several addresses that all refuse gives an AggregateError without a message.
  return message || code || String(innermost);
}
