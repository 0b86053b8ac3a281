import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Db } from '../../../db/db.ts';
import { quickCheck } from '../../../db/sqlite/quick-check.ts';
import { type Finding, found, note, ok, problem } from './finding.ts';
import { megabytes } from './size.ts';
import { whyUnwritable } from './unwritable.ts';

/** A file that takes longer is left to `npm run backup`, which reads it whole. */
const CHECK_MS = 10_000;
/** Where less is free it is not worth the time in which VACUUM locks the store. */
const MANY_FREE_BYTES = 256e6;
/** The service cuts its log back to 64 MB. A longer one means that a reader has kept it from doing so for long. */
const LONG_LOG_BYTES = 512e6;

export type SqliteFacts = Awaited<ReturnType<typeof lookAtSqlite>>;

/** `bytes` counts the log, too. */
export async function lookAtSqlite(file: string, db: Db) {
  const { page_size = 0 } = (await db.get<{ page_size: number }>('PRAGMA page_size')) ?? {};
  const { freelist_count = 0 } = (await db.get<{ freelist_count: number }>('PRAGMA freelist_count')) ?? {};
  // SQLite writes beside the file, too. A write that is tried would leave files when the service is stopped.
  const written = [file, dirname(file), ...[`${file}-wal`, `${file}-shm`].filter((path) => existsSync(path))];
  const logBytes = sizeOf(`${file}-wal`);
  return {
    ...{ file, bytes: sizeOf(file) + logBytes, freeBytes: page_size * freelist_count, logBytes },
    ...{ check: await quickCheck(file, CHECK_MS), unwritable: whyUnwritable(written) },
  };
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

export function judgeSqlite({ file, bytes, freeBytes, logBytes, check, unwritable }: SqliteFacts): Finding[] {
  const size = `${file} has ${megabytes(bytes)}`;
  return found(
    check.result === 'ok' && ok`${size}, and every page of it can be read`,
    check.result === 'damaged' &&
      problem`${file} is damaged: ${check.sign} -> Stop the service, keep a copy of the data folder, then: npm run restore -- DIR`,
    check.result === 'late' &&
      note`${size}, too much to check in ${CHECK_MS / 1000} s. npm run backup -- DIR checks its copy whole`,
    unwritable !== undefined &&
      problem`${file} cannot be written: ${unwritable} -> Give the folder and its files to the user that runs the service (chown -R), or run the doctor as that user`,
    freeBytes > Math.max(MANY_FREE_BYTES, bytes / 2) &&
      note`${megabytes(freeBytes)} of ${file} are free pages, which new data uses first. A backup and a restore give them back to the disk`,
    logBytes > LONG_LOG_BYTES &&
      note`${file}-wal has ${megabytes(logBytes)}: a long read, such as an export, keeps the service from shortening it`,
  );
}
