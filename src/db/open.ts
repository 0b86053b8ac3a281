import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Db } from './db.ts';

/** Where the data is: PostgreSQL when an address is given, else a SQLite file. */
export type DbConfig = { databaseUrl?: string | undefined; file: string; patienceMs?: number; connections?: number };

/** Opens the store. Throws an Error whose message tells the operator what to do; it never holds the password. */
export function openDb(config: DbConfig): Promise<Db> {
  return config.databaseUrl ? openPostgres(config.databaseUrl, config) : openFile(config.file, config);
}

async function openFile(file: string, config: DbConfig): Promise<Db> {
  try {
    // The data is nobody else's to read. The files that SQLite keeps beside this one take over its permissions.
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, 'a', 0o600));
    const { openSqlite } = await import('./sqlite/database.ts');
    return await openSqlite(file, config);
  } catch (error) {
    throw new Error(`The database file ${file} cannot be opened: ${reasonOf(error)}`, { cause: error });
  }
}

async function openPostgres(databaseUrl: string, config: DbConfig): Promise<Db> {
  const name = readableName(databaseUrl);
  // Only when used: the driver takes 120 ms to load.
  const { PostgresDb } = await import('./postgres/database.ts');
  const db = new PostgresDb(databaseUrl, config);
  try {
    await db.ping();
    return db;
  } catch (error) {
    await db.close();
    throw new Error(`PostgreSQL at ${name} cannot be opened: ${reasonOf(error)}`, { cause: error });
  }
}

/** Host, port and database. */
function readableName(databaseUrl: string): string {
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
  // A Fault's own words are for the callers of the service; the reason is its cause.
  let innermost = error;
  while (innermost instanceof Error && innermost.name === 'Fault' && innermost.cause !== undefined)
    innermost = innermost.cause;
  const { message, code } = innermost as { message?: string; code?: string };
  // Refused on several addresses of one host: an AggregateError without a message of its own.
  return message || code || String(innermost);
}
