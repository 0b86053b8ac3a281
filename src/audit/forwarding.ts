import type { Db, Sql } from '../db/db.ts';
import { BATCH_ROWS, sweep } from '../db/sweep.ts';
import { isObject } from '../domain/is-object.ts';
import { ENTRY_COLUMNS, type EntryColumns } from './entry-table.ts';
import { appendToChain } from './sealing.ts';

/**
 * Moves the entries that another store has recorded into the service's log, in small batches. Interrupted at any point, it neither
 * loses nor repeats one. Returns how many it moved.
 */
export function forwardEntries(from: Sql, to: Db): Promise<number> {
  return sweep([
    async () => {
      const rows = await waitingEntries(from);
      if (rows.length === 0) return 0;
      await takeEntries(to, rows);
      await dropEntries(
        from,
        rows.map(({ entry_id }) => entry_id),
      );
      return rows.length;
    },
  ]);
}

/** The oldest entries that wait, at most a batch. */
export async function waitingEntries(from: Sql): Promise<EntryColumns[]> {
  return from.all<EntryColumns>(`SELECT ${ENTRY_COLUMNS} FROM audit_pending ORDER BY entry_id LIMIT ${BATCH_ROWS}`);
}

/** Removes entries that the service's store has. */
export async function dropEntries(from: Sql, entryIds: readonly string[]): Promise<void> {
  if (entryIds.length === 0) return;
  await from.many(
    'DELETE FROM audit_pending WHERE entry_id IN (VALUES {rows: text key})',
    entryIds.map((entryId) => [entryId]),
  );
}

/**
 * Puts entries into the log that are not there yet. They go into the chain at once, and not by way of `audit_pending`: a sealer of a
 * version before would lose the seller.
 */
export async function takeEntries(to: Db, entries: readonly EntryColumns[]): Promise<void> {
  if (entries.length === 0) return;
  await to.transaction(async (tx) => {
    const known = await tx.many<{ entry_id: string }>(
      `SELECT k.column1 AS entry_id FROM (VALUES {rows: text}) AS k
       WHERE EXISTS (SELECT 1 FROM audit_entry WHERE audit_entry.entry_id = k.column1)
          OR EXISTS (SELECT 1 FROM audit_pending WHERE audit_pending.entry_id = k.column1)`,
      entries.map(({ entry_id }) => [entry_id]),
    );
    const knownIds = new Set(known.map(({ entry_id }) => entry_id));
    const added = entries.filter(({ entry_id }) => !knownIds.has(entry_id));
    if (added.length > 0) await appendToChain(tx, added);
  });
}

/** Rows that came as JSON from the provider. Throws when one is none: nothing is taken then, and nothing is lost. */
export function entriesIn(values: readonly unknown[]): EntryColumns[] {
  if (!values.every(isEntry)) throw new Error('The provider sent an entry of the audit log that is none.');
  return [...values];
}

const TEXTS = ['entry_id', 'who_type', 'who', 'source', 'operation', 'outcome', 'details'] as const;

const isEntry = (value: unknown): value is EntryColumns =>
  isObject(value) &&
  TEXTS.every((name) => typeof value[name] === 'string') &&
  Number.isSafeInteger(value.at_ms) &&
  [value.request_id, value.seller_id].every((one) => one === null || typeof one === 'string');
