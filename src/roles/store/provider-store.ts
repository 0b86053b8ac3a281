import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Db, Sql } from '../../db/db.ts';
import { migrate, readApplied } from '../../db/migrate.ts';
import type { AppliedMigration } from '../../db/migration-plan.ts';
import { type DbConfig, nameWithoutPassword, openDb } from '../../db/open.ts';
import { hasTables } from '../../db/sqlite/file-copy.ts';
import { readUnchanged, refuseForeignFile } from '../../db/sqlite/unchanged-file.ts';
import type { MaybePromise } from '../../domain/maybe-promise.ts';
import { idpMigrations } from '../../idp/migrations.ts';
import { checkNotMoved, markOf } from '../../move/mark.ts';
import { StartError } from '../../processes/start-error.ts';
import { VERSION } from '../settings/version.ts';
import { cannotStart } from './cannot-start.ts';
import { checkRestored } from './data-folder.ts';

/** The file of the embedded provider's store, when that is not in PostgreSQL. */
const providerFile = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'idp.db');

/** The store of the embedded provider: one of its own, in IDP_DATABASE_URL or in the data folder. */
const providerStoreOf = (config: Config): DbConfig => ({
  databaseUrl: config.idpDatabaseUrl,
  connections: config.databasePoolSize,
  timeoutMs: config.databaseTimeoutMs,
  file: providerFile(config),
  migrations: idpMigrations,
});

/** For the operator, without a password. */
export const providerStoreName = (config: Config): string =>
  config.idpDatabaseUrl ? `PostgreSQL at ${nameWithoutPassword(config.idpDatabaseUrl)}` : providerFile(config);

/** Opens it and brings its tables up to date. The names of what was applied are added to `applied`. */
export async function openProviderStore(config: Config, applied: string[] = []): Promise<Db> {
  checkRestored(config);
  const db = await openDb(providerStoreOf(config)).catch(cannotStart);
  try {
    await checkFileIsNotForgotten(config, db);
    applied.push(...(await migrate(db, idpMigrations, VERSION)));
    await checkNotMoved(db, 'provider');
    return db;
  } catch (error) {
    await db.close();
    return error instanceof StartError ? Promise.reject(error) : cannotStart(error as Error);
  }
}

/**
 * Throws a StartError when IDP_DATABASE_URL is empty and the data folder has a provider's data: an empty provider would look like a normal
 * start, without the clients, sign-ins and grants.
 */
async function checkFileIsNotForgotten(config: Config, db: Db): Promise<void> {
  if (!config.idpDatabaseUrl || (await readApplied(db)).length > 0) return;
  const file = providerFile(config);
  const isInUse = await readUnchanged(file, async (sql) => {
    const hasData = (await readApplied(sql)).length > 0;
    return hasData && (await markOf(sql, 'provider'))?.state !== 'moved';
  });
  if (isInUse)
    throw new StartError(
      `IDP_DATABASE_URL has no data yet, and ${file} has: clients, sign-ins, grants and keys. Move it there while nothing runs: ` +
        'npm run move -- --provider-to URL, before you set IDP_DATABASE_URL. To begin without them, move the file away.',
    );
}

/** Whether there is a store with tables. Creates none. */
export async function hasProviderStore(config: Config): Promise<boolean> {
  if (!config.idpDatabaseUrl) return hasTables(providerFile(config));
  return (await providerMigrations(config)).length > 0;
}

/** The migrations of the store; none when there is no store. Changes nothing. */
export async function providerMigrations(config: Config): Promise<AppliedMigration[]> {
  if (!config.idpDatabaseUrl) await refuseForeignFile(providerFile(config), idpMigrations);
  return (await readProviderStore(config, readApplied)) ?? [];
}

/** Reads the store without changing it, on a connection of its own; undefined when there is no file. */
export async function readProviderStore<T>(
  config: Config,
  work: (sql: Sql) => MaybePromise<T>,
): Promise<T | undefined> {
  if (!config.idpDatabaseUrl) return readUnchanged(providerFile(config), work);
  const db = await openDb({ ...providerStoreOf(config), connections: 1 }).catch(cannotStart);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
