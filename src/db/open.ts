import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DamagedStoreError, type Db } from './db.ts';

/** Where the data is: in PostgreSQL when `databaseUrl` is set, else in a SQLite file. */
export type DbConfig = { databaseUrl?: string | undefined; file: string; timeoutMs?: number; connections?: number };

/** Opens the store. Throws an Error whose message tells the operator what to do. It never contains the password. */
export function openDb(config: DbConfig): Promise<Db> {
  return config.databaseUrl ? openServer(config.databaseUrl, config) : openFile(config.file, config);
}

async function openFile(file: string, config: DbConfig): Promise<Db> {
  try {
    // No other user may read the data. The files that SQLite makes beside this one get the same permissions.
    const folder = dirname(file);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const [{ openSqlite }, { shareFolder }] = await Promise.all([
      import('./sqlite/database.ts'),
      import('./sqlite/folder-lock.ts'),
    ]);
    // Before the file: a restore must not run meanwhile.
    const lock = shareFolder(folder);
    try {
      closeSync(openSync(file, 'a', 0o600));
      return await openSqlite(file, { ...config, onClose: () => lock.release() });
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    if (error instanceof DamagedStoreError) throw error;
    throw new Error(`The database file ${file} cannot be opened: ${reasonOf(error)}`, { cause: error });
  }
}

async function openServer(databaseUrl: string, config: DbConfig): Promise<Db> {
  const name = nameWithoutPassword(databaseUrl);
  try {
    // Only when used: the driver takes 120 ms to load.
    const { openPostgres } = await import('./postgres/database.ts');
    return await openPostgres(databaseUrl, config);
  } catch (error) {
    throw new Error(`PostgreSQL at ${name} cannot be opened: ${reasonOf(error)}`, { cause: error });
  }
}

/** Host, port and database. */
function nameWithoutPassword(databaseUrl: string): string {
  const url = URL.parse(databaseUrl);
  // A password with a slash in it ends up in the path.
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.includes('@')) {
    const form = 'postgres://user:password@host:port/database';
    throw new Error(
      `DATABASE_URL is not of the form ${form}, with / ? # @ : in the password written as %2F %3F %23 %40 %3A.`,
    );
  }
  return url.host + url.pathname;
}

function reasonOf(error: unknown): string {
  // The message of a Fault is for clients of the service. Its cause is the reason that the operator needs.
  let innermost = error;
  while (innermost instanceof Error && innermost.name === 'Fault' && innermost.cause !== undefined)
    innermost = innermost.cause;
  const { message, code } = innermost as { message?: string; code?: string };
  // A host with several addresses that all refuse gives an AggregateError without a message.
  return message || code || String(innermost);
}
