import { basename } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { DamagedStoreError, storeUnavailable } from '../db.ts';

// Primary result codes: https://sqlite.org/rescode.html
const busy = 5;
const temporary = new Set([busy, 6 /* locked */, 10 /* I/O error */, 13 /* full */, 14 /* cannot open */]);
const damaged = new Map([
  [11, 'SQLITE_CORRUPT'],
  [26, 'SQLITE_NOTADB'],
]);
const readOnly = 8;

/** The error that a caller of the store gets for an error of the driver: see `Sql`. */
export function sqliteError(error: unknown, file: string): unknown {
  const code = resultCode(error);
  if (code === undefined) return isClosed(error) ? storeUnavailable(error) : error;
  if (temporary.has(code)) return storeUnavailable(error);
  const sign = damaged.get(code);
  if (sign !== undefined) return damagedFile(file, sign, error);
  if (code === readOnly) {
    return new Error(`${file} cannot be written. Check the permissions of the file and its folder.`, { cause: error });
  }
  return error;
}

/** `sign` is what shows the damage, such as a result code. */
export function damagedFile(file: string, sign: string, cause?: unknown): DamagedStoreError {
  const remedy = 'Stop the service and restore a backup: npm run restore -- DIR';
  return new DamagedStoreError(
    `${file} is damaged, or is not a SQLite database (${sign}). ${remedy}`,
    `${basename(file)} is damaged (${sign})`,
    cause,
  );
}

/** Whether another connection holds the lock that was needed. */
export function isBusy(error: unknown): boolean {
  return error instanceof Fault && resultCode(error.cause) === busy;
}

function resultCode(error: unknown): number | undefined {
  const { errcode } = (error ?? {}) as { errcode?: number };
  return errcode === undefined ? undefined : errcode & 0xff;
}

function isClosed(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  return code === 'ERR_INVALID_STATE' && /not open|finalized/.test(message ?? '');
}
