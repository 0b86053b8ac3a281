import type { Db } from '../db/db.ts';
import { saveEngineTime } from './engine-time.ts';
import { KEY_LIFETIME_MS } from './idempotency.ts';
import { setLanes } from './lane.ts';
import { firstIdAt } from './time-ordered-id.ts';

/** Rows deleted in one transaction, which then takes a few milliseconds. */
const BATCH_ROWS = 500;

/**
 * Runs one batch of retention: expires overdue deliveries, and deletes settled deliveries older than `keepMs`, the deliveries
 * of deleted destinations, and old idempotency keys. True when there may be more to do.
 */
export async function applyRetention(db: Db, nowMs: number, keepMs: number): Promise<boolean> {
  await saveEngineTime(db, nowMs);
  const expired = await expire(db, nowMs);
  const old = await db.run(
    // Ids are sorted by time: the range scan stops before newer deliveries.
    `DELETE FROM delivery WHERE delivery_id IN (
       SELECT delivery_id FROM delivery WHERE delivery_id < $1 AND settled_ms < $2 LIMIT ${BATCH_ROWS})`,
    [firstIdAt('dlv', nowMs - keepMs), nowMs - keepMs],
  );
  const orphans = await deleteRemovedDestination(db);
  const keys = await db.run(
    `DELETE FROM idempotency_key WHERE created_ms <= $1 AND key IN (
       SELECT key FROM idempotency_key WHERE created_ms <= $1 LIMIT ${BATCH_ROWS})`,
    [nowMs - KEY_LIFETIME_MS],
  );
  await db.run('DELETE FROM message_count WHERE day < $1', [Math.floor(nowMs / 86_400_000) - 1]);
  return [expired, old, orphans, keys].some((count) => count >= BATCH_ROWS);
}

function expire(db: Db, nowMs: number): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx.all<{ channel_id: string }>(
      `UPDATE delivery SET state = 'EXPIRED', settled_ms = $1, lease = NULL WHERE delivery_id IN (
         SELECT delivery_id FROM delivery WHERE settled_ms IS NULL AND expires_ms <= $1
           AND NOT (state = 'SENDING' AND due_ms > $1)
         LIMIT ${BATCH_ROWS}) RETURNING channel_id`,
      [nowMs],
    );
    await setLanes(
      tx,
      rows.map(({ channel_id }) => channel_id),
      nowMs,
    );
    return rows.length;
  });
}

/** Deletes the deliveries of one deleted destination, then the destination itself. */
function deleteRemovedDestination(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const row = await tx.get<{ channel_id: string }>(
      `SELECT channel_id FROM destination WHERE status = 'DELETED' LIMIT 1`,
    );
    if (!row) return 0;
    const removed = await tx.run(
      `DELETE FROM delivery WHERE delivery_id IN (
         SELECT delivery_id FROM delivery WHERE channel_id = $1 LIMIT ${BATCH_ROWS})`,
      [row.channel_id],
    );
    if (removed === BATCH_ROWS) return removed;
    await tx.run('DELETE FROM lane WHERE channel_id = $1', [row.channel_id]);
    await tx.run('DELETE FROM destination WHERE channel_id = $1', [row.channel_id]);
    return BATCH_ROWS;
  });
}
