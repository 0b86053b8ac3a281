import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { migrate } from '../db/migrate.ts';
import { openDb } from '../db/open.ts';
import { migrations } from '../migrations/list.ts';
import { checkNotMoved } from '../move/mark.ts';
import { cannotStart } from './cannot-start.ts';
import { checkRestored } from './data-folder.ts';

/** Opens the service's store and brings its tables up to date. */
export async function openStore(config: Config): Promise<Db> {
  checkRestored(config);
  const db = await openDb(storeOf(config)).catch(cannotStart);
  await migrate(db, migrations).catch(cannotStart);
  await checkNotMoved(db).catch(cannotStart);
  return db;
}

export const storeOf = (config: Config) => ({
  databaseUrl: config.databaseUrl,
  connections: config.databasePoolSize,
  timeoutMs: config.databaseTimeoutMs,
  file: join(config.dataDir, 'service.db'),
});
