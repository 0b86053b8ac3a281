import type { Sql } from '../../db/db.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import { items } from '../item.ts';
import { keyText } from '../record-table.ts';

/** A change of an item in the log: its number, and its time, which is never before that of the change before. */
export type Revision = { revision: number; at_ms: number };

/** Counts a change of each of these items. The result is by `keyText`. */
export async function raiseRevisions(tx: Sql, keys: readonly ItemKey[], nowMs: number): Promise<Map<string, Revision>> {
  const rows = await tx.many<Revision & { marketplace_id: string; item_id: string }>(
    `INSERT INTO item_revision (marketplace_id, item_id, revision, at_ms, observed_ms)
     VALUES {rows: text key, text key, bigint, bigint, bigint}
     ON CONFLICT (marketplace_id, item_id) DO UPDATE SET revision = item_revision.revision + 1,
       at_ms = CASE WHEN excluded.at_ms > item_revision.at_ms THEN excluded.at_ms ELSE item_revision.at_ms END
     RETURNING marketplace_id, item_id, revision, at_ms`,
    keys.map((key) => [...items.keyOf(key), 1, nowMs, nowMs]),
  );
  return new Map(rows.map((row) => [keyText([row.marketplace_id, row.item_id]), row]));
}
