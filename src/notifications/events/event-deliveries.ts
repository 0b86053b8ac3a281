import { randomBytes } from 'node:crypto';
import type { Row, Sql } from '../../db/db.ts';
import {
  type ChannelType,
  type DestinationSettings,
  deliveryLifetimeMs,
  takesKind,
} from '../../domain/notifications/destination.ts';
import type { EventKind } from '../../domain/notifications/notification.ts';
import { isLostPart } from '../../wire/notifications/events/buy-box-changed-part.ts';
import { insertDeliveries, type QueuedDelivery } from '../delivery-table.ts';
import { settingsOf } from '../destination-table.ts';
import type { OperatorKey } from '../keys/operator-key.ts';
import { firstIdAt } from '../time-ordered-id.ts';
import type { SellerEvent } from './event-table.ts';

/** A destination as far as queueing events for it needs. */
export type Subscriber = {
  destinationId: string;
  sellerId: string;
  /** The delegated application that it belongs to; absent: it belongs to the seller. */
  application: string | undefined;
  type: ChannelType;
  /** Undefined: the default kinds of the type. */
  eventTypes: readonly EventKind[] | undefined;
  /** The last event that was queued for it. */
  latestSequence: number | undefined;
  lifetimeMs: number;
};

type SubscriberRow = {
  channel_id: string;
  seller_id: string;
  type: string;
  application: string | null;
  event_types: string | null;
  latest_sequence: number | null;
  pull_settings: string | null;
  created_ms: number;
};

export type SubscriberParts = { key: OperatorKey; lifetimeMs: number };

/**
 * The destinations of these sellers that events are queued for. Events wait for a destination that is INACTIVE or failing. What
 * happens before the owner of an address agrees, or while an application has no access, is not for it.
 */
export async function subscribersOf(
  tx: Sql,
  sellerIds: readonly string[],
  parts: SubscriberParts,
): Promise<Map<string, Subscriber[]>> {
  const rows = await tx.many<SubscriberRow>(
    // Only a PULL destination has a setting that matters here, and decrypting takes longer than all the rest.
    `SELECT destination.channel_id, destination.seller_id, destination.type, destination.application, destination.event_types,
       destination.latest_sequence, destination.created_ms,
       CASE WHEN destination.type = 'PULL' THEN destination.settings END AS pull_settings
     FROM (VALUES {rows: text}) AS k JOIN destination ON destination.seller_id = k.column1
     WHERE destination.status NOT IN ('DELETED', 'PENDING_VERIFICATION', 'WITHDRAWN')`,
    sellerIds.map((sellerId) => [sellerId]),
  );
  rows.sort((a, b) => a.created_ms - b.created_ms || (a.channel_id < b.channel_id ? -1 : 1));
  return Map.groupBy(
    rows.map((row) => subscriberOf(row, parts)),
    ({ sellerId }) => sellerId,
  );
}

function subscriberOf(row: SubscriberRow, { key, lifetimeMs }: SubscriberParts): Subscriber {
  const settings = row.pull_settings === null ? {} : readSettings(row.pull_settings, row.channel_id, key);
  return {
    destinationId: row.channel_id,
    sellerId: row.seller_id,
    type: row.type as ChannelType,
    application: row.application ?? undefined,
    eventTypes: row.event_types === null ? undefined : JSON.parse(row.event_types),
    latestSequence: row.latest_sequence ?? undefined,
    lifetimeMs: deliveryLifetimeMs({ settings }, lifetimeMs),
  };
}

/** Settings that cannot be read, until the operator repairs the key, must not stop the events of others. */
function readSettings(settings: string, channelId: string, key: OperatorKey): DestinationSettings {
  try {
    return settingsOf({ settings, channel_id: channelId }, key);
  } catch {
    return {};
  }
}

/** What decides whether a destination gets an event. */
type EventSubject = Pick<SellerEvent, 'kind' | 'application' | 'sellerPart'>;

const takes = (subscriber: Subscriber, event: EventSubject): boolean =>
  takesKind(subscriber, event.kind, isLostPart(event.sellerPart)) &&
  (event.application === undefined ||
    subscriber.application === undefined ||
    subscriber.application === event.application);

type QueuedEvent = EventSubject & Pick<SellerEvent, 'sequence' | 'notificationId'>;

/**
 * The deliveries of a seller's events, in the order of their sequences, to one destination. `previous` is the sequence before
 * the first one.
 */
export function deliveriesTo(
  subscriber: Subscriber,
  events: readonly QueuedEvent[],
  previous: number | undefined,
  nowMs: number,
): QueuedDelivery[] {
  let previousSequence = previous;
  return events
    .filter((event) => takes(subscriber, event))
    .map(({ sequence, notificationId, kind }) => {
      const delivery = {
        deliveryId: deliveryIdOf(sequence, nowMs),
        destinationId: subscriber.destinationId,
        ...{ notificationId, kind, isTest: false, sequence, previousSequence },
        ...{ dueMs: nowMs, createdMs: nowMs, expiresMs: nowMs + subscriber.lifetimeMs },
      };
      previousSequence = sequence;
      return delivery;
    });
}

/** Sorts by time and then by sequence: deliveries that are due at the same time are sent and shown in this order. */
const deliveryIdOf = (sequence: number, nowMs: number) =>
  `${firstIdAt('dlv', nowMs)}${sequence.toString(16).padStart(8, '0')}${randomBytes(8).toString('hex')}`;

/** Queues deliveries, and records the last sequence of each destination. */
export async function queueDeliveries(tx: Sql, deliveries: readonly QueuedDelivery[]): Promise<void> {
  const last = new Map(deliveries.map(({ destinationId, sequence }) => [destinationId, sequence ?? 0]));
  const setLatest = tx.many(
    // A replay queues older events again.
    `WITH k (channel_id, sequence) AS (VALUES {rows: text key, bigint})
     UPDATE destination SET latest_sequence = k.sequence FROM k
     WHERE destination.channel_id = k.channel_id AND COALESCE(destination.latest_sequence, 0) < k.sequence`,
    [...last].map(([destinationId, sequence]): Row => [destinationId, sequence]).sort(byDestination),
  );
  await Promise.all([setLatest, insertDeliveries(tx, deliveries)]);
}

/** Two transactions that write several destinations must do so in one order. */
const byDestination = ([a]: Row, [b]: Row) => (String(a) < String(b) ? -1 : 1);
