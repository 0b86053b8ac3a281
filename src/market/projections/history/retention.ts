import type { Db, Row, Sql } from '../../../db/db.ts';
import { factOf, setFact } from '../../../db/service-fact.ts';
import { BATCH_ROWS, sweep } from '../../../db/sweep.ts';
import { DAY_MS, dayOf } from '../../../domain/duration.ts';
import { BOX_COLUMNS, type BoxColumns, ofBox, textOfRow } from './box-log.ts';
import { horizonOf } from './observation.ts';
import { mergeOldDays, oldDayTables, type SweptRange } from './old-days.ts';
import { addUpAll } from './time-changes.ts';

/**
 * Adds up queued changes of times, and removes what is older than `days`, in small batches: of each box the row in
 * force at the horizon stays if its item still exists, of each sum of days one row. The horizon is a midnight, so there is something to remove once a
 * day. Several processes may run it at once: their transactions collide, and one of them finds nothing left.
 */
export async function keepHistory(db: Db, nowMs: number, days: number, signal?: AbortSignal): Promise<number> {
  let changed = await addUpAll(db, signal);
  const horizonMs = (dayOf(nowMs) - days) * DAY_MS;
  const sweptMs = Number((await factOf(db, 'history swept')) ?? 0);
  if (horizonMs <= sweptMs) return changed;
  await raiseHorizon(db, horizonMs);
  const range = { sweptMs, horizonMs };
  const dayBatches = oldDayTables.map((table) => mergeOldDays(db, table, range));
  changed += await sweep([logBatch(db, range), removedItemsBatch(db, horizonMs), ...dayBatches], signal);
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
function logBatch(db: Db, { sweptMs, horizonMs }: SweptRange): () => Promise<number> {
  let [atMs, id] = [sweptMs, Number.MAX_SAFE_INTEGER];
  return async () => {
    const rows = await db.all<LogEntry>(
      `SELECT id, marketplace_id, item_id, condition, customer, offer_type, at_ms FROM market_log
       WHERE (at_ms, id) > ($1, $2) AND at_ms <= $3 ORDER BY at_ms, id LIMIT ${BATCH_ROWS}`,
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
      ...[row.marketplace_id, row.item_id, row.condition, row.customer, row.offer_type, row.at_ms, row.id],
    ]),
  );
}

/**
 * Goes through the rows up to the horizon, and removes the last row of each box of an item that does not exist any more: it says that
 * the box has had no offer since, as a box without a row. Otherwise every item that ever was would leave its rows for ever. A box
 * with a later row keeps it: sums run from row to row.
 */
function removedItemsBatch(db: Db, horizonMs: number): () => Promise<number> {
  let [atMs, id] = [-1, 0];
  return async () => {
    const rows = await db.all<{ id: number; at_ms: number; is_there: number }>(
      `SELECT log.id, log.at_ms, CASE WHEN item.item_id IS NULL THEN 0 ELSE 1 END AS is_there
       FROM market_log AS log LEFT JOIN item ON item.marketplace_id = log.marketplace_id AND item.item_id = log.item_id
       WHERE (log.at_ms, log.id) > ($1, $2) AND log.at_ms <= $3 ORDER BY log.at_ms, log.id LIMIT ${BATCH_ROWS}`,
      [atMs, id, horizonMs],
    );
    const removed = rows.filter(({ is_there }) => is_there === 0).map((row) => [row.id]);
    await removeLast(db, removed);
    const last = rows.at(-1);
    if (last) [atMs, id] = [last.at_ms, last.id];
    return rows.length;
  };
}

/** The item is looked for again: it may have been added meanwhile. */
async function removeLast(db: Db, ids: readonly Row[]): Promise<void> {
  const later = ofBox(BOX_COLUMNS.map((name) => `log.${name}`));
  await db.many(
    `DELETE FROM market_log WHERE id IN (SELECT log.id FROM (VALUES {rows: bigint key}) AS k
       JOIN market_log AS log ON log.id = k.column1
       WHERE NOT EXISTS (SELECT 1 FROM item WHERE item.marketplace_id = log.marketplace_id AND item.item_id = log.item_id)
         AND NOT EXISTS (SELECT 1 FROM market_log WHERE ${later} AND (at_ms, id) > (log.at_ms, log.id)))`,
    ids,
  );
}
