import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/db.ts';
import { migrate } from '../../db/migrate.ts';
import { openDb } from '../../db/open.ts';
import { idpMigrations } from '../../idp/migrations.ts';
import { VERSION } from '../settings/version.ts';
import { cannotStart } from './cannot-start.ts';
import { checkRestored } from './data-folder.ts';

/** The store of the embedded identity provider: always a file of its own, which no other process needs. */
export const providerFile = ({ dataDir }: Config): string => join(dataDir, 'idp.db');

/** Opens it and brings its tables up to date. The names of what was applied are added to `applied`. */
export async function openProviderStore(config: Config, applied: string[] = []): Promise<Db> {
  checkRestored(config);
  const db = await openDb({ file: providerFile(config), migrations: idpMigrations }).catch(cannotStart);
  applied.push(...(await migrate(db, idpMigrations, VERSION).catch(cannotStart)));
  return db;
}
