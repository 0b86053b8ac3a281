import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Db } from '../../../db/db.ts';
import { reasonOf } from '../../../db/open.ts';
import { quickCheck } from '../../../db/sqlite/quick-check.ts';
import { isStoreFile, ReadOnlySqlite } from '../../../db/sqlite/read-only.ts';
import type { OpenedStore } from './check.ts';
import { whyUnwritable } from './disks.ts';
import { type Findings, megabytes, note, ok, problem } from './finding.ts';

/** A file that takes longer is left to `npm run backup`, which reads it whole. */
const CHECK_MS = 10_000;
/** Where less is free it is not worth the time in which VACUUM locks the store. */
const MANY_FREE_BYTES = 256e6;
/** The service cuts its log back to 64 MB. A longer one means that a reader has kept it from doing so for long. */
const LONG_LOG_BYTES = 512e6;

/** `remedyIfMissing` is what to do when the file is missing; undefined when the first start creates it. */
export function openFileToLook(file: string, name: string, remedyIfMissing: string | undefined): OpenedStore {
  const missing = remedyIfMissing
    ? problem`${name} is missing or empty, but the other database is there -> ${remedyIfMissing}`
    : note`there is no ${name} yet: the first start creates it`;
  if (!isStoreFile(file)) return { findings: [missing] };
  try {
    const db = new ReadOnlySqlite(file);
    void db.get('SELECT 1 FROM sqlite_schema LIMIT 1');
    return { db };
  } catch (error) {
    const reason = reasonOf(error).replace(/file:\/\/(\S+)\?immutable=1/, '$1');
    const unreadable = problem`${file} cannot be read: ${reason} -> Run the doctor as the user that runs the service. If the file is damaged: stop the service, npm run restore -- DIR`;
    return { findings: [unreadable] };
  }
}

export type SqliteFacts = Awaited<ReturnType<typeof lookAtSqlite>>;

/** `bytes` counts the log, too. */
export async function lookAtSqlite(file: string, db: Db) {
  const free = await db.get<{ bytes: number }>(
    'SELECT page_size * freelist_count AS bytes FROM pragma_page_size, pragma_freelist_count',
  );
  // SQLite writes beside the file, too. A write that is tried would leave files when the service is stopped.
  const written = [file, dirname(file), ...[`${file}-wal`, `${file}-shm`].filter((path) => existsSync(path))];
  const logBytes = sizeOf(`${file}-wal`);
  return {
    ...{ file, bytes: sizeOf(file) + logBytes, freeBytes: free?.bytes ?? 0, logBytes },
    ...{ check: await quickCheck(file, CHECK_MS), unwritable: whyUnwritable(written) },
  };
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

export function judgeSqlite({ file, bytes, freeBytes, logBytes, check, unwritable }: SqliteFacts): Findings {
  const size = `${file} has ${megabytes(bytes)}`;
  return [
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
  ];
}
