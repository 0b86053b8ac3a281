import type { Sql } from '../../db/db.ts';
import { firstIdAt, idTimeMs } from '../../db/time-ordered-id.ts';
import type { DeliveryState } from '../../domain/notifications/delivery.ts';
import type { SeenDelivery, SeenDestination } from '../../domain/notifications/oversight.ts';
import type { NotificationContext } from '../context.ts';
import { type LogQuery, logRows, MAX_ATTEMPTS } from '../deliveries/delivery-log.ts';
import { type DeliveryRow, deliveryColumns } from '../deliveries/delivery-table.ts';
import { seenDeliveries } from './seen-delivery.ts';
import { destinationsOfSeller, seenDestinations } from './seen-destination.ts';

export type DeliverySearch = {
  readonly sellerId?: string | undefined;
  readonly destinationId?: string | undefined;
  /** The `id` of an event or a test. */
  readonly eventId?: string | undefined;
  readonly state?: DeliveryState | undefined;
  readonly fromMs?: number | undefined;
  readonly untilMs?: number | undefined;
  readonly before?: { readonly createdMs: number; readonly deliveryId: string } | undefined;
  readonly limit: number;
};

/** Attempts of each delivery of a list. */
const ATTEMPTS_IN_LIST = 5;

type Parts = Pick<NotificationContext, 'db' | 'key' | 'now'>;

/** The deliveries of all sellers, for the operator. */
export class DeliveriesOfSellers {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Newest first. Precondition: `sellerId`, `destinationId` or `eventId` is given, because only they lead to rows by a key. */
  async search(search: DeliverySearch): Promise<SeenDelivery[]> {
    const { db, now } = this.#parts;
    const { eventId, limit, state, fromMs, untilMs, before } = search;
    const destinations = await this.#destinations(search);
    const query: LogQuery = { state, id: eventId, fromMs, untilMs, before, limit };
    const rows: DeliveryRow[] = [];
    // Most sellers have a handful. One after the other: the store of others must not wait for all at once.
    for (const destinationId of destinations.keys()) rows.push(...(await logRows(db, destinationId, query)));
    const page = rows.sort(newestFirst).slice(0, limit);
    return seenDeliveries(db, page, destinations, { nowMs: now(), maxAttempts: ATTEMPTS_IN_LIST });
  }

  /** Undefined when there is none, or its retention is over. */
  async find(deliveryId: string): Promise<SeenDelivery | undefined> {
    const { db, key, now } = this.#parts;
    const row = await deliveryRow(db, deliveryId);
    if (row === undefined) return undefined;
    const destinations = await seenDestinations(db, key, [row.channel_id]);
    return (await seenDeliveries(db, [row], destinations, { nowMs: now(), maxAttempts: MAX_ATTEMPTS }))[0];
  }

  async #destinations({ sellerId, destinationId, eventId }: DeliverySearch): Promise<Map<string, SeenDestination>> {
    const { db, key } = this.#parts;
    if (destinationId !== undefined) {
      const found = await seenDestinations(db, key, [destinationId]);
      return found.get(destinationId)?.sellerId === (sellerId ?? found.get(destinationId)?.sellerId)
        ? found
        : new Map();
    }
    const seller = sellerId ?? (eventId === undefined ? undefined : await sellerOfNotification(db, eventId));
    if (seller === undefined) return new Map();
    return new Map((await destinationsOfSeller(db, key, seller)).map((one) => [one.destinationId, one]));
  }
}

const newestFirst = (a: DeliveryRow, b: DeliveryRow): number =>
  b.created_ms - a.created_ms || (a.delivery_id < b.delivery_id ? 1 : -1);

export async function deliveryRow(sql: Sql, deliveryId: string): Promise<DeliveryRow | undefined> {
  return sql.get<DeliveryRow>(`SELECT ${deliveryColumns} FROM delivery WHERE delivery.delivery_id = $1`, [deliveryId]);
}

/** Ids of events of the service itself are made some milliseconds before their deliveries are queued. */
const QUEUED_WITHIN_MS = 2_000;

/**
 * The seller that a notification was queued for, by the deliveries that were queued with it: ids of both sort by time, so they are found
 * among those of two seconds at most. Undefined: no destination took it, or the log of that time is removed.
 */
export async function sellerOfNotification(sql: Sql, notificationId: string): Promise<string | undefined> {
  const atMs = idTimeMs('ntf', notificationId);
  if (atMs === undefined) return undefined;
  const row = await sql.get<{ seller_id: string }>(
    `SELECT destination.seller_id FROM (SELECT channel_id FROM delivery
         WHERE delivery_id >= $1 AND delivery_id < $2 AND notification_id = $3 ORDER BY delivery_id LIMIT 1) AS queued
       JOIN destination ON destination.channel_id = queued.channel_id`,
    [firstIdAt('dlv', atMs), firstIdAt('dlv', atMs + QUEUED_WITHIN_MS), notificationId],
  );
  return row?.seller_id;
}
