import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Db } from '../../../db/db.ts';
import { type QuickCheck, quickCheck } from '../../../db/sqlite/quick-check.ts';
import { type Finding, note, ok, problem } from './finding.ts';
import { megabytes } from './size.ts';

/** A file that takes longer is left to `npm run backup`, which reads it whole. */
const CHECK_MS = 10_000;
/** Where less is free it is not worth the time in which VACUUM locks the store. */
const MANY_FREE_BYTES = 256e6;
/** The service cuts its log back to 64 MB. A longer one means that a reader has kept it from doing so for long. */
const LONG_LOG_BYTES = 512e6;

export type SqliteFacts = {
  readonly file: string;
  /** With its log. */
  readonly bytes: number;
  readonly freeBytes: number;
  readonly logBytes: number;
  readonly check: QuickCheck;
  /** Why it cannot be written, as far as permissions tell. */
  readonly unwritable: string | undefined;
};

export async function lookAtSqlite(file: string, db: Db): Promise<SqliteFacts> {
  const { page_size = 0 } = (await db.get<{ page_size: number }>('PRAGMA page_size')) ?? {};
  const { freelist_count = 0 } = (await db.get<{ freelist_count: number }>('PRAGMA freelist_count')) ?? {};
  return {
    file,
    bytes: sizeOf(file) + sizeOf(`${file}-wal`),
    freeBytes: page_size * freelist_count,
    logBytes: sizeOf(`${file}-wal`),
    check: await quickCheck(file, CHECK_MS),
    unwritable: unwritable(file),
  };
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** SQLite writes beside the file, too. No write is tried: that would leave files when the service is stopped. */
function unwritable(file: string): string | undefined {
  const paths = [file, dirname(file), ...[`${file}-wal`, `${file}-shm`].filter((path) => existsSync(path))];
  for (const path of paths) {
    try {
      accessSync(path, constants.W_OK);
    } catch (error) {
      return (error as Error).message;
    }
  }
  return undefined;
}

export function judgeSqlite({ file, bytes, freeBytes, logBytes, check, unwritable: reason }: SqliteFacts): Finding[] {
  const findings: Finding[] = [];
  if (check.result === 'ok') findings.push(ok(`${file} has ${megabytes(bytes)}, and every page of it can be read`));
  else if (check.result === 'damaged') {
    const mend = 'Stop the service, keep a copy of the data folder, then: npm run restore -- DIR';
    findings.push(problem(`${file} is damaged: ${check.sign}`, mend));
  } else
    findings.push(
      note(
        `${file} has ${megabytes(bytes)}, too much to check in ${CHECK_MS / 1000} s. npm run backup -- DIR checks its copy whole`,
      ),
    );
  if (reason !== undefined)
    findings.push(
      problem(
        `${file} cannot be written: ${reason}`,
        'Give the folder and its files to the user that runs the service (chown -R), or run the doctor as that user',
      ),
    );
  if (freeBytes > MANY_FREE_BYTES && freeBytes > bytes / 2)
    findings.push(
      note(
        `${megabytes(freeBytes)} of ${file} are free pages, which new data uses first. A backup and a restore give them back to the disk`,
      ),
    );
  if (logBytes > LONG_LOG_BYTES)
    findings.push(
      note(
        `${file}-wal has ${megabytes(logBytes)}: a long read, such as an export, keeps the service from shortening it`,
      ),
    );
  return findings;
}
