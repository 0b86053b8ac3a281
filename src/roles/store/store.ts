import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/db.ts';
import { MeasuredDb } from '../../db/measured.ts';
import { migrate, readApplied } from '../../db/migrate.ts';
import type { AppliedMigration } from '../../db/migration-plan.ts';
import { nameWithoutPassword, openDb } from '../../db/open.ts';
import { hasTables } from '../../db/sqlite/file-copy.ts';
import { migrations } from '../../migrations/list.ts';
import { checkNotMoved } from '../../move/mark.ts';
import { StartError } from '../../processes/start-error.ts';
import { VERSION } from '../settings/version.ts';
import { recordOnce } from './audited.ts';
import { cannotStart } from './cannot-start.ts';
import { checkRestored } from './data-folder.ts';

/** Opens the service's store and brings its tables up to date. */
export async function openStore(config: Config): Promise<Db> {
  checkRestored(config);
  const db = await openDb(storeOf(config)).catch(cannotStart);
  try {
    const applied = await migrate(db, migrations, VERSION).catch(cannotStart);
    await checkNotMoved(db, 'service').catch(cannotStart);
    await recordMigrations(db, applied);
    return new MeasuredDb(db);
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Throws a StartError when there is no store to read: opening it would create an empty one. */
export async function checkStoreExists(config: Config): Promise<void> {
  const { databaseUrl, file } = storeOf(config);
  const exists = databaseUrl ? (await appliedOnServer(config)).length > 0 : hasTables(file);
  if (exists) return;
  const name = databaseUrl ? `PostgreSQL at ${nameWithoutPassword(databaseUrl)}` : file;
  throw new StartError(`There is no store in ${name}. Check DATA_DIR and DATABASE_URL.`);
}

/** The migrations of a store in PostgreSQL, which may have none. */
export async function appliedOnServer(config: Config): Promise<AppliedMigration[]> {
  const db = await openDb(storeOf(config)).catch(cannotStart);
  try {
    return await readApplied(db);
  } finally {
    await db.close();
  }
}

/** Opens an existing store only, and leaves its tables as they are: a new, empty one would hide that the real one is missing. */
export async function inExistingStore<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T | undefined> {
  const store = storeOf(config);
  if (!store.databaseUrl && !hasTables(store.file)) return undefined;
  const db = await openDb(store);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** In the audit log: also a start changes the tables, when a new version begins. */
export async function recordMigrations(db: Db, applied: readonly string[]): Promise<void> {
  if (applied.length > 0) await recordOnce(db, 'migrate', 'done', { applied, version: VERSION });
}

export const storeOf = (config: Config) => ({
  databaseUrl: config.databaseUrl,
  connections: config.databasePoolSize,
  timeoutMs: config.databaseTimeoutMs,
  file: join(config.dataDir, 'service.db'),
  migrations,
});
