import { join, resolve } from 'node:path';
import { takeBackup } from '../../backup/backup.ts';
import { recordBackup } from '../../backup/last-backup.ts';
import { BackupError } from '../../backup/manifest.ts';
import { restoreBackup } from '../../backup/restore.ts';
import type { Config } from '../../config/config.ts';
import { storedValue } from '../../db/sqlite/file-copy.ts';
import { checkOf } from '../../notifications/keys/operator-key.ts';
import { KEY_FILE, readKeyFile } from '../../notifications/keys/operator-key-file.ts';
import { StartError } from '../../processes/start-error.ts';
import { recordBeside } from '../start/audit-start.ts';
import { refuseForeignStores } from '../store/data-folder.ts';

/** Copies the data folder, while the service may be running. */
export async function backUp(config: Config, args: string[], { say, warn } = terminal): Promise<number> {
  const folder = onlyFolder(args, 'backup');
  if (folder === undefined) return 2;
  const at = new Date().toISOString();
  await refuseForeignStores(config.dataDir);
  const files = await takeBackup(config.dataDir, folder).catch(explain);
  recordBackup(config.dataDir, { at, folder: resolve(folder), hasKey: files.some(({ path }) => path === KEY_FILE) });
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  say(`${files.length} files (${bytes} bytes) of ${config.dataDir} are in ${folder}, copied and verified.`);
  for (const line of leftOut(config)) say(line);
  if (config.operatorKey)
    say('OPERATOR_KEY is a setting: keep it with your settings. Without it the backup is worthless.');
  const problem = keyProblem(config, folder);
  if (problem !== undefined) warn(problem);
  await recordBeside(config, 'backup', { folder, files: files.length, bytes }, warn);
  return problem === undefined ? 0 : 1;
}

/** What is in PostgreSQL, and in which order it is copied: the provider's copy must not be the older one. */
function leftOut({ databaseUrl, idpDatabaseUrl }: Config): string[] {
  const how = 'Back it up with pg_dump or point-in-time recovery,';
  if (databaseUrl && idpDatabaseUrl)
    return [
      `The stores of the service and of the identity provider are in PostgreSQL and are not among them. ${how}`,
      'first that of the service: the copy of the identity provider must not be the older one.',
    ];
  if (databaseUrl)
    return [
      `The service store is in PostgreSQL and is not among them. ${how}`,
      'each time before this command: the copy of the identity provider must not be the older one.',
    ];
  if (idpDatabaseUrl)
    return [
      `The store of the identity provider is in PostgreSQL and is not among them. ${how}`,
      'each time after this command: the copy of the identity provider must not be the older one.',
    ];
  return [];
}

/**
 * Why the copied store could not be decrypted. A running service goes on with the key that it has read, also when the file is
 * lost: without this check every backup since would be worthless, and nobody would know before a restore.
 */
function keyProblem({ operatorKey, dataDir }: Config, folder: string): string | undefined {
  const store = join(dataDir, 'service.db');
  const check = storedValue(store, 'service_fact', 'operator key check');
  // Versions before the key file stored the key itself.
  if (check === undefined || storedValue(store, 'service_fact', 'operator key') !== undefined) return undefined;
  const source = operatorKey === undefined ? join(dataDir, KEY_FILE) : 'OPERATOR_KEY';
  const key = operatorKey ?? keyIn(join(folder, KEY_FILE));
  if (key !== undefined && checkOf(key) === check) return undefined;
  return (
    `WARNING: this backup cannot be decrypted: ${source} ${key === undefined ? 'is missing or damaged' : 'is not the key of service.db'}. ` +
    'Put the key back (from an earlier backup, or as OPERATOR_KEY), then back up again. The service does not start without it.'
  );
}

function keyIn(file: string): string | undefined {
  try {
    return readKeyFile(file);
  } catch {
    return undefined;
  }
}

/** Puts a backup into the data folder. The service must be stopped. */
export async function restore(config: Config, args: string[]): Promise<number> {
  const folder = onlyFolder(args, 'restore');
  if (folder === undefined) return 2;
  await refuseForeignStores(folder);
  const { manifest, replaced } = await restoreBackup(folder, config.dataDir).catch(explain);
  say(`${config.dataDir} is as it was at ${manifest.createdAt}: ${manifest.files.length} files.`);
  if (replaced !== undefined) say(`The previous files are in ${replaced}. Delete them when you are sure.`);
  const hasStore = manifest.files.some(({ path }) => path === 'service.db');
  if (config.databaseUrl && hasStore) say('DATABASE_URL is set: the restored service.db is not used.');
  else if (config.databaseUrl) say('The service store is in PostgreSQL: restore it from your backup of the server.');
  else if (!hasStore) say('The backup has no service.db: it was taken with PostgreSQL. Set DATABASE_URL, too.');
  const hasProvider = manifest.files.some(({ path }) => path === 'idp.db');
  if (config.idpDatabaseUrl && hasProvider) say('IDP_DATABASE_URL is set: the restored idp.db is not used.');
  else if (config.idpDatabaseUrl)
    say('The store of the identity provider is in PostgreSQL: restore it from your backup of the server.');
  // In the restored store: the entries since the backup are in the files that it replaced.
  await recordBeside(config, 'restore', { folder, createdAt: manifest.createdAt }, terminal.warn);
  return 0;
}

const PURPOSES = {
  backup: 'Copies the data folder, while the service may be running, and verifies the copy.',
  restore: 'Puts a backup into the data folder. The service must be stopped. The files before are kept beside it.',
};

export const backupUsage = (command: keyof typeof PURPOSES): string => `${PURPOSES[command]}

  npm run ${command} -- DIR

    DIR  the folder of the backup
`;

function onlyFolder(args: readonly string[], command: keyof typeof PURPOSES): string | undefined {
  const [folder, ...others] = args;
  if (folder !== undefined && !folder.startsWith('-') && others.length === 0) return folder;
  process.stderr.write(backupUsage(command));
  return undefined;
}

type Say = (line: string) => unknown;

const say: Say = (line) => process.stdout.write(`${line}\n`);
const terminal = { say, warn: ((line) => process.stderr.write(`${line}\n`)) as Say };

/** A full disk, a folder without write permission: the system's message is enough for the operator. */
function explain(error: unknown): never {
  const { syscall, message } = error as NodeJS.ErrnoException;
  if (error instanceof BackupError || syscall !== undefined) throw new StartError(message, { cause: error });
  throw error;
}
