import { takeBackup } from '../backup/backup.ts';
import { BackupError } from '../backup/manifest.ts';
import { restoreBackup } from '../backup/restore.ts';
import type { Config } from '../config.ts';
import { StartError } from '../listen.ts';

/** Copies the data folder, while the service may be running. */
export async function backUp(config: Config, args: string[]): Promise<number> {
  const folder = onlyFolder(args, 'backup');
  if (folder === undefined) return 2;
  const files = await takeBackup(config.dataDir, folder).catch(explain);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  say(`${files.length} files (${bytes} bytes) of ${config.dataDir} are in ${folder}, copied and verified.`);
  if (config.databaseUrl) {
    say('The service store is in PostgreSQL and is not among them. Back it up with pg_dump or point-in-time recovery,');
    say('each time before this command: the copy of the identity provider must not be the older one.');
  }
  if (config.operatorKey)
    say('OPERATOR_KEY is a setting: keep it with your settings. Without it the backup is worthless.');
  return 0;
}

/** Puts a backup into the data folder. The service must be stopped. */
export async function restore(config: Config, args: string[]): Promise<number> {
  const folder = onlyFolder(args, 'restore');
  if (folder === undefined) return 2;
  const { manifest, replaced } = await restoreBackup(folder, config.dataDir).catch(explain);
  say(`${config.dataDir} is as it was at ${manifest.createdAt}: ${manifest.files.length} files.`);
  if (replaced !== undefined) say(`The previous files are in ${replaced}. Delete them when you are sure.`);
  const hasStore = manifest.files.some(({ path }) => path === 'service.db');
  if (config.databaseUrl && hasStore) say('DATABASE_URL is set: the restored service.db is not used.');
  else if (config.databaseUrl) say('The service store is in PostgreSQL: restore it from your backup of the server.');
  else if (!hasStore) say('The backup has no service.db: it was taken with PostgreSQL. Set DATABASE_URL, too.');
  return 0;
}

function onlyFolder(args: readonly string[], command: string): string | undefined {
  const [folder, ...others] = args;
  if (folder !== undefined && !folder.startsWith('-') && others.length === 0) return folder;
  process.stderr.write(`Usage: npm run ${command} -- DIR\n`);
  return undefined;
}

const say = (line: string) => process.stdout.write(`${line}\n`);

/** A full disk, a folder without write permission: the system's message is enough for the operator. */
function explain(error: unknown): never {
  const { syscall, message } = error as NodeJS.ErrnoException;
  if (error instanceof BackupError || syscall !== undefined) throw new StartError(message, { cause: error });
  throw error;
}
