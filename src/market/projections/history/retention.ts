import type { Db, Sql } from '../../../db/db.ts';
import { factOf, setFact } from '../../../db/service-fact.ts';
import { PIECE_ROWS, sweep } from '../../../db/sweep.ts';
import { DAY_MS, dayOf } from '../../../domain/duration.ts';
import { type BoxColumns, ofBox, textOfRow } from './box-log.ts';
import { horizonOf } from './observation.ts';
import { mergeOldDays, oldDayTables, type SweptRange } from './old-days.ts';
import { removedItemsPiece } from './removed-items.ts';
import { addUpTimeChanges, hasTimeChanges } from './time-changes.ts';

/** An import queues hundreds of thousands of changes: adding up 250 takes some milliseconds. */
const CHANGES_PER_PIECE = 250;

/**
 * Adds up queued changes of times, and removes what is older than `days`, in small pieces: of each box the row in
 * force at the horizon stays if its item still exists, of each sum of days one row. The horizon is a midnight, so there is something to remove once a
 * day. Several processes may run it at once: their transactions collide, and one of them finds nothing left.
 */
export async function keepHistory(db: Db, nowMs: number, days: number, signal?: AbortSignal): Promise<number> {
  let changed = 0;
  if (await hasTimeChanges(db))
    changed += await sweep([() => db.transaction((tx) => addUpTimeChanges(tx, CHANGES_PER_PIECE))], signal);
  const horizonMs = (dayOf(nowMs) - days) * DAY_MS;
  const sweptMs = Number((await factOf(db, 'history swept')) ?? 0);
  if (horizonMs <= sweptMs) return changed;
  await raiseHorizon(db, horizonMs);
  const range = { sweptMs, horizonMs };
  const dayPieces = oldDayTables.map((table) => mergeOldDays(db, table, range));
  changed += await sweep([logPiece(db, range), removedItemsPiece(db, horizonMs), ...dayPieces], signal);
  if (!signal?.aborted) await db.transaction((tx) => setFact(tx, 'history swept', String(horizonMs)));
  return changed;
}

/** Readers must know before the first row is gone that what is older is not known any more. */
function raiseHorizon(db: Db, horizonMs: number): Promise<void> {
  return db.transaction(async (tx) => {
    if ((await horizonOf(tx)) < horizonMs) await setFact(tx, 'history horizon', String(horizonMs));
  });
}

type LogEntry = BoxColumns & { id: number; at_ms: number };

/** Goes through the rows up to the horizon in the order of time. Each ends the state before it, which is then removed. */
function logPiece(db: Db, { sweptMs, horizonMs }: SweptRange): () => Promise<number> {
  let [atMs, id] = [sweptMs, Number.MAX_SAFE_INTEGER];
  return async () => {
    const rows = await db.all<LogEntry>(
      `SELECT id, marketplace_id, item_id, condition, customer, offer_type, at_ms FROM market_log
       WHERE (at_ms, id) > ($1, $2) AND at_ms <= $3 ORDER BY at_ms, id LIMIT ${PIECE_ROWS}`,
      [atMs, id, horizonMs],
    );
    // The last row of a box in this batch ends all others.
    const newest = new Map(rows.map((row) => [textOfRow(row), row]));
    await db.transaction((tx) => removeBefore(tx, [...newest.values()]));
    const last = rows.at(-1);
    if (last) [atMs, id] = [last.at_ms, last.id];
    return rows.length;
  };
}

async function removeBefore(tx: Sql, rows: readonly LogEntry[]): Promise<void> {
  const older = ofBox([1, 2, 3, 4, 5].map((n) => `k.column${n}`));
  await tx.many(
    `DELETE FROM market_log WHERE id IN (SELECT log.id FROM (VALUES {rows: text key, text key, text key, text key, text key,
       bigint key, bigint key}) AS k JOIN market_log AS log ON ${older} AND (log.at_ms, log.id) < (k.column6, k.column7))`,
    rows.map((row) => [
      row.marketplace_id,
      row.item_id,
      row.condition,
      row.customer,
      row.offer_type,
      row.at_ms,
      row.id,
    ]),
  );
}
