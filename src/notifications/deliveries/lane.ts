import type { Sql } from '../../db/db.ts';

/**
 * Locks lanes in one order: two transactions that write several lanes, each in its own order, would wait for each other until
 * PostgreSQL ends one of them, a second later.
 */
const locked = (columns: string) => `{postgres: , locked AS MATERIALIZED (
       SELECT k.channel_id, k.${columns} FROM k JOIN lane ON lane.channel_id = k.channel_id
       ORDER BY lane.channel_id FOR UPDATE OF lane)}`;
const LOCKED = '{postgres: locked}{sqlite: k}';

/** Locks these lanes until the transaction ends. Whoever changes open deliveries locks their lane first, as a claim does. */
export async function lockLanes(tx: Sql, destinationIds: readonly string[]): Promise<void> {
  await tx.many(
    `SELECT 1 AS locked FROM (VALUES {rows: text key}) AS k JOIN lane ON lane.channel_id = k.column1
     {postgres: ORDER BY lane.channel_id FOR UPDATE OF lane}`,
    [...new Set(destinationIds)].map((id) => [id]),
  );
}

/**
 * Sets the due time of these lanes: when the first open delivery is due that has not expired and that the destination may
 * receive in its current status (`mayReceive`, in SQL). Every change of open deliveries calls this in its own transaction
 * and so updates the row of the lane: when two such transactions run at once on PostgreSQL, one is repeated and sees the
 * changes of the other.
 */
export async function setLanes(tx: Sql, destinationIds: readonly string[], nowMs: number): Promise<void> {
  await tx.many(
    // The first entry of an index, not MIN over all rows: a destination may have thousands of open deliveries.
    `WITH k (channel_id, now_ms) AS (VALUES {rows: text key, bigint})${locked('now_ms')}
     UPDATE lane SET due_ms = CASE destination.status
       WHEN 'ACTIVE' THEN (${firstDue('')})
       WHEN 'SUSPENDED' THEN (${firstDue('AND delivery.is_test = 1')})
       WHEN 'PENDING_VERIFICATION' THEN (${firstDue('AND delivery.is_test = 1')})
       ELSE NULL END
     FROM ${LOCKED} AS k JOIN destination ON destination.channel_id = k.channel_id WHERE lane.channel_id = k.channel_id`,
    [...new Set(destinationIds)].map((id) => [id, nowMs]),
  );
}

/**
 * The same after deliveries were added that are no tests: `dues` has when the first one of each destination is due. Without a look
 * at the others, which takes up to a millisecond for each lane on PostgreSQL. It writes every row, also one that stays as it is,
 * for the same reason as `setLanes`.
 */
export async function advanceLanes(tx: Sql, dues: ReadonlyMap<string, number>): Promise<void> {
  await tx.many(
    `WITH k (channel_id, due_ms) AS (VALUES {rows: text key, bigint})${locked('due_ms')}
     UPDATE lane SET due_ms = CASE WHEN lane.due_ms <= k.due_ms OR destination.status <> 'ACTIVE' THEN lane.due_ms
       ELSE k.due_ms END
     FROM ${LOCKED} AS k JOIN destination ON destination.channel_id = k.channel_id WHERE lane.channel_id = k.channel_id`,
    [...dues],
  );
}

const firstDue = (condition: string) => `SELECT delivery.due_ms FROM delivery
  WHERE delivery.channel_id = lane.channel_id AND delivery.settled_ms IS NULL ${condition}
    AND delivery.expires_ms > k.now_ms ORDER BY delivery.due_ms LIMIT 1`;

/**
 * Sets the due time of lanes whose destinations have reached their limit of deliveries in flight: when the first lease ends.
 * A settlement before that sets it again.
 */
export async function holdLanes(tx: Sql, destinationIds: readonly string[], nowMs: number, lastLeaseMs: number) {
  await tx.many(
    `WITH k (channel_id, now_ms, last_ms) AS (VALUES {rows: text key, bigint, bigint})${locked('now_ms, k.last_ms')}
     UPDATE lane SET due_ms = (
       SELECT MIN(delivery.due_ms) FROM delivery
       WHERE delivery.channel_id = lane.channel_id AND delivery.settled_ms IS NULL AND delivery.state = 'SENDING'
         AND delivery.due_ms > k.now_ms AND delivery.due_ms <= k.last_ms)
     FROM ${LOCKED} AS k WHERE lane.channel_id = k.channel_id`,
    [...new Set(destinationIds)].map((id) => [id, nowMs, lastLeaseMs]),
  );
}

/** Sets a fixed due time. */
export async function postponeLanes(tx: Sql, destinationIds: readonly string[], untilMs: number): Promise<void> {
  await tx.many(
    `WITH k (channel_id, due_ms) AS (VALUES {rows: text key, bigint})${locked('due_ms')}
     UPDATE lane SET due_ms = k.due_ms FROM ${LOCKED} AS k WHERE lane.channel_id = k.channel_id`,
    [...new Set(destinationIds)].map((id) => [id, untilMs]),
  );
}
