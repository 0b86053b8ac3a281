import type { Sql } from '../../db/db.ts';
import type { DestinationAccess } from '../../domain/notifications/access.ts';
import type { Delivery } from '../../domain/notifications/delivery.ts';
import { type Destination, deliveryLifetimeMs, mayReceive } from '../../domain/notifications/destination.ts';
import { storedTrace, type TraceContext } from '../../domain/trace-context.ts';
import type { NotificationContext } from '../context.ts';
import { findRow, fromRow } from '../destination-table.ts';
import { findDelivery } from './delivery-table.ts';
import { setLanes } from './lane.ts';

/** Deliveries requeued in one transaction. */
const MAX_REQUEUED = 1_000;

/** Why a delivery is not sent again. */
export type ResendRejection = { rejected: 'noDelivery' | 'inactive' };

/** Sends again what was sent or failed before (decision 29). */
export class Redelivery {
  readonly #context: NotificationContext;

  constructor(context: NotificationContext) {
    this.#context = context;
  }

  /**
   * Queues one delivery again, under the same notification id, with all its retries. One in flight stays as it is. `trace` is
   * that of the request; without one the delivery keeps its own.
   */
  async resend(
    access: DestinationAccess,
    deliveryId: string,
    trace?: TraceContext,
  ): Promise<Delivery | ResendRejection> {
    const { db, key, now, lifetimeMs, source, onQueued } = this.#context;
    const resent = await db.transaction(async (tx): Promise<Delivery | ResendRejection> => {
      const delivery = await findDelivery(tx, access, deliveryId, source);
      const row = delivery && (await findRow(tx, access, delivery.destinationId));
      if (!row) return { rejected: 'noDelivery' };
      const destination = fromRow(row, key);
      // An unconfirmed address gets a new test instead: it counts towards the daily limit, and its link is new.
      const isAllowed = mayReceive(destination.status, delivery.isTest) && destination.isConfirmed;
      if (!isAllowed) return { rejected: 'inactive' };
      const nowMs = now();
      const expiresMs = nowMs + deliveryLifetimeMs(destination, lifetimeMs);
      await requeue(tx, delivery, { nowMs, expiresMs, trace: storedTrace(trace) });
      return (await findDelivery(tx, access, deliveryId, source)) ?? delivery;
    });
    onQueued();
    return resent;
  }

  /** Queues again every failed delivery that was created at `sinceMs` or later; how many. */
  async recover({ sellerId, destinationId }: Destination, sinceMs: number, trace?: TraceContext): Promise<number> {
    const { db, key, now, lifetimeMs, onQueued } = this.#context;
    let total = 0;
    for (;;) {
      const requeued = await db.transaction(async (tx) => {
        const row = await findRow(tx, { sellerId }, destinationId);
        // It may have become INACTIVE, or got another address, since the caller read it.
        if (!row || row.is_confirmed === 0 || row.status === 'INACTIVE' || row.status === 'WITHDRAWN') return 0;
        const nowMs = now();
        const expiresMs = nowMs + deliveryLifetimeMs(fromRow(row, key), lifetimeMs);
        return requeueFailed(tx, destinationId, sinceMs, { nowMs, expiresMs, trace: storedTrace(trace) });
      });
      total += requeued;
      onQueued();
      if (requeued < MAX_REQUEUED) return total;
    }
  }
}

/** What a delivery gets when it is queued again. Without a trace it keeps its own. */
type Requeued = { nowMs: number; expiresMs: number; trace: string | null };

async function requeue(
  tx: Sql,
  { deliveryId, destinationId }: Delivery,
  { nowMs, expiresMs, trace }: Requeued,
): Promise<void> {
  await tx.run(
    `UPDATE delivery SET state = 'PENDING', tries = 0, due_ms = $2, expires_ms = $3, settled_ms = NULL, lease = NULL,
       reason = NULL, superseded_by = NULL, asked_ms = $2, trace = COALESCE($4, trace)
     WHERE delivery_id = $1 AND NOT (state = 'SENDING' AND due_ms > $2)`,
    [deliveryId, nowMs, expiresMs, trace],
  );
  await setLanes(tx, [destinationId], nowMs);
}

/** The oldest first, at most `MAX_REQUEUED`; how many. */
async function requeueFailed(
  tx: Sql,
  destinationId: string,
  sinceMs: number,
  { nowMs, expiresMs, trace }: Requeued,
): Promise<number> {
  const changed = await tx.run(
    `UPDATE delivery SET state = 'PENDING', tries = 0, due_ms = $3, expires_ms = $4, settled_ms = NULL, lease = NULL,
       reason = NULL, superseded_by = NULL, asked_ms = $3, trace = COALESCE($6, trace)
     WHERE delivery_id IN (
       SELECT delivery_id FROM delivery WHERE channel_id = $1 AND created_ms >= $2
         AND state IN ('DEAD', 'EXPIRED', 'CANCELED') ORDER BY created_ms, delivery_id LIMIT $5)`,
    [destinationId, sinceMs, nowMs, expiresMs, MAX_REQUEUED, trace],
  );
  await setLanes(tx, [destinationId], nowMs);
  return changed;
}
