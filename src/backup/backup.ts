import { mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { copyDatabase, hasTables } from '../db/sqlite/file-copy.ts';
import { shareFolder } from '../db/sqlite/folder-lock.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { DATABASES, exists, otherFiles, UNFINISHED } from './data-folder.ts';
import { copyDurably, fileDigest, flush } from './durable-file.ts';
import { BackupError, type BackupFile, writeManifest } from './manifest.ts';

/**
 * Copies the data folder into a new folder, while the service may be running, and returns what it copied. The folder gets
 * its name at the end, when everything is verified and on the disk: a torn backup has another name and no manifest. Throws a
 * BackupError, and leaves nothing behind, when it cannot be completed.
 */
export async function takeBackup(dataDir: string, folder: string): Promise<readonly BackupFile[]> {
  const target = resolve(folder);
  if (`${target}${sep}`.startsWith(`${resolve(dataDir)}${sep}`)) {
    throw new BackupError(
      `${folder} is inside the data folder ${dataDir}. Choose a folder outside, best on another disk.`,
    );
  }
  if (exists(target) && readdirSync(target).length > 0) {
    throw new BackupError(`${folder} is not empty. Choose a new folder: a backup never overwrites anything.`);
  }
  if (!exists(dataDir)) throw new BackupError(`The data folder ${dataDir} (setting DATA_DIR) does not exist.`);
  if (exists(join(dataDir, UNFINISHED))) {
    throw new BackupError(`A restore of ${dataDir} was interrupted. Run it again first: npm run restore -- DIR`);
  }
  makeFolder(dirname(target), 0o700);
  const lock = shareFolder(dataDir);
  const partial = mkdtempSync(`${target}.partial-`);
  try {
    const startedAt = new Date();
    const files = await copyAll(dataDir, partial);
    if (files.length === 0) throw new BackupError(`There is nothing to back up in ${dataDir}.`);
    writeManifest(partial, files, startedAt);
    flush(partial, true);
    if (exists(target)) rmdirSync(target);
    renameSync(partial, target);
    flush(dirname(target), true);
    return files;
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw error;
  } finally {
    lock.release();
  }
}

async function copyAll(dataDir: string, folder: string): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  const add = async (path: string) => files.push({ path, ...(await fileDigest(join(folder, path))) });
  for (const name of DATABASES) {
    if (!hasTables(join(dataDir, name))) continue;
    copyDatabase(join(dataDir, name), join(folder, name));
    flush(join(folder, name));
    await add(name);
  }
  const folders = new Set<string>();
  for (const path of otherFiles(dataDir)) {
    const parent = dirname(join(folder, path));
    makeFolder(parent, 0o700);
    folders.add(parent);
    if (copied(join(dataDir, path), join(folder, path))) await add(path);
  }
  for (const parent of folders) flush(parent, true);
  return files;
}

/** False when the file was deleted meanwhile: the outbox keeps messages for a while only. */
function copied(from: string, to: string): boolean {
  try {
    copyDurably(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
