import type { Sql } from '../../../src/db/db.ts';

/**
 * How processes of the first release take deliveries: the statements of its `DeliveryQueue.claim` (`onlyTests` for a destination
 * that is not confirmed or suspended) and of its `PullQueue.receive`, as they were. Such processes may still run after the store was
 * migrated. They read the text to send from `delivery_body`.
 */
export function claimOfFirstRelease(sql: Sql, channelId: string, nowMs: number, max = 100, onlyTests = false) {
  return sql.all<{ delivery_id: string; is_test: number }>(
    `UPDATE delivery SET state = 'SENDING', due_ms = $4, lease = $3, attempts = attempts + 1, tries = tries + 1
       WHERE delivery_id IN (
         SELECT delivery_id FROM delivery WHERE channel_id = $1 AND settled_ms IS NULL
           AND due_ms <= $2 AND expires_ms > $2 ${onlyTests ? 'AND is_test = 1' : ''} ORDER BY due_ms LIMIT $5)
       RETURNING delivery.delivery_id, delivery.channel_id, delivery.notification_id, delivery.kind, delivery.is_test,
         delivery.state, delivery.attempts, delivery.due_ms, delivery.created_ms, delivery.expires_ms, delivery.settled_ms, tries`,
    [channelId, nowMs, LEASE, nowMs + 30_000, max],
  );
}

const isOpen = `EXISTS (SELECT 1 FROM destination WHERE destination.channel_id = $1 AND status IN ('ACTIVE', 'SUSPENDED'))`;

export function pullOfFirstRelease(sql: Sql, channelId: string, nowMs: number, max = 100) {
  return sql.all<{ delivery_id: string; is_test: number }>(
    `UPDATE delivery SET state = 'SENDING', due_ms = $4, lease = $3, attempts = attempts + 1, tries = tries + 1
         WHERE delivery_id IN (
           SELECT delivery_id FROM delivery WHERE channel_id = $1 AND settled_ms IS NULL AND due_ms <= $2
             AND expires_ms > $2 AND ${isOpen} ORDER BY due_ms LIMIT $5 {postgres: FOR UPDATE SKIP LOCKED})
         RETURNING delivery.delivery_id, delivery.channel_id, delivery.notification_id, delivery.kind, delivery.is_test,
           delivery.state, delivery.attempts, delivery.due_ms, delivery.created_ms, delivery.expires_ms, delivery.settled_ms`,
    [channelId, nowMs, LEASE, nowMs + 30_000, max],
  );
}

/** It made 16 random bytes in base64url: letters, digits, `-` and `_`. */
const LEASE = '-_0aZ3456789012345678A';
