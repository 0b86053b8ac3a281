import { join } from 'node:path';
import { exists, UNFINISHED } from '../../backup/data-folder.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/db.ts';
import { factOf, keepFact } from '../../db/service-fact.ts';
import { hasTables, storedValue } from '../../db/sqlite/file-copy.ts';
import { refuseForeignFile } from '../../db/sqlite/unchanged-file.ts';
import { idpMigrations } from '../../idp/migrations.ts';
import type { Log } from '../../log/log.ts';
import { migrations } from '../../migrations/list.ts';
import { StartError } from '../../processes/start-error.ts';

/** Throws a StartError when a restore was interrupted: an empty folder would otherwise look like a first start. */
export function checkRestored({ dataDir }: Config): void {
  if (!exists(join(dataDir, UNFINISHED))) return;
  throw new StartError(`A restore of ${dataDir} was interrupted. Run it again: npm run restore -- DIR`);
}

/**
 * Throws a StartError when one of the two stores in the data folder is missing or empty and the other one was used with it:
 * going on would give the sellers half of their data, and look like a normal start. Both missing is a first start. A store
 * that an operator created on purpose (import, migrate, client) has tables.
 */
export async function checkBothStores(config: Config, log: Log): Promise<void> {
  checkRestored(config);
  const { dataDir, databaseUrl, idpIssuer, idpDatabaseUrl } = config;
  if (idpIssuer || databaseUrl || idpDatabaseUrl) return;
  const service = join(dataDir, 'service.db');
  const provider = join(dataDir, 'idp.db');
  await refuseForeignStores(dataDir);
  const [hasService, hasProvider] = [hasTables(service), hasTables(provider)];
  if (!hasService && storedValue(provider, 'idp_keeping', 'signing keys') !== undefined) {
    const missing = 'market data, destinations and deliveries';
    throw halfMissing(dataDir, ['service.db', 'idp.db'], missing, 'npm run migrate');
  }
  if (hasProvider || !hasService) return;
  if (storedValue(service, 'service_fact', 'embedded provider') !== undefined) {
    const missing = 'clients, sign-ins, grants and keys';
    throw halfMissing(dataDir, ['idp.db', 'service.db'], missing, 'npm run client -- list');
  }
  // A store of an older version, or of another provider: it cannot be known whether something is missing.
  if (storedValue(service, 'service_fact', 'operator key check') !== undefined) {
    log.warn(
      'service.db was in use, but there is no idp.db: an empty one is created. If there was one, restore it: npm run restore -- DIR',
    );
  }
}

/** Throws an UnusableFileError when one of the stores in the folder is a database of another program. Changes nothing. */
export async function refuseForeignStores(folder: string): Promise<void> {
  await refuseForeignFile(join(folder, 'service.db'), migrations);
  await refuseForeignFile(join(folder, 'idp.db'), idpMigrations);
}

function halfMissing(
  dataDir: string,
  [lost, other]: readonly [lost: string, other: string],
  what: string,
  create: string,
): StartError {
  return new StartError(
    `${lost} in ${dataDir} is missing or empty, but ${other} beside it was in use with it: ${what} are missing. ` +
      `Restore both from one backup: npm run restore -- DIR\nTo go on without them, create an empty store first: ${create}`,
  );
}

/** Records that the provider of this store is the embedded one: see `checkBothStores`. */
export async function recordProvider(db: Db): Promise<void> {
  if ((await factOf(db, 'embedded provider')) === undefined) await keepFact(db, 'embedded provider', 'made');
}
