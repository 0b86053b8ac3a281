import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileDigest, writeDurably } from './durable-file.ts';

/** The last file of a backup to be written: a folder without one is no backup. */
const MANIFEST = 'manifest.json';

const FORMAT = 1;

/** A file of a backup. `path` is relative to the folder, with slashes. */
export type BackupFile = { readonly path: string; readonly bytes: number; readonly sha256: string };

/** `createdAt` is when the copying began. */
export type Manifest = {
  readonly format: typeof FORMAT;
  readonly createdAt: string;
  readonly files: readonly BackupFile[];
};

/** A backup that must not be restored. The message is for the operator. */
export class BackupError extends Error {}

export function writeManifest(folder: string, files: readonly BackupFile[], createdAt: Date): void {
  const manifest: Manifest = { format: FORMAT, createdAt: createdAt.toISOString(), files };
  writeDurably(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Reads the manifest and compares every file with it. Throws a BackupError that names the first difference. */
export async function verifiedManifest(folder: string): Promise<Manifest> {
  const manifest = readManifest(folder);
  for (const { path, bytes, sha256 } of manifest.files) {
    const found = await fileDigest(join(folder, path)).catch(() => undefined);
    if (found === undefined) throw new BackupError(`${folder} is incomplete: ${path} is missing or cannot be read.`);
    if (found.bytes !== bytes || found.sha256 !== sha256) {
      throw new BackupError(`${folder} is damaged: ${path} is not the file that was backed up. Use another backup.`);
    }
  }
  return manifest;
}

function readManifest(folder: string): Manifest {
  let text: string;
  try {
    text = readFileSync(join(folder, MANIFEST), 'utf8');
  } catch {
    throw new BackupError(`${folder} is not a complete backup: it has no ${MANIFEST}.`);
  }
  const manifest = parsed(text);
  if (manifest === undefined) throw new BackupError(`${folder} is damaged: its ${MANIFEST} cannot be read.`);
  if (manifest.format !== FORMAT) {
    throw new BackupError(`${folder} has the format ${manifest.format}, which this version does not know.`);
  }
  return manifest;
}

function parsed(text: string): Manifest | undefined {
  try {
    const value = JSON.parse(text) as Manifest;
    return value.files.length > 0 && value.files.every(isSafe) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A path must not lead out of the folder into which it is restored. */
const isSafe = ({ path }: BackupFile) =>
  typeof path === 'string' && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
