import type { Db, Row, Sql } from '../db/db.ts';
import { factOf, setFact } from '../db/service-fact.ts';
import { BATCH_ROWS, type SweepBatch, sweep } from '../db/sweep.ts';
import { linkAfter, readLink, writeLink } from './chain.ts';
import { ENTRY_COLUMNS, ENTRY_TYPES, type EntryColumns, valuesOf } from './entry-table.ts';

/**
 * Moves what waits into the chain, in small batches. Several processes may do this at once: each batch writes the head, so that
 * one of two repeats its work. Returns how many entries it sealed.
 */
export async function sealEntries(db: Db, signal?: AbortSignal): Promise<number> {
  if ((await db.get('SELECT 1 FROM audit_pending LIMIT 1')) === undefined) return 0;
  return sweep([sealBatch(db)], signal);
}

const sealBatch =
  (db: Db): SweepBatch =>
  () =>
    db.transaction(async (tx) => {
      const waiting = await tx.all<EntryColumns>(
        `SELECT ${ENTRY_COLUMNS} FROM audit_pending ORDER BY entry_id LIMIT ${BATCH_ROWS}`,
      );
      if (waiting.length === 0) return 0;
      await appendToChain(tx, waiting);
      await tx.many(
        'DELETE FROM audit_pending WHERE entry_id IN (VALUES {rows: text key})',
        waiting.map(({ entry_id }) => [entry_id]),
      );
      return waiting.length;
    });

/** Gives entries their numbers and digests. It writes the head, so that no other transaction does so at the same time. */
export async function appendToChain(tx: Sql, entries: readonly EntryColumns[]): Promise<void> {
  let head = readLink(await factOf(tx, 'audit head'));
  const rows = entries.map((row): Row => {
    head = linkAfter(head, row);
    return [...valuesOf(row), head.number, head.digest];
  });
  await setFact(tx, 'audit head', writeLink(head));
  await tx.many(
    `INSERT INTO audit_entry (${ENTRY_COLUMNS}, number, digest) VALUES {rows: ${ENTRY_TYPES}, bigint, text}`,
    rows,
  );
}
