import type { Sql } from '../../db/db.ts';
import type { Delivery } from '../../domain/notifications/delivery.ts';
import type { NotificationContext } from '../context.ts';
import { newLease } from './delivery-attempt.ts';
import { MAX_ATTEMPTS } from './delivery-log.ts';
import { type DeliveryRow, deliveriesOf, deliveryColumns } from './delivery-table.ts';

/** A delivery that a receiver has taken, and the handle that proves it. */
export type PulledDelivery = { delivery: Delivery; receiptHandle: string };

/**
 * A long poll may outlive its destination: it takes nothing after the destination became INACTIVE, was deleted, or was taken
 * from the application that polls (decision 38). An empty `$6` stands for all applications.
 */
const isOpen = `EXISTS (SELECT 1 FROM destination WHERE destination.channel_id = $1 AND status IN ('ACTIVE', 'SUSPENDED')
  AND ($6 = '' OR destination.application = $6))`;

/**
 * The queue of a PULL destination. A received delivery is hidden from other receivers until its visibility timeout, or until
 * it is acknowledged or given back with its handle. A handle is valid until the delivery is received again.
 */
export class PullQueue {
  readonly #context: Pick<NotificationContext, 'db' | 'now' | 'source' | 'onPulled'>;

  constructor(context: Pick<NotificationContext, 'db' | 'now' | 'source' | 'onPulled'>) {
    this.#context = context;
  }

  /** The oldest available deliveries, at most `max`. With `application`, only while the destination belongs to it. */
  async receive(destinationId: string, max: number, visibilityMs: number, application = ''): Promise<PulledDelivery[]> {
    const now = this.#context.now();
    // A long poll looks often and mostly finds nothing: looking alone must not write.
    if (!(await this.#hasDue(destinationId, now))) return [];
    const lease = newLease();
    return this.#context.db.transaction(async (tx) => {
      const rows = await tx.all<DeliveryRow>(
        `UPDATE delivery SET state = 'SENDING', due_ms = $4, reason = NULL, lease = $3, attempts = attempts + 1, tries = tries + 1
         WHERE delivery_id IN (
           SELECT delivery_id FROM delivery WHERE channel_id = $1 AND settled_ms IS NULL AND due_ms <= $2
             AND expires_ms > $2 AND ${isOpen} ORDER BY due_ms, delivery_id LIMIT $5 {postgres: FOR UPDATE SKIP LOCKED})
         RETURNING ${deliveryColumns}`,
        [destinationId, now, lease, now + visibilityMs, max, application],
      );
      await tx.many(
        `INSERT INTO delivery_attempt (delivery_id, number, started_ms) VALUES {rows: text key, bigint key, bigint}`,
        rows.map(({ delivery_id, attempts }) => [delivery_id, attempts, now]),
      );
      await tx.many(
        'DELETE FROM delivery_attempt WHERE (delivery_id, number) IN (VALUES {rows: text key, bigint key})',
        rows
          .filter(({ attempts }) => attempts > MAX_ATTEMPTS)
          .map((row) => [row.delivery_id, row.attempts - MAX_ATTEMPTS]),
      );
      const deliveries = await deliveriesOf(tx, rows, this.#context.source);
      return deliveries
        .map((delivery) => ({ delivery, receiptHandle: `${delivery.deliveryId}.${lease}` }))
        .sort((a, b) => (a.delivery.deliveryId < b.delivery.deliveryId ? -1 : 1));
    });
  }

  async #hasDue(destinationId: string, now: number): Promise<boolean> {
    const row = await this.#context.db.get(
      `SELECT 1 AS some FROM delivery WHERE channel_id = $1 AND settled_ms IS NULL AND due_ms <= $2 AND expires_ms > $2
       LIMIT 1`,
      [destinationId, now],
    );
    return row !== undefined;
  }

  /** Settles deliveries as DELIVERED. Which of the handles were valid, in the same order. */
  async acknowledge(destinationId: string, handles: readonly string[]): Promise<boolean[]> {
    const now = this.#context.now();
    const valid = await this.#context.db.transaction(async (tx) => {
      const held = await heldBy(tx, destinationId, handles);
      await tx.many(
        `WITH k (delivery_id, now_ms) AS (VALUES {rows: text key, bigint})
         UPDATE delivery SET state = 'DELIVERED', settled_ms = k.now_ms, lease = NULL FROM k
         WHERE delivery.delivery_id = k.delivery_id`,
        [...held.values()].map(({ delivery_id }) => [delivery_id, now]),
      );
      await tx.many(
        `WITH k (delivery_id, number, now_ms) AS (VALUES {rows: text key, bigint key, bigint})
         UPDATE delivery_attempt SET duration_ms = k.now_ms - delivery_attempt.started_ms FROM k
         WHERE delivery_attempt.delivery_id = k.delivery_id AND delivery_attempt.number = k.number`,
        [...held.values()].map(({ delivery_id, attempts }) => [delivery_id, attempts, now]),
      );
      return handles.map((handle) => held.has(handle));
    });
    this.#context.onPulled(valid.filter((isValid) => isValid).length);
    return valid;
  }

  /** Hides deliveries for this long from now; 0 gives them back at once. Which of the handles were valid, in the same order. */
  async changeVisibility(destinationId: string, handles: readonly string[], visibilityMs: number): Promise<boolean[]> {
    const now = this.#context.now();
    const release = visibilityMs === 0 ? `, state = 'PENDING', lease = NULL` : '';
    return this.#context.db.transaction(async (tx) => {
      const held = await heldBy(tx, destinationId, handles);
      await tx.many(
        `WITH k (delivery_id, due_ms) AS (VALUES {rows: text key, bigint})
         UPDATE delivery SET due_ms = k.due_ms ${release} FROM k WHERE delivery.delivery_id = k.delivery_id`,
        [...held.values()].map(({ delivery_id }) => [delivery_id, now + visibilityMs]),
      );
      return handles.map((handle) => held.has(handle));
    });
  }
}

type Held = { delivery_id: string; attempts: number; lease: string | null };

/** The valid handles: each is the last one given out for its delivery. */
async function heldBy(tx: Sql, destinationId: string, handles: readonly string[]): Promise<Map<string, Held>> {
  const rows = await tx.many<Held>(
    `SELECT delivery.delivery_id, delivery.attempts, delivery.lease FROM (VALUES {rows: text, text}) AS k
       JOIN delivery ON delivery.delivery_id = k.column1 AND delivery.channel_id = k.column2`,
    [...new Set(handles.map((handle) => handle.split('.', 1)[0] ?? ''))].map((id) => [id, destinationId]),
  );
  const current = new Map(rows.map((row) => [`${row.delivery_id}.${row.lease}`, row]));
  const held = new Map<string, Held>();
  for (const handle of handles) {
    const row = current.get(handle);
    if (row && row.lease !== null) held.set(handle, row);
  }
  return held;
}
