import type { Row, Sql } from '../db/db.ts';
import type { Attempt, Delivery, DeliveryState } from '../domain/notifications/delivery.ts';
import type { EventKind } from '../domain/notifications/notification.ts';
import { setLanes } from './lane.ts';

export type DeliveryRow = {
  delivery_id: string;
  channel_id: string;
  notification_id: string;
  kind: string;
  is_test: number;
  state: string;
  attempts: number;
  due_ms: number;
  created_ms: number;
  expires_ms: number;
  settled_ms: number | null;
};

export const deliveryColumns = [
  ...['delivery_id', 'channel_id', 'notification_id', 'kind', 'is_test', 'state', 'attempts', 'due_ms'],
  ...['created_ms', 'expires_ms', 'settled_ms'],
]
  .map((column) => `delivery.${column}`)
  .join(', ');

/** The deliveries of these rows, in their order, each with its event. */
export async function deliveriesOf(sql: Sql, rows: readonly DeliveryRow[]): Promise<Delivery[]> {
  const texts = await sql.many<{ delivery_id: string; body: string }>(
    `SELECT delivery_body.delivery_id, delivery_body.body FROM (VALUES {rows: text}) AS k
       JOIN delivery_body ON delivery_body.delivery_id = k.column1`,
    rows.map(({ delivery_id }) => [delivery_id]),
  );
  const bodies = new Map(texts.map(({ delivery_id, body }) => [delivery_id, body]));
  return rows.map((row) => deliveryOf(row, bodies.get(row.delivery_id) ?? ''));
}

function deliveryOf(row: DeliveryRow, body: string): Delivery {
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
  };
}

/** Puts deliveries into the queue, in the transaction of what caused them: then either both are there or neither. */
export async function insertDeliveries(
  tx: Sql,
  deliveries: readonly Omit<Delivery, 'state' | 'attempts' | 'settledMs'>[],
): Promise<void> {
  await tx.many(
    `INSERT INTO delivery (delivery_id, channel_id, notification_id, kind, is_test, state, attempts, tries, due_ms,
       created_ms, expires_ms)
     VALUES {rows: text key, text, text, text, bigint, text, bigint, bigint, bigint, bigint, bigint}`,
    deliveries.map(
      (one): Row => [
        ...[one.deliveryId, one.destinationId, one.notificationId, one.kind, one.isTest ? 1 : 0, 'PENDING', 0, 0],
        ...[one.dueMs, one.createdMs, one.expiresMs],
      ],
    ),
  );
  await tx.many(
    'INSERT INTO delivery_body (delivery_id, body) VALUES {rows: text key, text}',
    deliveries.map(({ deliveryId, body }) => [deliveryId, body]),
  );
  await setLanes(
    tx,
    deliveries.map(({ destinationId }) => destinationId),
    deliveries[0]?.createdMs ?? 0,
  );
}

/** Which part of a log is wanted; newest first. `before` is where the last page ended. */
export type LogQuery = {
  state?: DeliveryState | undefined;
  fromMs?: number | undefined;
  untilMs?: number | undefined;
  before?: { createdMs: number; deliveryId: string } | undefined;
  limit: number;
};

export async function logOf(sql: Sql, destinationId: string, wish: LogQuery): Promise<Delivery[]> {
  const { before } = wish;
  const failed = wish.state === 'DEAD' || wish.state === 'EXPIRED' || wish.state === 'CANCELED';
  const rows = await sql.all<DeliveryRow>(
    // Said once more for the planner: with it the partial index of what failed can be used.
    `SELECT ${deliveryColumns} FROM delivery WHERE channel_id = $1 AND created_ms >= $2 AND created_ms < $3
       AND (created_ms, delivery_id) < ($4, $5) AND (state = $6 OR $6 = '')
       ${failed ? `AND state IN ('DEAD', 'EXPIRED', 'CANCELED')` : ''}
     ORDER BY created_ms DESC, delivery_id DESC LIMIT $7`,
    [
      ...[destinationId, wish.fromMs ?? 0, wish.untilMs ?? Number.MAX_SAFE_INTEGER],
      ...[before?.createdMs ?? Number.MAX_SAFE_INTEGER, before?.deliveryId ?? '', wish.state ?? '', wish.limit],
    ],
  );
  return deliveriesOf(sql, rows);
}

/** A delivery of a seller; undefined when there is none, or it is another seller's. */
export async function findDelivery(sql: Sql, sellerId: string, deliveryId: string): Promise<Delivery | undefined> {
  const row = await sql.get<DeliveryRow>(
    `SELECT ${deliveryColumns} FROM delivery JOIN destination ON destination.channel_id = delivery.channel_id
     WHERE delivery.delivery_id = $1 AND destination.seller_id = $2 AND destination.status <> 'DELETED'`,
    [deliveryId, sellerId],
  );
  return row && (await deliveriesOf(sql, [row]))[0];
}

