import { randomBytes } from 'node:crypto';
import type { Db } from './db.ts';
import { setFact } from './service-fact.ts';

/** Longer than what most requests write: a disk on which only the shortest writes still fit counts as full. */
const PROBE_BYTES = 12_288;

/** Writes and commits. Rejects as a write of a request would. */
export async function probeWrite(db: Db): Promise<void> {
  // Random: SQLite does not write pages that stay the same.
  await setFact(db, 'write probe', randomBytes(PROBE_BYTES).toString('base64'));
}

// Primary result codes of SQLite (SQLITE_FULL, _READONLY, _BUSY, _LOCKED) and SQLSTATE of PostgreSQL.
const reasons = new Map<unknown, string>([
  [13, 'The disk of the data store is full.'],
  ['53100', 'The disk of the data store is full.'],
  [8, 'The data store is read-only.'],
  ['25006', 'The data store is read-only.'],
  [5, 'The data store is locked by another process.'],
  [6, 'The data store is locked by another process.'],
]);

/** Why a write failed, without anything internal. */
export function writeFailureReason(error: unknown): string {
  const { errcode, code } = ((error as Error).cause ?? error) as { errcode?: number; code?: string };
  const known = errcode === undefined ? reasons.get(code) : reasons.get(errcode & 0xff);
  return known ?? 'The data store cannot be written. Its disk may be full or broken.';
}
