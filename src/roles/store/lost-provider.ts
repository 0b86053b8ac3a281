import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/db.ts';
import { factOf } from '../../db/service-fact.ts';
import type { Log } from '../../log/log.ts';
import { hasProviderStore, providerStoreName } from './provider-store.ts';

/**
 * Warns when the service's store was used with an embedded provider and the provider's store is missing, where one of them is in
 * PostgreSQL. No refusal: a second machine with a file has none at its first start, and a restore may have left it out on purpose.
 */
export async function warnOfLostProvider(config: Config, db: Db, log: Pick<Log, 'warn'>): Promise<void> {
  const { databaseUrl, idpDatabaseUrl, idpIssuer } = config;
  if (idpIssuer || !(databaseUrl || idpDatabaseUrl)) return;
  // A server that does not answer says so when the provider starts.
  if (await hasProviderStore(config).catch(() => true)) return;
  if ((await factOf(db, 'embedded provider')) === undefined) return;
  log.warn(
    `${providerStoreName(config)} is missing or empty, but the service's store was in use with an embedded provider: an empty one is ` +
      'created, without the clients, sign-ins, grants and keys. If this is not meant, stop the service and restore it: ' +
      (idpDatabaseUrl ? 'docs/backup.md' : 'npm run restore -- DIR'),
  );
}
