import type { Db, Sql } from '../db/db.ts';
import { BATCH_ROWS, type SweepBatch, sweep } from '../db/sweep.ts';
import type { NewAuditEntry } from '../domain/audit/audit-entry.ts';
import { RETENTION, type RemovedEntries } from '../domain/audit/retention-entry.ts';
import { DAY_MS } from '../domain/duration.ts';
import { columnsOf } from './entry-table.ts';
import { appendToChain } from './sealing.ts';

/** How long entries are kept (0: for ever), by the clock of the store, and who removes older ones. */
export type AuditRetention = Pick<NewAuditEntry, 'who' | 'from'> & { readonly nowMs: number; readonly days: number };

/**
 * Removes entries that are older than `days`, the oldest first, in small batches, each with an entry in the log that says which ones: the
 * chain of what remains begins where the newest of these says. Whole days (UTC) are removed, so that a small log does not get an
 * entry for each one that it loses. Several processes may run it at once. Returns how many it removed.
 */
export async function keepAudit(db: Db, retention: AuditRetention, signal?: AbortSignal): Promise<number> {
  const { nowMs, days } = retention;
  const beforeMs = Math.floor((nowMs - days * DAY_MS) / DAY_MS) * DAY_MS;
  return days === 0 ? 0 : sweep([removeBatch(db, retention, beforeMs)], signal);
}

const removeBatch =
  (db: Db, { nowMs, days, who, from }: AuditRetention, beforeMs: number): SweepBatch =>
  () =>
    db.transaction(async (tx) => {
      const removed = await oldestEntries(tx, beforeMs);
      if (removed === undefined) return 0;
      const details = { ...removed, olderThanDays: days };
      await appendToChain(tx, [columnsOf({ atMs: nowMs, who, from, operation: RETENTION, outcome: 'done', details })]);
      return tx.run('DELETE FROM audit_entry WHERE number <= $1', [removed.last]);
    });

async function oldestEntries(tx: Sql, beforeMs: number): Promise<RemovedEntries | undefined> {
  const oldest = await tx.all<{ number: number; at_ms: number; digest: string }>(
    `SELECT number, at_ms, digest FROM audit_entry ORDER BY number LIMIT ${BATCH_ROWS}`,
  );
  const young = oldest.findIndex(({ at_ms }) => at_ms >= beforeMs);
  const old = oldest.slice(0, young === -1 ? BATCH_ROWS : young);
  const [first, last] = [old.at(0), old.at(-1)];
  if (first === undefined || last === undefined || (await areOnlyNotes(tx, beforeMs))) return undefined;
  return { first: first.number, last: last.number, count: old.length, digest: last.digest };
}

/** When all that is old says what was removed before, each removal would only leave another such entry. */
const areOnlyNotes = async (tx: Sql, beforeMs: number): Promise<boolean> =>
  // In their order: PostgreSQL would otherwise expect to meet one soon, and read all entries when there is none.
  (await tx.get('SELECT 1 FROM audit_entry WHERE at_ms < $1 AND operation <> $2 ORDER BY at_ms, number LIMIT 1', [
    beforeMs,
    RETENTION,
  ])) === undefined;
