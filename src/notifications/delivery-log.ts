import type { Db, Sql } from '../db/db.ts';
import type { Attempt, Delivery, DeliveryState } from '../domain/notifications/delivery.ts';
import { type Destination, deliveryLifetimeMs, mayReceive } from '../domain/notifications/destination.ts';
import type { CloudEvent } from '../domain/notifications/notification.ts';
import {
  attemptsOf,
  findDelivery,
  insertDeliveries,
  type LogQuery,
  logOf,
  requeue,
  requeueFailed,
  statesOf,
} from './delivery.ts';
import { findRow, fromRow, type StoredDestination } from './destination.ts';
import type { OperatorKey } from './operator-key.ts';
import { timeOrderedId } from './time-ordered-id.ts';

/** Requeued in one transaction. */
const MAX_RECOVERED = 1_000;

/** Why a delivery is not sent again. */
export type ResendRejection = { rejected: 'noDestination' | 'inactive' };

/** What is sent, what became of it, and sending it again (decision 29). */
export class DeliveryLog {
  readonly #db: Db;
  readonly #key: OperatorKey;
  readonly #now: () => number;
  readonly #lifetimeMs: number;
  readonly #onQueued: () => void;

  constructor(parts: {
    db: Db;
    key: OperatorKey;
    now: () => number;
    /** How long a delivery is worth trying, where its destination does not say. */
    lifetimeMs: number;
    /** Called when some were queued again. What is added is not there before its transaction ends. */
    onQueued: () => void;
  }) {
    this.#db = parts.db;
    this.#key = parts.key;
    this.#now = parts.now;
    this.#lifetimeMs = parts.lifetimeMs;
    this.#onQueued = parts.onQueued;
  }

  /** Queues an event for each of these, in the transaction of what caused it; the ids of the deliveries, in the same order. */
  async add(tx: Sql, event: CloudEvent, to: readonly StoredDestination[], now: number): Promise<string[]> {
    const body = JSON.stringify(event);
    const deliveries = to.map((destination) => ({
      deliveryId: timeOrderedId('dlv', now),
      destinationId: destination.destinationId,
      notificationId: event.id,
      kind: event.type,
      isTest: event.type === 'TEST_NOTIFICATION',
      body,
      dueMs: now,
      createdMs: now,
      expiresMs: now + deliveryLifetimeMs(destination, this.#lifetimeMs),
    }));
    await insertDeliveries(tx, deliveries);
    return deliveries.map(({ deliveryId }) => deliveryId);
  }

  /** Newest first. */
  deliveries(destinationId: string, wish: LogQuery): Promise<Delivery[]> {
    return logOf(this.#db, destinationId, wish);
  }

  /** One of a seller's deliveries with everything that was tried. */
  async delivery(
    sellerId: string,
    deliveryId: string,
  ): Promise<{ delivery: Delivery; attempts: Attempt[] } | undefined> {
    const delivery = await findDelivery(this.#db, sellerId, deliveryId);
    return delivery && { delivery, attempts: await attemptsOf(this.#db, delivery) };
  }

  /** How these stand now, by id: for whoever waits for an outcome. */
  states(deliveryIds: readonly string[]): Promise<Map<string, DeliveryState>> {
    return statesOf(this.#db, deliveryIds);
  }

  /** Sends one again, under the same notification id. */
  async resend(sellerId: string, deliveryId: string): Promise<Delivery | ResendRejection> {
    const again = await this.#db.transaction(async (tx): Promise<Delivery | ResendRejection> => {
      const delivery = await findDelivery(tx, sellerId, deliveryId);
      const row = delivery && (await findRow(tx, sellerId, delivery.destinationId));
      if (!row) return { rejected: 'noDestination' };
      const destination = fromRow(row, this.#key);
      // A question to an unconfirmed address is asked by a new test, which counts, and whose link is new.
      const isAllowed = mayReceive(destination.status, delivery.isTest) && destination.isConfirmed;
      if (!isAllowed) return { rejected: 'inactive' };
      const now = this.#now();
      await requeue(tx, delivery, now, now + deliveryLifetimeMs(destination, this.#lifetimeMs));
      return (await findDelivery(tx, sellerId, deliveryId)) ?? delivery;
    });
    this.#onQueued();
    return again;
  }

  /** Sends everything again that failed since a time; how many. */
  async recover({ sellerId, destinationId }: Destination, sinceMs: number): Promise<number> {
    let total = 0;
    for (;;) {
      const some = await this.#db.transaction(async (tx) => {
        const row = await findRow(tx, sellerId, destinationId);
        // It may have been switched off, or given another address, a moment ago.
        if (!row || row.is_confirmed === 0 || row.status === 'INACTIVE') return 0;
        const now = this.#now();
        const expiresMs = now + deliveryLifetimeMs(fromRow(row, this.#key), this.#lifetimeMs);
        return requeueFailed(tx, destinationId, sinceMs, now, expiresMs, MAX_RECOVERED);
      });
      total += some;
      this.#onQueued();
      if (some < MAX_RECOVERED) return total;
    }
  }
}