/** Attempts that are kept: whoever receives and gives back all day makes thousands. */
export const MAX_ATTEMPTS = 100;

/** Every attempt that was begun, the last hundred of them. One without a row was under way when whoever made it ended. */
export async function attemptsOf(sql: Sql, { deliveryId, attempts }: Delivery): Promise<Attempt[]> {
  type AttemptRow = {
    number: number;
    started_ms: number;
    duration_ms: number | null;
    code: number | null;
    error: string | null;
    answer: string | null;
  };
  const rows = await sql.all<AttemptRow>(
    `SELECT number, started_ms, duration_ms, code, error, answer FROM delivery_attempt WHERE delivery_id = $1
     ORDER BY number`,
    [deliveryId],
  );
  const known = new Map(rows.map((row) => [row.number, row]));
  const list: Attempt[] = [];
  for (let number = Math.max(1, attempts - MAX_ATTEMPTS + 1); number <= attempts; number += 1) {
    const row = known.get(number);
    list.push({
      number,
      ...(row && { startedMs: row.started_ms }),
      ...(row?.duration_ms != null && { durationMs: row.duration_ms }),
      ...(row?.code != null && { code: row.code }),
      ...(row?.error != null && { error: row.error }),
      ...(row?.answer != null && { answer: row.answer }),
    });
  }
  return list;
}

/** How these stand now, by id. */
export async function statesOf(sql: Sql, deliveryIds: readonly string[]): Promise<Map<string, DeliveryState>> {
  const rows = await sql.many<{ delivery_id: string; state: string }>(
    `SELECT delivery.delivery_id, delivery.state FROM (VALUES {rows: text}) AS k
       JOIN delivery ON delivery.delivery_id = k.column1`,
    deliveryIds.map((id) => [id]),
  );
  return new Map(rows.map((row) => [row.delivery_id, row.state as DeliveryState]));
}

/** Puts one back into the queue, with all its tries before it; false when it is on its way this moment. */
export async function requeue(tx: Sql, { deliveryId, destinationId }: Delivery, nowMs: number, expiresMs: number) {
  const changed = await tx.run(
    `UPDATE delivery SET state = 'PENDING', tries = 0, due_ms = $2, expires_ms = $3, settled_ms = NULL, lease = NULL
     WHERE delivery_id = $1 AND NOT (state = 'SENDING' AND due_ms > $2)`,
    [deliveryId, nowMs, expiresMs],
  );
  await setLanes(tx, [destinationId], nowMs);
  return changed === 1;
}

/** Puts everything that failed since a time back into the queue, at most `limit`; how many. */
export async function requeueFailed(
  tx: Sql,
  destinationId: string,
  sinceMs: number,
  nowMs: number,
  expiresMs: number,
  limit: number,
): Promise<number> {
  const changed = await tx.run(
    `UPDATE delivery SET state = 'PENDING', tries = 0, due_ms = $3, expires_ms = $4, settled_ms = NULL, lease = NULL
     WHERE delivery_id IN (
       SELECT delivery_id FROM delivery WHERE channel_id = $1 AND created_ms >= $2
         AND state IN ('DEAD', 'EXPIRED', 'CANCELED') ORDER BY created_ms, delivery_id LIMIT $5)`,
    [destinationId, sinceMs, nowMs, expiresMs, limit],
  );
  await setLanes(tx, [destinationId], nowMs);
  return changed;
}

/** Deliveries canceled in one go when their destination is deleted; the upkeep clears the rest away. */
const MAX_CANCELED = 1_000;

/** Nothing of these goes out any more, and who waits for them is told. */
export function cancelOpen(tx: Sql, destinationId: string, nowMs: number) {
  return tx.run(
    `UPDATE delivery SET state = 'CANCELED', settled_ms = $2, lease = NULL WHERE delivery_id IN (
       SELECT delivery_id FROM delivery WHERE channel_id = $1 AND settled_ms IS NULL ORDER BY due_ms LIMIT ${MAX_CANCELED})`,
    [destinationId, nowMs],
  );
}

/** The same for the test notifications of a destination. */
export function cancelTests(tx: Sql, destinationId: string, nowMs: number) {
  return tx.run(
    `UPDATE delivery SET state = 'CANCELED', settled_ms = $2, lease = NULL
     WHERE channel_id = $1 AND settled_ms IS NULL AND is_test = 1`,
    [destinationId, nowMs],
  );
}
