import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { migrate } from '../db/migrate.ts';
import { openDb } from '../db/open.ts';
import { idpMigrations } from '../idp/migrations.ts';
import { StartError } from '../listen.ts';
import { Market } from '../market/market.ts';
import { migrations } from '../migrations/list.ts';
import { checkNotMoved } from '../move/mark.ts';
import { checkRestored } from './data-folder.ts';

/** Opens the service's store and brings its tables up to date. */
export async function openStore(config: Config): Promise<Db> {
  checkRestored(config);
  const db = await openDb(storeOf(config)).catch(cannotStart);
  await migrate(db, migrations).catch(cannotStart);
  await checkNotMoved(db).catch(cannotStart);
  return db;
}

/** The store of the embedded identity provider: always a file of its own, which no other process needs. */
export async function openProviderStore(config: Config): Promise<Db> {
  checkRestored(config);
  const db = await openDb({ file: join(config.dataDir, 'idp.db') }).catch(cannotStart);
  await migrate(db, idpMigrations).catch(cannotStart);
  return db;
}

export const storeOf = (config: Config) => ({
  databaseUrl: config.databaseUrl,
  connections: config.databasePoolSize,
  timeoutMs: config.databaseTimeoutMs,
  file: join(config.dataDir, 'service.db'),
});

export const marketOf = (db: Db) => new Market(db, Date.now);

/** Turns an error that the operator can correct into one whose message is printed without a stack. */
export function cannotStart(error: Error): never {
  throw new StartError(error.message, { cause: error });
}
