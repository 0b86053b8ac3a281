import type { Db, Row, Sql } from '../db/db.ts';
import { factOf, setFact } from '../db/service-fact.ts';
import { PIECE_ROWS, type SweepPiece, sweep } from '../db/sweep.ts';
import { linkAfter, readLink, writeLink } from './chain.ts';
import { ENTRY_COLUMNS, ENTRY_TYPES, type EntryColumns, valuesOf } from './entry-table.ts';

/**
 * Moves what waits into the chain, in small pieces. Several processes may do this at once: each piece writes the head, so that
 * one of two repeats its work. Returns how many entries it sealed.
 */
export async function sealEntries(db: Db, signal?: AbortSignal): Promise<number> {
  if ((await db.get('SELECT 1 FROM audit_pending LIMIT 1')) === undefined) return 0;
  return sweep([sealPiece(db)], signal);
}

const sealPiece =
  (db: Db): SweepPiece =>
  () =>
    db.transaction(async (tx) => {
      const waiting = await tx.all<EntryColumns>(
        `SELECT ${ENTRY_COLUMNS} FROM audit_pending ORDER BY entry_id LIMIT ${PIECE_ROWS}`,
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
