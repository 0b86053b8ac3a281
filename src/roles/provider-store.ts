import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { migrate } from '../db/migrate.ts';
import { openDb } from '../db/open.ts';
import { idpMigrations } from '../idp/migrations.ts';
import { cannotStart } from './cannot-start.ts';
import { checkRestored } from './data-folder.ts';

/** The store of the embedded identity provider: always a file of its own, which no other process needs. */
export async function openProviderStore(config: Config): Promise<Db> {
  checkRestored(config);
  const db = await openDb({ file: join(config.dataDir, 'idp.db') }).catch(cannotStart);
  await migrate(db, idpMigrations).catch(cannotStart);
  return db;
}
