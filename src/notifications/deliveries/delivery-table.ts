import type { Row, Sql } from '../../db/db.ts';
import type { DestinationAccess } from '../../domain/notifications/access.ts';
import type { Delivery, DeliveryState } from '../../domain/notifications/delivery.ts';
import type { EventKind } from '../../domain/notifications/notification.ts';
import { readStoredTrace, storedTrace } from '../../domain/trace-context.ts';
import { accessParameters, isAccessible } from '../destination-table.ts';
import { type BodyRow, bodiesOf } from './delivery-body.ts';
import { advanceLanes, setLanes } from './lane.ts';

export type DeliveryRow = BodyRow & {
  notification_id: string;
  kind: string;
  is_test: number;
  state: string;
  attempts: number;
  due_ms: number;
  created_ms: number;
  expires_ms: number;
  settled_ms: number | null;
  reason: string | null;
  superseded_by: string | null;
  message_id: string | null;
  trace: string | null;
};

export const deliveryColumns = [
  ...['delivery_id', 'channel_id', 'notification_id', 'kind', 'is_test', 'state', 'attempts', 'due_ms'],
  ...['created_ms', 'expires_ms', 'settled_ms', 'sequence', 'previous_sequence', 'supersedes', 'reason'],
  ...['superseded_by', 'message_id', 'trace'],
]
  .map((column) => `delivery.${column}`)
  .join(', ');

/** The deliveries of these rows, in the same order, each with its body. `source` is that of every event. */
export async function deliveriesOf(sql: Sql, rows: readonly DeliveryRow[], source: string): Promise<Delivery[]> {
  const bodies = await bodiesOf(sql, rows, source);
  return rows.map((row) => deliveryOf(row, bodies.get(row.delivery_id) ?? ''));
}

export function deliveryOf(row: DeliveryRow, body: string): Delivery {
  return {
    deliveryId: row.delivery_id,
    destinationId: row.channel_id,
    notificationId: row.notification_id,
    kind: row.kind as EventKind,
    isTest: row.is_test === 1,
    body,
    state: row.state as DeliveryState,
    attempts: row.attempts,
    dueMs: row.due_ms,
    createdMs: row.created_ms,
    expiresMs: row.expires_ms,
    ...(row.settled_ms === null ? {} : { settledMs: row.settled_ms }),
    ...(row.reason === null ? {} : { reason: row.reason as NonNullable<Delivery['reason']> }),
    ...(row.superseded_by === null ? {} : { supersededBy: row.superseded_by }),
    ...(row.message_id === null ? {} : { messageId: row.message_id }),
    ...(row.trace === null ? {} : { trace: readStoredTrace(row.trace) }),
  };
}

/** A delivery to queue: with a body of its own, or with the sequence of an event of its seller. */
export type QueuedDelivery = Omit<Delivery, 'state' | 'attempts' | 'settledMs' | 'body' | 'messageId'> & {
  /** Present: it is not sent, only logged. */
  state?: 'SUPERSEDED' | 'FILTERED';
  body?: string;
  sequence?: number;
  /** The event before it that was queued for the same destination. */
  previousSequence?: number | undefined;
  /** The sequences that it replaces at its destination, with commas between them. */
  supersedes?: string | undefined;
  /** False: its destination is a PULL one. */
  hasLane?: boolean;
};

/** Whether a delivery is queued, and not only logged. */
export const isSent = ({ state }: QueuedDelivery): boolean => state === undefined;

