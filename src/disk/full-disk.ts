import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Also a quota that is used up, and a limit on the length of files: the remedy is the same. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
// Primary result codes of SQLite, and SQLSTATE of PostgreSQL.
const SQLITE_IO_ERROR = 10;
const SQLITE_FULL = 13;
const POSTGRES_FULL = '53100';

/** As much as SQLite needs at once to open a file: it reports a full disk there as an I/O error. */
const PROBE_BYTES = 65_536;

type SystemError = { code?: unknown; errcode?: unknown; message?: unknown; path?: unknown; cause?: unknown };

/**
 * Why a start could not write, when the disk is the reason; undefined when it is not. `folder` is where the stores are. A start
 * writes in many places: folders, the lock, keys, two stores. All of them end here, whatever the error went through.
 */
export function fullDiskProblem(error: unknown, folder: string): string | undefined {
  const causes = causesOf(error);
  const server = causes.find(({ code }) => code === POSTGRES_FULL);
  if (server) return `The disk of the PostgreSQL server is full (${server.message}). Free space there, then try again.`;
  const full = causes.find(({ code, errcode }) => FULL.has(String(code)) || primary(errcode) === SQLITE_FULL);
  if (full) return fullAt(typeof full.path === 'string' ? dirname(full.path) : folder, full);
  const failed = causes.find(({ errcode }) => primary(errcode) === SQLITE_IO_ERROR);
  if (failed === undefined) return undefined;
  if (isFull(folder)) return fullAt(folder, failed);
  return (
    `Writing to the disk of ${folder} failed (${failed.message}). ${freeText(folder)}. ` +
    'The disk may be full, a quota used up, or the disk broken: its log (dmesg) tells which.'
  );
}

const fullAt = (folder: string, { message }: SystemError): string =>
  `The disk of ${folder} is full (${message}). ${freeText(folder)}. ` +
  'Free space there, or set DATA_DIR to a folder on another disk, then try again.';

function causesOf(error: unknown): SystemError[] {
  const causes: SystemError[] = [];
  for (let one = error; one instanceof Error && causes.length < 10; one = one.cause) causes.push(one as SystemError);
  return causes;
}

const primary = (errcode: unknown): number | undefined => (typeof errcode === 'number' ? errcode & 0xff : undefined);

/** Tries a small file, and removes it: the system's numbers do not tell of quotas, and not of the last blocks that are reserved. */
function isFull(folder: string): boolean {
  let probe: string | undefined;
  try {
    probe = mkdtempSync(join(existing(folder), '.probe-'));
    writeFileSync(join(probe, 'probe'), Buffer.alloc(PROBE_BYTES), { flush: true });
    return false;
  } catch (error) {
    return FULL.has(String((error as SystemError).code));
  } finally {
    if (probe !== undefined) rmSync(probe, { recursive: true, force: true });
  }
}

function freeText(folder: string): string {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(existing(folder));
    const noFile = files > 0 && ffree === 0 ? ', and no file can be added (no inode is free)' : '';
    return `${(bavail * bsize).toLocaleString('en')} bytes are free${noFile}`;
  } catch {
    return 'How much is free is not known';
  }
}

/** The folder, or the first above it that exists. */
function existing(folder: string): string {
  let path = resolve(folder);
  while (!existsSync(path) && dirname(path) !== path) path = dirname(path);
  return path;
}
