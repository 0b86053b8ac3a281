import type { Db } from '../../db/db.ts';
import { KEY_LIFETIME_MS } from '../../db/idempotency.ts';
import { BATCH_ROWS, type SweepBatch, sweep } from '../../db/sweep.ts';
import { dayOf } from '../../domain/duration.ts';
import { setLanes } from '../deliveries/lane.ts';
import { deleteMessages } from '../deliveries/message-table.ts';
import { saveEngineTime } from '../engine-time.ts';

/**
 * Expires overdue deliveries, and deletes settled deliveries older than `keepMs`, the deliveries of deleted destinations, old
 * idempotency keys, counts and messages, in small batches. Several processes may run it at once. Each statement names the order of the
 * index that it reads: PostgreSQL might otherwise look through a whole table for rows that it believes to be frequent.
 */
export async function applyRetention(db: Db, nowMs: number, keepMs: number, signal?: AbortSignal): Promise<number> {
  await saveEngineTime(db, nowMs);
  const steps = [deleteRemovedDestination, deleteKeys, deleteCounts, deleteMessages];
  const batches = steps.map((step) => () => step(db, nowMs, keepMs));
  return sweep([expire(db, nowMs), deleteSettled(db, nowMs - keepMs), ...batches], signal);
}

/**
 * In the order of their end, each batch from where the one before ended: it reads only what it expires, and what is in flight.
 *
 * The lanes are set with the last batch: each time reads past all deliveries of the destination that have expired and are not settled
 * yet. A lane that stays as it was is at most too early, and the next claim sets it.
 */
function expire(db: Db, nowMs: number): SweepBatch {
  const destinationIds = new Set<string>();
  let fromMs = 0;
  return async () => {
    const rows = await db.transaction(async (tx) => {
      const expired = await tx.all<{ channel_id: string; expires_ms: number }>(
        `UPDATE delivery SET state = 'EXPIRED', settled_ms = $1, lease = NULL WHERE delivery_id IN (
           SELECT delivery_id FROM delivery WHERE settled_ms IS NULL AND expires_ms >= $2 AND expires_ms <= $1
             AND NOT (state = 'SENDING' AND due_ms > $1)
           ORDER BY expires_ms LIMIT ${BATCH_ROWS}) RETURNING channel_id, expires_ms`,
        [nowMs, fromMs],
      );
      for (const { channel_id } of expired) destinationIds.add(channel_id);
      if (expired.length < BATCH_ROWS) await setLanes(tx, [...destinationIds], nowMs);
      return expired;
    });
    for (const { expires_ms } of rows) fromMs = Math.max(fromMs, expires_ms);
    return rows.length;
  };
}

/**
 * The oldest first, by an index on the time of settlement, so it reads what it deletes and the first row that it keeps. Each batch
 * goes on where the one before ended: while an older snapshot is open, PostgreSQL would otherwise read all that they deleted again.
 */
function deleteSettled(db: Db, beforeMs: number): SweepBatch {
  let fromMs = 0;
  return async () => {
    const rows = await db.all<{ settled_ms: number }>(
      `DELETE FROM delivery WHERE delivery_id IN (
         SELECT delivery_id FROM delivery WHERE settled_ms >= $1 AND settled_ms < $2 ORDER BY settled_ms LIMIT ${BATCH_ROWS})
       RETURNING settled_ms`,
      [fromMs, beforeMs],
    );
    for (const { settled_ms } of rows) fromMs = Math.max(fromMs, settled_ms);
    return rows.length;
  };
}

function deleteKeys(db: Db, nowMs: number) {
  return db.run(
    `DELETE FROM idempotency_key WHERE (caller, operation, key) IN (
       SELECT caller, operation, key FROM idempotency_key WHERE created_ms <= $1 ORDER BY created_ms LIMIT ${BATCH_ROWS})`,
    [nowMs - KEY_LIFETIME_MS],
  );
}

/** One row for each day, seller and address. */
function deleteCounts(db: Db, nowMs: number) {
  return db.run(
    `DELETE FROM message_count WHERE (day, whose) IN (
       SELECT day, whose FROM message_count WHERE day < $1 ORDER BY day, whose LIMIT ${BATCH_ROWS})`,
    [dayOf(nowMs) - 1],
  );
}

/** Deletes the deliveries and windows of one deleted destination, then the destination itself. */
function deleteRemovedDestination(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const row = await tx.get<{ channel_id: string }>(
      `SELECT channel_id FROM destination WHERE status = 'DELETED' ORDER BY channel_id LIMIT 1`,
    );
    if (!row) return 0;
    const removed = await tx.run(
      `DELETE FROM delivery WHERE delivery_id IN (
         SELECT delivery_id FROM delivery WHERE channel_id = $1 ORDER BY created_ms, delivery_id LIMIT ${BATCH_ROWS})`,
      [row.channel_id],
    );
    if (removed === BATCH_ROWS) return removed;
    const windows = await tx.run(
      `DELETE FROM event_window WHERE (channel_id, marketplace_id, item_id, condition, kind) IN (
         SELECT channel_id, marketplace_id, item_id, condition, kind FROM event_window WHERE channel_id = $1
           ORDER BY marketplace_id, item_id, condition, kind LIMIT ${BATCH_ROWS})`,
      [row.channel_id],
    );
    if (windows === BATCH_ROWS) return windows;
    await tx.run('DELETE FROM lane WHERE channel_id = $1', [row.channel_id]);
    await tx.run('DELETE FROM destination WHERE channel_id = $1', [row.channel_id]);
    return BATCH_ROWS;
  });
}
