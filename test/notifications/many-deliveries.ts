import type { Db } from '../../src/db/db.ts';
import { NOW } from './notification-store.ts';

type DeliveryColumns = { due_ms?: number; expires_ms?: number; settled_ms?: number; reason?: string };

let batches = 0;

/** Stores deliveries of one destination with one statement; those with a time of settlement have arrived. The lane stays as it is. */
export async function addDeliveries(db: Db, destinationId: string, count: number, columns: DeliveryColumns = {}) {
  batches += 1;
  const { due_ms = NOW, expires_ms = NOW + 1e9, settled_ms = null, reason = null } = columns;
  await db.run(
    `INSERT INTO delivery (delivery_id, channel_id, notification_id, kind, is_test, state, attempts, tries, due_ms, created_ms,
       expires_ms, settled_ms, reason)
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < CAST($1 AS BIGINT))
     SELECT $2 || i, $3, 'ntf', 'ANY_OFFER_CHANGED', 0, $4, 0, 0, CAST($5 AS BIGINT), CAST($6 AS BIGINT), CAST($7 AS BIGINT),
       CAST($8 AS BIGINT), $9 FROM n`,
    [
      ...[count, `dlv_${batches}_`, destinationId, settled_ms === null ? 'PENDING' : 'DELIVERED', due_ms, NOW],
      ...[expires_ms, settled_ms, reason],
    ],
  );
}
