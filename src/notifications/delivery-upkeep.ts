import type { Db } from '../db/db.ts';
import { saveEngineTime } from './engine-time.ts';
import { KEY_LIFETIME_MS } from './idempotency.ts';
import { setLanes } from './lane.ts';
import { firstIdAt } from './time-ordered-id.ts';

/** Rows in one transaction: some milliseconds. */
const ROWS_A_PIECE = 500;

/**
 * Keeps the tables of notifications from growing for ever: what nobody took in time expires, old log lines and the log of
 * deleted destinations go, and used keys are forgotten. One small piece at a time; true when there may be more.
 */
export async function tidyDeliveries(db: Db, nowMs: number, keepMs: number): Promise<boolean> {
  await saveEngineTime(db, nowMs);
  const expired = await expire(db, nowMs);
  const old = await db.run(
    // Ids are in the order of time: those made since then stand behind, and are not looked at.
    `DELETE FROM delivery WHERE delivery_id IN (
       SELECT delivery_id FROM delivery WHERE delivery_id < $1 AND settled_ms < $2 LIMIT ${ROWS_A_PIECE})`,
    [firstIdAt('dlv', nowMs - keepMs), nowMs - keepMs],
  );
  const orphans = await clearDeleted(db);
  const keys = await db.run(
    `DELETE FROM idempotency_key WHERE created_ms <= $1 AND key IN (
       SELECT key FROM idempotency_key WHERE created_ms <= $1 LIMIT ${ROWS_A_PIECE})`,
    [nowMs - KEY_LIFETIME_MS],
  );
  await db.run('DELETE FROM message_count WHERE day < $1', [Math.floor(nowMs / 86_400_000) - 1]);
  return [expired, old, orphans, keys].some((count) => count >= ROWS_A_PIECE);
}

function expire(db: Db, nowMs: number): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx.all<{ channel_id: string }>(
      `UPDATE delivery SET state = 'EXPIRED', settled_ms = $1, lease = NULL WHERE delivery_id IN (
         SELECT delivery_id FROM delivery WHERE settled_ms IS NULL AND expires_ms <= $1
           AND NOT (state = 'SENDING' AND due_ms > $1)
         LIMIT ${ROWS_A_PIECE}) RETURNING channel_id`,
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

/** The log first, then the destination itself. */
function clearDeleted(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const row = await tx.get<{ channel_id: string }>(
      `SELECT channel_id FROM destination WHERE status = 'DELETED' LIMIT 1`,
    );
    if (!row) return 0;
    const removed = await tx.run(
      `DELETE FROM delivery WHERE delivery_id IN (
         SELECT delivery_id FROM delivery WHERE channel_id = $1 LIMIT ${ROWS_A_PIECE})`,
      [row.channel_id],
    );
    if (removed === ROWS_A_PIECE) return removed;
    await tx.run('DELETE FROM lane WHERE channel_id = $1', [row.channel_id]);
    await tx.run('DELETE FROM destination WHERE channel_id = $1', [row.channel_id]);
    return ROWS_A_PIECE;
  });
}
