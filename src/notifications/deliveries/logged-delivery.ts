import type { Sql } from '../../db/db.ts';
import type { Attempt } from '../../domain/notifications/delivery.ts';
import { readEventData } from '../../domain/notifications/event-subject.ts';
import { type DeliveryItem, deliveryItemOf, type LoggedDelivery } from '../../domain/notifications/logged-delivery.ts';
import type { EventKind } from '../../domain/notifications/notification.ts';
import { type ReadableRow, readableColumns } from '../events/event-table.ts';
import { eventsOfDeliveries } from './delivery-body.ts';
import { type DeliveryRow, deliveriesOf } from './delivery-table.ts';

/** The deliveries of these rows, in the same order. `source` is that of every event. */
export async function loggedDeliveries(
  sql: Sql,
  rows: readonly DeliveryRow[],
  source: string,
): Promise<LoggedDelivery[]> {
  const [deliveries, facts] = await Promise.all([deliveriesOf(sql, rows, source), loggedFacts(sql, rows)]);
  return deliveries.map((delivery, n) => ({ ...delivery, ...facts[n] }));
}

/** What the log has beside a delivery. */
export type LoggedFacts = { item?: DeliveryItem & { revision: number | null }; lastAttempt?: Attempt };

/** In the order of the rows. */
export async function loggedFacts(sql: Sql, rows: readonly DeliveryRow[]): Promise<LoggedFacts[]> {
  const [items, attempts] = await Promise.all([itemsOf(sql, rows), lastAttemptsOf(sql, rows)]);
  return rows.map(({ delivery_id, attempts: number }) => {
    const item = items.get(delivery_id);
    const lastAttempt = number === 0 ? undefined : (attempts.get(delivery_id) ?? { number });
    return { ...(item && { item }), ...(lastAttempt && { lastAttempt }) };
  });
}

/** By delivery id. Deliveries with a body of their own are about no item. */
async function itemsOf(sql: Sql, rows: readonly DeliveryRow[]): Promise<Map<string, NonNullable<LoggedFacts['item']>>> {
  const events = await sql.many<ReadableRow & { delivery_id: string }>(
    `SELECT k.column1 AS delivery_id, ${readableColumns(false)} ${eventsOfDeliveries}`,
    rows.flatMap((row) => (row.sequence === null ? [] : [[row.delivery_id, row.channel_id, row.sequence]])),
  );
  const items = new Map<string, NonNullable<LoggedFacts['item']>>();
  for (const { delivery_id, kind, seller_part, revision, ...row } of events) {
    const { marketplace_id: marketplaceId, item_id: itemId } = row;
    if (marketplaceId === null || itemId === null) continue;
    const item = deliveryItemOf(readEventData(kind as EventKind, { marketplaceId, itemId, itemPart: '' }, seller_part));
    if (item) items.set(delivery_id, { ...item, revision });
  }
  return items;
}

/** By delivery id. An attempt without a row is in flight, or was when its worker died. */
async function lastAttemptsOf(sql: Sql, rows: readonly DeliveryRow[]): Promise<Map<string, Attempt>> {
  const found = await sql.many<AttemptRow & { delivery_id: string }>(
    `SELECT attempt.delivery_id, attempt.number, attempt.started_ms, attempt.duration_ms, attempt.code, attempt.error
       FROM (VALUES {rows: text, bigint}) AS k
       JOIN delivery_attempt AS attempt ON attempt.delivery_id = k.column1 AND attempt.number = k.column2`,
    rows.flatMap(({ delivery_id, attempts }) => (attempts === 0 ? [] : [[delivery_id, attempts]])),
  );
  return new Map(found.map((row) => [row.delivery_id, attemptOf(row)]));
}

export type AttemptRow = {
  number: number;
  started_ms: number;
  duration_ms: number | null;
  code: number | null;
  error: string | null;
  answer?: string | null;
};

export const attemptOf = (row: AttemptRow): Attempt => ({
  ...{ number: row.number, startedMs: row.started_ms },
  ...(row.duration_ms !== null && { durationMs: row.duration_ms }),
  ...(row.code !== null && { code: row.code }),
  ...(row.error !== null && { error: row.error }),
  ...(row.answer != null && { answer: row.answer }),
});
