import type { Db, Sql } from '../db/db.ts';
import { BATCH_ROWS, sweep } from '../db/sweep.ts';
import { ENTRY_COLUMNS, ENTRY_TYPES, type EntryColumns, valuesOf } from './entry-table.ts';

/**
 * Moves the entries that another store has recorded into the service's store, in small batches. Interrupted at any point, it neither
 * loses nor repeats one. Returns how many it moved.
 */
export function forwardEntries(from: Sql, to: Db): Promise<number> {
  return sweep([
    async () => {
      const rows = await from.all<EntryColumns>(
        `SELECT ${ENTRY_COLUMNS} FROM audit_pending ORDER BY entry_id LIMIT ${BATCH_ROWS}`,
      );
      if (rows.length === 0) return 0;
      await to.many(
        `WITH k (${ENTRY_COLUMNS}) AS (VALUES {rows: ${ENTRY_TYPES}})
         INSERT INTO audit_pending (${ENTRY_COLUMNS}) SELECT ${ENTRY_COLUMNS} FROM k WHERE NOT EXISTS (
           SELECT 1 FROM audit_entry WHERE audit_entry.entry_id = k.entry_id)
         ON CONFLICT (entry_id) DO NOTHING`,
        rows.map(valuesOf),
      );
      await from.many(
        'DELETE FROM audit_pending WHERE entry_id IN (VALUES {rows: text key})',
        rows.map(({ entry_id }) => [entry_id]),
      );
      return rows.length;
    },
  ]);
}