/** Queues deliveries in the caller's transaction: the deliveries and their cause are stored together or not at all. */
export async function insertDeliveries(tx: Sql, deliveries: readonly QueuedDelivery[]): Promise<void> {
  await tx.many(
    `INSERT INTO delivery (delivery_id, channel_id, notification_id, kind, is_test, state, attempts, tries, due_ms,
       created_ms, expires_ms, settled_ms, sequence, previous_sequence, supersedes, superseded_by, reason, trace)
     VALUES {rows: text key, text, text, text, bigint, text, bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint, text,
       text, text, text}`,
    deliveries.map(
      (one): Row => [
        ...[one.deliveryId, one.destinationId, one.notificationId, one.kind, one.isTest ? 1 : 0],
        ...[one.state ?? 'PENDING', 0, 0, one.dueMs, one.createdMs, one.expiresMs, one.state ? one.createdMs : null],
        ...[one.sequence ?? null, one.previousSequence ?? null],
        ...[one.supersedes ?? null, one.supersededBy ?? null, one.reason ?? null, storedTrace(one.trace)],
      ],
    ),
  );
  await tx.many(
    'INSERT INTO delivery_body (delivery_id, body) VALUES {rows: text key, text}',
    deliveries.flatMap(({ deliveryId, body }) => (body === undefined ? [] : [[deliveryId, body]])),
  );
  const [first] = deliveries;
  if (!first) return;
  if (deliveries.some(({ isTest }) => isTest)) {
    const withLane = deliveries.filter(({ hasLane }) => hasLane !== false);
    const destinationIds = withLane.map(({ destinationId }) => destinationId);
    await setLanes(tx, destinationIds, first.createdMs);
  } else await advanceLanes(tx, firstDues(deliveries));
}

function firstDues(deliveries: readonly QueuedDelivery[]): Map<string, number> {
  const dues = new Map<string, number>();
  for (const { destinationId, dueMs, state } of deliveries) {
    if (state === undefined) dues.set(destinationId, Math.min(dueMs, dues.get(destinationId) ?? dueMs));
  }
  return dues;
}

/** Undefined when there is no such delivery, or its destination belongs to another seller or application. */
export async function findDelivery(
  sql: Sql,
  access: DestinationAccess,
  deliveryId: string,
  source: string,
): Promise<Delivery | undefined> {
  const row = await sql.get<DeliveryRow>(
    `SELECT ${deliveryColumns} FROM delivery JOIN destination ON destination.channel_id = delivery.channel_id
     WHERE delivery.delivery_id = $1 AND ${isAccessible(2)}`,
    [deliveryId, ...accessParameters(access)],
  );
  return row && (await deliveriesOf(sql, [row], source))[0];
}

/** The current states by delivery id. Deleted deliveries are missing. */
export async function deliveryStatesOf(sql: Sql, deliveryIds: readonly string[]): Promise<Map<string, DeliveryState>> {
  const rows = await sql.many<{ delivery_id: string; state: string }>(
    `SELECT delivery.delivery_id, delivery.state FROM (VALUES {rows: text}) AS k
       JOIN delivery ON delivery.delivery_id = k.column1`,
    deliveryIds.map((id) => [id]),
  );
  return new Map(rows.map((row) => [row.delivery_id, row.state as DeliveryState]));
}

/** Deliveries canceled when their destination is deleted; retention deletes the rest. */
export const MAX_CANCELED = 1_000;

/** Cancels the open deliveries of a destination: they are not sent, and a caller that waits for them gets the outcome. */
export function cancelOpen(tx: Sql, destinationId: string, nowMs: number) {
  return tx.run(
    `UPDATE delivery SET state = 'CANCELED', settled_ms = $2, lease = NULL WHERE delivery_id IN (
       SELECT delivery_id FROM delivery WHERE channel_id = $1 AND settled_ms IS NULL ORDER BY due_ms LIMIT ${MAX_CANCELED})`,
    [destinationId, nowMs],
  );
}

/** Cancels the open test notifications of a destination. */
export function cancelTests(tx: Sql, destinationId: string, nowMs: number) {
  return tx.run(
    `UPDATE delivery SET state = 'CANCELED', settled_ms = $2, lease = NULL
     WHERE channel_id = $1 AND settled_ms IS NULL AND is_test = 1`,
    [destinationId, nowMs],
  );
}
