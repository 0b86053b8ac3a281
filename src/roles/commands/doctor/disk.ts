import { existsSync, readlinkSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { LATE, withTimeLimit } from './deadline.ts';
import { type Finding, found, note, ok, problem } from './finding.ts';
import { megabytes } from './size.ts';
import type { Subject } from './subject.ts';
import { whyUnwritable } from './unwritable.ts';

/** The service stops writing when nothing is free. Migrations and backups need room for a copy. */
const MIN_FREE_BYTES = 200e6;
const FEW_FREE_BYTES = 2e9;
const MIN_INODES = 1_000;
const LOOK_MS = 3_000;

export type DiskFacts = Awaited<ReturnType<typeof lookAtDisk>>;

/** The disk of the data folder, or of the folder in which it will be created; and that of a running service's log. */
export async function lookAtDisks({ config, servicePid }: Subject): Promise<DiskFacts[]> {
  const log = logFileOf(servicePid);
  const logDisk = log === undefined ? undefined : await lookAtDisk(`the log ${log}`, log).catch(() => undefined);
  return [await lookAtDisk('DATA_DIR', existingPart(config.dataDir)), ...(logDisk ? [logDisk] : [])];
}

/** The file of its standard output. Undefined when that is no file. */
function logFileOf(pid: number | undefined): string | undefined {
  try {
    const file = readlinkSync(`/proc/${pid}/fd/1`);
    return file.startsWith('/') && statSync(file).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}

async function lookAtDisk(name: string, path: string) {
  const stat = await withTimeLimit(LOOK_MS, statfs(path));
  const unwritable = whyUnwritable([path]);
  // A network disk that is gone.
  if (stat === LATE) return { name, path, free: undefined, unwritable };
  const { bavail, bsize, blocks, files, ffree } = stat;
  // Some file systems have no limit of files, and say 0.
  const inodes = files === 0 ? undefined : ffree;
  return { name, path, free: { bytes: bavail * bsize, totalBytes: blocks * bsize, inodes }, unwritable };
}

function existingPart(path: string): string {
  let folder = resolve(path);
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}

export function judgeDisk({ name, path, free, unwritable }: DiskFacts): Finding[] {
  const where = `${path} (${name})`;
  if (free === undefined)
    return [problem`the disk of ${where} does not answer -> Check the mount. The stores need a local disk`];
  const { bytes, totalBytes, inodes = MIN_INODES } = free;
  const text = `${megabytes(bytes)} of ${megabytes(totalBytes)} are free on the disk of ${where}`;
  return found(
    bytes < MIN_FREE_BYTES && problem`${text} -> Free space, or move DATA_DIR to a larger disk`,
    bytes >= MIN_FREE_BYTES &&
      bytes < FEW_FREE_BYTES &&
      note`${text}. A backup and some migrations need room for a copy`,
    bytes >= FEW_FREE_BYTES && ok`${text}`,
    inodes < MIN_INODES &&
      problem`${inodes} files more fit on the disk of ${where} -> Delete files (df -i shows the limit), or use another file system`,
    unwritable !== undefined &&
      problem`${where} cannot be written: ${unwritable} -> Give it to the user that runs the service (chown -R), or run the doctor as that user`,
  );
}
