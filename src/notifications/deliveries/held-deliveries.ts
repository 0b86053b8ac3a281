import type { Sql } from '../../db/db.ts';

/** Deliveries released at once. The others keep their due time. */
const MAX_RELEASED = 1_000;

/** Makes what waits for the end of quiet hours due at this time, if it is due later: somebody changed the hours. */
export async function releaseQuiet(tx: Sql, destinationId: string, untilMs: number): Promise<void> {
  await tx.run(
    `UPDATE delivery SET due_ms = $2 WHERE delivery_id IN (
       SELECT delivery_id FROM delivery WHERE channel_id = $1 AND settled_ms IS NULL AND reason = 'QUIET_HOURS'
         AND due_ms > $2 LIMIT ${MAX_RELEASED})`,
    [destinationId, untilMs],
  );
}

/** Makes due what waits for the end of a window: the destination has another one, or none, from now on. */
export async function releaseWindowed(tx: Sql, destinationId: string, nowMs: number): Promise<void> {
  await tx.run(
    `UPDATE delivery SET due_ms = $2, reason = NULL WHERE delivery_id IN (
       SELECT delivery_id FROM delivery WHERE channel_id = $1 AND settled_ms IS NULL AND state = 'PENDING' AND reason = 'WINDOW'
         AND due_ms > $2 ORDER BY due_ms LIMIT ${MAX_RELEASED})`,
    [destinationId, nowMs],
  );
}
