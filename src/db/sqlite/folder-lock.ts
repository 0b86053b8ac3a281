import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../../disk/make-folder.ts';

const FILE = 'lock';
/** An attempt to take the folder alone makes others wait for a moment. */
const SHARE_TIMEOUT_MS = 1_000;

export type FolderLock = { release(): void };

/**
 * Takes a shared lock: this process uses the files of the folder. Any number may share it. Throws when a process has
 * it alone. SQLite's own lock on an empty database does the work: the system releases it when the process ends, however.
 */
export function shareFolder(folder: string): FolderLock {
  const holder = lock(folder, SHARE_TIMEOUT_MS, 'BEGIN; SELECT 1 FROM sqlite_schema');
  if (holder === undefined)
    throw new Error(`A restore or a move of ${folder} is running. Try again when it has ended.`);
  return holder;
}

/** Takes the folder alone. Undefined when another process uses it. */
export function takeFolder(folder: string): FolderLock | undefined {
  return lock(folder, 0, 'BEGIN EXCLUSIVE');
}

/** Takes a part of the folder's work for this process: its name. Undefined when another process does that work. */
export function takeForOne(folder: string, work: string): FolderLock | undefined {
  return lock(folder, 0, 'BEGIN EXCLUSIVE', `${FILE}-${work}`);
}

/** Whether a file of the folder belongs to the lock: it is neither copied nor moved. */
export const isLockFile = (name: string): boolean => name === FILE || name.startsWith(`${FILE}-`);

function lock(folder: string, timeout: number, begin: string, name = FILE): FolderLock | undefined {
  makeFolder(folder, 0o700);
  const file = join(folder, name);
  create(file);
  const database = new DatabaseSync(file, { timeout });
  try {
    database.exec(begin);
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === BUSY) return undefined;
    throw error;
  }
  return { release: () => database.isOpen && database.close() };
}

const BUSY = 5;

/** Closing any descriptor of the file would release this process's locks on it: an existing file must not be opened. */
function create(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
