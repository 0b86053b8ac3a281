import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config/config.ts';
import { type FolderLock, takeForOne } from '../../db/sqlite/folder-lock.ts';
import type { Log } from '../../log/log.ts';
import { StartError } from '../../processes/start-error.ts';

/** Longer than a provider that stops, or whose service was killed, finishes its requests. */
const WAIT_MS = 8_000;
const LOOK_EVERY_MS = 100;

/**
 * Lets one process of the embedded provider use `idp.db`: what one caches, and when it sends e-mails, others do not see. The system
 * releases the lock when the process ends, however. Throws a StartError when another process has it. Nothing with IDP_DATABASE_URL.
 */
export async function takeProviderFile(config: Config, log: Pick<Log, 'info'>): Promise<FolderLock | undefined> {
  if (config.idpDatabaseUrl) return undefined;
  for (let waitedMs = 0; waitedMs <= WAIT_MS; waitedMs += LOOK_EVERY_MS) {
    const lock = takeForOne(config.dataDir, 'provider');
    if (lock !== undefined) return lock;
    if (waitedMs === 0) log.info('another process of the identity provider uses the data folder: waiting for its end');
    await sleep(LOOK_EVERY_MS);
  }
  throw new StartError(
    `Another process of the identity provider (npm start or npm run idp) uses ${config.dataDir}. Stop it, or set another DATA_DIR. ` +
      'Several processes share a provider in PostgreSQL: IDP_DATABASE_URL (docs/identity-provider.md).',
  );
}
