import { accessSync, constants, existsSync, readlinkSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { LATE, withTimeLimit } from './deadline.ts';
import { type Finding, note, ok, problem } from './finding.ts';
import { megabytes } from './size.ts';

/** The service stops writing when nothing is free. Migrations and backups need room for a copy. */
const MIN_FREE_BYTES = 200e6;
const FEW_FREE_BYTES = 2e9;
const MIN_INODES = 1_000;
const LOOK_MS = 3_000;

export type DiskFacts = {
  readonly name: string;
  readonly path: string;
  /** Undefined when the file system does not answer: a network disk that is gone. */
  readonly free:
    | { readonly bytes: number; readonly totalBytes: number; readonly inodes: number | undefined }
    | undefined;
  readonly unwritable: string | undefined;
};

/** Of the data folder, or of the folder in which it will be created. */
export const lookAtDataDisk = (dataDir: string): Promise<DiskFacts> => lookAtDisk('DATA_DIR', existingPart(dataDir));

/** Of the file into which the standard output of a running service goes. Undefined when it is no file. */
export async function lookAtLogDisk(pid: number | undefined): Promise<DiskFacts | undefined> {
  try {
    const file = readlinkSync(`/proc/${pid}/fd/1`);
    if (pid === undefined || !file.startsWith('/') || !statSync(file).isFile()) return undefined;
    return await lookAtDisk(`the log ${file}`, file);
  } catch {
    return undefined;
  }
}

async function lookAtDisk(name: string, path: string): Promise<DiskFacts> {
  const found = await withTimeLimit(LOOK_MS, statfs(path));
  const unwritable = reasonNotToWrite(path);
  if (found === LATE) return { name, path, free: undefined, unwritable };
  const { bavail, bsize, blocks, files, ffree } = found;
  // Some file systems have no limit of files, and say 0.
  const inodes = files === 0 ? undefined : ffree;
  return { name, path, free: { bytes: bavail * bsize, totalBytes: blocks * bsize, inodes }, unwritable };
}

function existingPart(path: string): string {
  let folder = resolve(path);
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}

function reasonNotToWrite(path: string): string | undefined {
  try {
    accessSync(path, constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

export function judgeDisk({ name, path, free, unwritable }: DiskFacts): Finding[] {
  const findings: Finding[] = [];
  if (free === undefined)
    return [problem(`the disk of ${path} (${name}) does not answer`, 'Check the mount. The stores need a local disk')];
  const text = `${megabytes(free.bytes)} of ${megabytes(free.totalBytes)} are free on the disk of ${path} (${name})`;
  if (free.bytes < MIN_FREE_BYTES) findings.push(problem(text, 'Free space, or move DATA_DIR to a larger disk'));
  else
    findings.push(
      free.bytes < FEW_FREE_BYTES ? note(`${text}. A backup and some migrations need room for a copy`) : ok(text),
    );
  if (free.inodes !== undefined && free.inodes < MIN_INODES)
    findings.push(
      problem(
        `${free.inodes} files more fit on the disk of ${path} (${name})`,
        'Delete files (df -i shows the limit), or use another file system',
      ),
    );
  if (unwritable !== undefined)
    findings.push(
      problem(
        `${path} (${name}) cannot be written: ${unwritable}`,
        'Give it to the user that runs the service (chown -R), or run the doctor as that user',
      ),
    );
  return findings;
}
