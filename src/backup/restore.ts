import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type FolderLock, takeFolder } from '../db/sqlite/folder-lock.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { REPLACED, replaceable, STAGING, UNFINISHED } from './data-folder.ts';
import { copyDurably, fileDigest, flush } from './durable-file.ts';
import { BackupError, type Manifest, verifiedManifest } from './manifest.ts';

export type Restored = {
  readonly manifest: Manifest;
  /** Where the previous files are now; undefined when there were none. */
  readonly replaced: string | undefined;
};

/**
 * Puts the files of a backup into the data folder. Verifies the backup first, and refuses while a process uses the folder.
 * The previous files are moved into a folder beside them, never deleted. When it is interrupted, `UNFINISHED` stays in the
 * folder: nothing starts on a half-restored folder, and the same command completes it.
 */
export async function restoreBackup(folder: string, dataDir: string): Promise<Restored> {
  const manifest = await verifiedManifest(folder);
  const lock = takeFolder(dataDir);
  if (lock === undefined) {
    throw new BackupError(`The service, or another command, uses ${dataDir}. Stop it, then restore again.`);
  }
  return replaceFiles(folder, dataDir, manifest, lock);
}

async function replaceFiles(folder: string, dataDir: string, manifest: Manifest, lock: FolderLock): Promise<Restored> {
  try {
    const staged = join(dataDir, UNFINISHED);
    renameSync(await stage(folder, dataDir, manifest), staged);
    flush(dataDir, true);
    const replaced = moveAside(dataDir);
    for (const name of new Set(manifest.files.map(({ path }) => path.split('/')[0] as string))) {
      renameSync(join(staged, name), join(dataDir, name));
    }
    flush(dataDir, true);
    // Last: from here on the folder may be used.
    rmSync(staged, { recursive: true });
    flush(dataDir, true);
    return { manifest, replaced };
  } finally {
    lock.release();
  }
}

/** Copies the backup onto the disk of the data folder: later steps only rename. */
async function stage(folder: string, dataDir: string, manifest: Manifest): Promise<string> {
  const staged = join(dataDir, STAGING);
  for (const name of [STAGING, UNFINISHED]) rmSync(join(dataDir, name), { recursive: true, force: true });
  mkdirSync(staged, { mode: 0o700 });
  for (const { path, sha256 } of manifest.files) {
    const copy = join(staged, path);
    makeFolder(dirname(copy), 0o700);
    copyDurably(join(folder, path), copy);
    if ((await fileDigest(copy)).sha256 !== sha256)
      throw new BackupError(`${copy} is not what was copied. Check the disk.`);
    flush(dirname(copy), true);
  }
  return staged;
}

function moveAside(dataDir: string): string | undefined {
  const names = replaceable(dataDir);
  if (names.length === 0) return undefined;
  const aside = mkdtempSync(join(dataDir, `${REPLACED}${new Date().toISOString().slice(0, 19).replace(/:/g, '')}-`));
  // The logs go with their databases: a log beside another database would be applied to it.
  for (const name of names) renameSync(join(dataDir, name), join(aside, name));
  flush(aside, true);
  return aside;
}
