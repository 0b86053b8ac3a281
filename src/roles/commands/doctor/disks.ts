import { accessSync, constants, existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { orLate } from '../../../async/or-late.ts';
import { check } from './check.ts';
import { type Findings, megabytes, note, ok, problem } from './finding.ts';
import { logFileOf } from './proc.ts';

/** The service stops writing when nothing is free. Migrations and backups need room for a copy. */
const MIN_FREE_BYTES = 200e6;
const FEW_FREE_BYTES = 2e9;
const MIN_INODES = 1_000;
const LOOK_MS = 3_000;

/** The disk of the data folder, or of the folder in which it will be created; and that of a running service's log. */
export const diskCheck = check({
  title: 'Disk',
  look: async ({ config, servicePid }) => {
    const log = logFileOf(servicePid);
    const logDisk = log === undefined ? undefined : await lookAtDisk(`the log ${log}`, log).catch(() => undefined);
    return [await lookAtDisk('DATA_DIR', existingPart(config.dataDir)), ...(logDisk ? [logDisk] : [])];
  },
  judge: (seen) => seen.map(judgeDisk),
});

async function lookAtDisk(name: string, path: string) {
  // Late: a network disk that is gone.
  const stat = await orLate(statfs(path), LOOK_MS, undefined);
  const free = stat && {
    ...{ bytes: stat.bavail * stat.bsize, totalBytes: stat.blocks * stat.bsize },
    // Some file systems have no limit of files, and say 0.
    inodes: stat.files === 0 ? undefined : stat.ffree,
  };
  return { name, path, free, unwritable: whyUnwritable([path]) };
}

function existingPart(path: string): string {
  const folder = resolve(path);
  return existsSync(folder) || folder === dirname(folder) ? folder : existingPart(dirname(folder));
}

/** Why the first of these paths that cannot be written cannot, as far as permissions tell. No write is tried. */
export function whyUnwritable(paths: readonly string[]): string | undefined {
  try {
    for (const path of paths) accessSync(path, constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function judgeDisk({ name, path, free, unwritable }: Awaited<ReturnType<typeof lookAtDisk>>): Findings {
  const where = `${path} (${name})`;
  if (free === undefined)
    return problem`the disk of ${where} does not answer -> Check the mount. The stores need a local disk`;
  const { bytes, totalBytes, inodes = MIN_INODES } = free;
  const text = `${megabytes(bytes)} of ${megabytes(totalBytes)} are free on the disk of ${where}`;
  const enough =
    bytes < FEW_FREE_BYTES ? note`${text}. A backup and some migrations need room for a copy` : ok`${text}`;
  return [
    bytes < MIN_FREE_BYTES ? problem`${text} -> Free space, or move DATA_DIR to a larger disk` : enough,
    inodes < MIN_INODES &&
      problem`${inodes} files more fit on the disk of ${where} -> Delete files (df -i shows the limit), or use another file system`,
    unwritable !== undefined &&
      problem`${where} cannot be written: ${unwritable} -> Give it to the user that runs the service (chown -R), or run the doctor as that user`,
  ];
}
