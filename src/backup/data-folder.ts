import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isLockFile } from '../db/sqlite/folder-lock.ts';
import { LAST_BACKUP } from './last-backup.ts';

/**
 * The databases of a data folder, in the order in which a backup copies them. The service's comes first: whatever it says
 * about a seller's application, the provider's copy, which is a little younger, knows that application. In the other order
 * a destination could belong to an application that the provider has never heard of.
 */
export const DATABASES = ['service.db', 'idp.db'];

/** Holds the files of a restore that has not ended. While it is there, nothing may be started. */
export const UNFINISHED = 'restore-unfinished';

/** Holds the copies that a restore makes before it changes anything. */
export const STAGING = 'restore-staging';

/** Copies of reports that are being made: they begin again after a restore. */
const UNFINISHED_REPORTS = 'reports-unfinished';
/** Rejected lines of imports while they are found. */
const UNFINISHED_IMPORTS = 'imports-unfinished';

/** Begins the name of a folder with what a restore has replaced. */
export const REPLACED = 'replaced-';

/** What a backup copies as plain files, and a restore moves aside with the databases: their paths, with slashes. */
export function otherFiles(dataDir: string, inside = ''): string[] {
  return readdirSync(join(dataDir, inside), { withFileTypes: true }).flatMap((entry) => {
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
    if (inside === '' && !isContent(entry.name)) return [];
    if (entry.isDirectory()) return otherFiles(dataDir, path);
    // The outbox writes a file under such a name first.
    return entry.isFile() && !/^\..*\.part$/.test(entry.name) ? [path] : [];
  });
}

/** Everything in the folder that a restore replaces. */
export function replaceable(dataDir: string): string[] {
  return readdirSync(dataDir).filter((name) => !isOfRestore(name));
}

export const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

const isOfRestore = (name: string) =>
  isLockFile(name) || name === UNFINISHED || name === STAGING || name.startsWith(REPLACED);

function isContent(name: string): boolean {
  if (name === LAST_BACKUP || name === UNFINISHED_REPORTS || name === UNFINISHED_IMPORTS) return false;
  return !isOfRestore(name) && !DATABASES.some((database) => name === database || name.startsWith(`${database}-`));
}
