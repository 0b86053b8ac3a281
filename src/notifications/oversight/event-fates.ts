import type { Sql } from '../../db/db.ts';
import { idTimeMs } from '../../db/time-ordered-id.ts';
import { readEventData } from '../../domain/notifications/event-subject.ts';
import { deliveryItemOf } from '../../domain/notifications/logged-delivery.ts';
import { missingDelivery } from '../../domain/notifications/missing-delivery.ts';
import type { EventKind } from '../../domain/notifications/notification.ts';
import type { Fate, SeenDestination, SeenEvent } from '../../domain/notifications/oversight.ts';
import { isLostPart } from '../../wire/notifications/events/buy-box-changed-part.ts';
import { isSuspensionOf } from '../../wire/notifications/events/destination-suspended-part.ts';
import { type DeliveryRow, deliveryColumns } from '../deliveries/delivery-table.ts';
import type { ReadableRow } from '../events/event-table.ts';
import { seenDeliveries } from './seen-delivery.ts';

export type FateOptions = { readonly nowMs: number; readonly maxAttempts: number; readonly removedBeforeMs: number };

/** These events of a seller, in their order, with what became of each at each of these destinations. */
export async function seenEvents(
  sql: Sql,
  { sellerId, rows }: { sellerId: string; rows: readonly ReadableRow[] },
  destinations: readonly SeenDestination[],
  options: FateOptions,
): Promise<SeenEvent[]> {
  const byId = new Map(destinations.map((one) => [one.destinationId, one]));
  const queued = await deliveriesOfEvents(sql, rows, destinations);
  const deliveries = await seenDeliveries(sql, [...queued.values()], byId, options);
  const seen = new Map(deliveries.map((one) => [one.deliveryId, one]));
  return rows.map((row) => {
    const queuedMs = idTimeMs('ntf', row.notification_id) ?? row.at_ms;
    const fates = destinations.flatMap((destination): Fate[] => {
      const { destinationId, status } = destination;
      const delivery = seen.get(queued.get(keyOf(destinationId, row.sequence))?.delivery_id ?? '');
      if (delivery) return [{ destination, delivery, outcome: delivery.outcome }];
      if (status === 'DELETED') return [];
      return [
        {
          destination,
          outcome: missingDelivery(missedEvent(row, queuedMs, destinationId), destination, options.removedBeforeMs),
        },
      ];
    });
    return {
      ...{ sellerId, eventId: row.notification_id, sequence: row.sequence, kind: row.kind as EventKind },
      ...aboutOf(row),
      queuedMs,
      fates,
    };
  });
}

/** By `keyOf`. The newest of each: a replay queues an event again. */
async function deliveriesOfEvents(
  sql: Sql,
  events: readonly ReadableRow[],
  destinations: readonly SeenDestination[],
): Promise<Map<string, DeliveryRow>> {
  const rows = await sql.many<DeliveryRow>(
    `SELECT ${deliveryColumns} FROM (VALUES {rows: text, bigint}) AS k
       JOIN delivery ON delivery.channel_id = k.column1 AND delivery.sequence = k.column2`,
    destinations.flatMap(({ destinationId }) => events.map(({ sequence }) => [destinationId, sequence])),
  );
  rows.sort((a, b) => a.created_ms - b.created_ms || (a.delivery_id < b.delivery_id ? -1 : 1));
  return new Map(rows.map((row) => [keyOf(row.channel_id, row.sequence ?? 0), row]));
}

const keyOf = (destinationId: string, sequence: number) => `${destinationId} ${sequence}`;

const missedEvent = (
  { kind, application, seller_part: part }: ReadableRow,
  queuedMs: number,
  destinationId: string,
) => ({
  ...{ kind: kind as EventKind, queuedMs, application: application ?? undefined },
  isLost: isLostPart(part),
  isAboutIt: kind === 'DESTINATION_SUSPENDED' && isSuspensionOf(part, destinationId),
});

function aboutOf({
  kind,
  seller_part,
  revision,
  marketplace_id: marketplaceId,
  item_id: itemId,
  at_ms: atMs,
}: ReadableRow) {
  const content = marketplaceId === null || itemId === null ? undefined : { marketplaceId, itemId, itemPart: '' };
  const item = content && deliveryItemOf(readEventData(kind as EventKind, content, seller_part));
  return { atMs, item, revision: revision ?? undefined };
}
