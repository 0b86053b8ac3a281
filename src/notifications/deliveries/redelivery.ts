import type { Db, Sql } from '../../db/db.ts';
import type { DestinationAccess } from '../../domain/notifications/access.ts';
import type { Delivery } from '../../domain/notifications/delivery.ts';
import { type Destination, deliveryLifetimeMs, mayReceive } from '../../domain/notifications/destination.ts';
import { storedTrace, type TraceContext } from '../../domain/trace-context.ts';
import { findRow, fromRow } from '../destination-table.ts';
import type { OperatorKey } from '../keys/operator-key.ts';
import { findDelivery } from './delivery-table.ts';
import { setLanes } from './lane.ts';

/** Deliveries requeued in one transaction. */
const MAX_REQUEUED = 1_000;

/** Why a delivery is not sent again. */
export type ResendRejection = { rejected: 'noDelivery' | 'inactive' };

/** Sends again what was sent or failed before (decision 29). */
export class Redelivery {
  readonly #db: Db;
  readonly #key: OperatorKey;
  readonly #now: () => number;
  readonly #lifetimeMs: number;
  readonly #source: string;
  readonly #onQueued: () => void;

  constructor(parts: {
    db: Db;
    key: OperatorKey;
    now: () => number;
    /** How long a delivery is retried, unless its destination sets a retention. */
    lifetimeMs: number;
    /** `source` of every event. */
    source: string;
    onQueued: () => void;
  }) {
    this.#db = parts.db;
    this.#key = parts.key;
    this.#now = parts.now;
    this.#lifetimeMs = parts.lifetimeMs;
    this.#source = parts.source;
    this.#onQueued = parts.onQueued;
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
    const resent = await this.#db.transaction(async (tx): Promise<Delivery | ResendRejection> => {
      const delivery = await findDelivery(tx, access, deliveryId, this.#source);
      const row = delivery && (await findRow(tx, access, delivery.destinationId));
      if (!row) return { rejected: 'noDelivery' };
      const destination = fromRow(row, this.#key);
      // An unconfirmed address gets a new test instead: it counts towards the daily limit, and its link is new.
      const isAllowed = mayReceive(destination.status, delivery.isTest) && destination.isConfirmed;
      if (!isAllowed) return { rejected: 'inactive' };
      const now = this.#now();
      const expiresMs = now + deliveryLifetimeMs(destination, this.#lifetimeMs);
      await requeue(tx, delivery, now, expiresMs, storedTrace(trace));
      return (await findDelivery(tx, access, deliveryId, this.#source)) ?? delivery;
    });
    this.#onQueued();
    return resent;
  }

  /** Queues again every failed delivery that was created at `sinceMs` or later; how many. */
  async recover({ sellerId, destinationId }: Destination, sinceMs: number, trace?: TraceContext): Promise<number> {
    let total = 0;
    for (;;) {
      const requeued = await this.#db.transaction(async (tx) => {
        const row = await findRow(tx, { sellerId }, destinationId);
        // It may have become INACTIVE, or got another address, since the caller read it.
        if (!row || row.is_confirmed === 0 || row.status === 'INACTIVE' || row.status === 'WITHDRAWN') return 0;
        const now = this.#now();
        const expiresMs = now + deliveryLifetimeMs(fromRow(row, this.#key), this.#lifetimeMs);
        return requeueFailed(tx, destinationId, sinceMs, now, expiresMs, storedTrace(trace));
      });
      total += requeued;
      this.#onQueued();
      if (requeued < MAX_REQUEUED) return total;
    }
  }
}

async function requeue(
  tx: Sql,
  { deliveryId, destinationId }: Delivery,
  nowMs: number,
  expiresMs: number,
  trace: string | null,
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
  nowMs: number,
  expiresMs: number,
  trace: string | null,
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
