import type { Sql } from '../db/db.ts';

/**
 * Sets when these destinations have something to do next: when the first open delivery is due that may go out as the
 * destination stands (`mayReceive`, in SQL) and has not expired. Everybody who changes what is open does it in the same transaction, and so
 * writes the row of the lane: of two that do it at once on PostgreSQL one is repeated, and sees what the other did.
 */
export async function setLanes(tx: Sql, destinationIds: readonly string[], nowMs: number): Promise<void> {
  await tx.many(
    // The first in the order of an index, not the least of all: a destination may have thousands.
    `WITH k (channel_id, now_ms) AS (VALUES {rows: text key, bigint})
     UPDATE lane SET due_ms = CASE destination.status
       WHEN 'ACTIVE' THEN (${firstDue('')})
       WHEN 'SUSPENDED' THEN (${firstDue('AND delivery.is_test = 1')})
       WHEN 'PENDING_VERIFICATION' THEN (${firstDue('AND delivery.is_test = 1')})
       ELSE NULL END
     FROM k JOIN destination ON destination.channel_id = k.channel_id WHERE lane.channel_id = k.channel_id`,
    [...new Set(destinationIds)].map((id) => [id, nowMs]),
  );
}

const firstDue = (only: string) => `SELECT delivery.due_ms FROM delivery
  WHERE delivery.channel_id = lane.channel_id AND delivery.settled_ms IS NULL ${only}
    AND delivery.expires_ms > k.now_ms ORDER BY delivery.due_ms LIMIT 1`;

/** The same for destinations that have as much on its way as they may: not before one comes back, or is taken for lost. */
export async function holdLanes(tx: Sql, destinationIds: readonly string[], nowMs: number, lastLeaseMs: number) {
  await tx.many(
    `WITH k (channel_id, now_ms, last_ms) AS (VALUES {rows: text key, bigint, bigint})
     UPDATE lane SET due_ms = (
       SELECT MIN(delivery.due_ms) FROM delivery
       WHERE delivery.channel_id = lane.channel_id AND delivery.settled_ms IS NULL AND delivery.state = 'SENDING'
         AND delivery.due_ms > k.now_ms AND delivery.due_ms <= k.last_ms)
     FROM k WHERE lane.channel_id = k.channel_id`,
    [...new Set(destinationIds)].map((id) => [id, nowMs, lastLeaseMs]),
  );
}

/** Looks at these again at a time, whatever they have. */
export async function postponeLanes(tx: Sql, destinationIds: readonly string[], untilMs: number): Promise<void> {
  await tx.many(
    `WITH k (channel_id, due_ms) AS (VALUES {rows: text key, bigint})
     UPDATE lane SET due_ms = k.due_ms FROM k WHERE lane.channel_id = k.channel_id`,
    [...new Set(destinationIds)].map((id) => [id, untilMs]),
  );
}
