import { randomBytes } from 'node:crypto';
import type { Row, Sql } from '../../db/db.ts';
import {
  type ChannelType,
  type DestinationSettings,
  deliveryLifetimeMs,
  takesKind,
} from '../../domain/notifications/destination.ts';
import type { EventFilter, FilterRule } from '../../domain/notifications/event-filter.ts';
import type { EventKind } from '../../domain/notifications/notification.ts';
import { isLostPart } from '../../wire/notifications/events/buy-box-changed-part.ts';
import { tellsSuspensionOf } from '../../wire/notifications/events/destination-suspended-part.ts';
import { insertDeliveries, type QueuedDelivery } from '../deliveries/delivery-table.ts';
import { settingsOf, windowOf } from '../destination-table.ts';
import type { SellerEvent } from '../events/event-table.ts';
import type { OperatorKey } from '../keys/operator-key.ts';
import type { Tally } from '../tally.ts';
import { firstIdAt } from '../time-ordered-id.ts';
import type { EventReading } from './event-reading.ts';
import type { FilterRules } from './filter-rules.ts';

/** A destination as far as queueing events for it needs. */
export type Subscriber = {
  destinationId: string;
  sellerId: string;
  /** The delegated application that it belongs to; absent: it belongs to the seller. */
  application: string | undefined;
  type: ChannelType;
  /** Undefined: the default kinds of the type. */
  eventTypes: readonly EventKind[] | undefined;
  /** Undefined: it has no filter. */
  filteredBy: FilterRule | undefined;
  /** The last event that was queued for it. */
  latestSequence: number | undefined;
  lifetimeMs: number;
  /** 0: it has no windows. */
  windowMs: number;
  modifiedMs: number;
};

type SubscriberRow = {
  channel_id: string;
  seller_id: string;
  type: string;
  application: string | null;
  event_types: string | null;
  has_filter: number;
  latest_sequence: number | null;
  pull_settings: string | null;
  created_ms: number;
  modified_ms: number;
  window_seconds: number | null;
};

export type SubscriberParts = { key: OperatorKey; lifetimeMs: number; filters: FilterRules };

/**
 * The destinations of these sellers that events are queued for. Events wait for a destination that is INACTIVE or failing. What
 * happens before the owner of an address agrees, or while an application has no access, is not for it.
 */
export async function subscribersOf(
  tx: Sql,
  sellerIds: readonly string[],
  parts: SubscriberParts,
  nowMs: number,
): Promise<Map<string, Subscriber[]>> {
  const rows = await tx.many<SubscriberRow>(
    // Only a PULL destination has a setting that matters here, and decrypting takes longer than all the rest.
    `SELECT destination.channel_id, destination.seller_id, destination.type, destination.application, destination.event_types,
       CASE WHEN destination.filter IS NULL THEN 0 ELSE 1 END AS has_filter, destination.latest_sequence, destination.created_ms,
       destination.modified_ms, destination.window_seconds,
       CASE WHEN destination.type = 'PULL' THEN destination.settings END AS pull_settings
     FROM (VALUES {rows: text}) AS k JOIN destination ON destination.seller_id = k.column1
     WHERE destination.status NOT IN ('DELETED', 'PENDING_VERIFICATION', 'WITHDRAWN')`,
    sellerIds.map((sellerId) => [sellerId]),
  );
  rows.sort((a, b) => a.created_ms - b.created_ms || (a.channel_id < b.channel_id ? -1 : 1));
  const filtered = rows.filter(({ has_filter }) => has_filter === 1);
  const rules = await parts.filters.of(tx, filtered, nowMs);
  return Map.groupBy(
    rows.map((row) => subscriberOf(row, rules.get(row.channel_id), parts)),
    ({ sellerId }) => sellerId,
  );
}

function subscriberOf(
  row: SubscriberRow,
  filteredBy: FilterRule | undefined,
  { key, lifetimeMs }: SubscriberParts,
): Subscriber {
  const settings = row.pull_settings === null ? {} : readSettings(row.pull_settings, row.channel_id, key);
  return {
    destinationId: row.channel_id,
    sellerId: row.seller_id,
    type: row.type as ChannelType,
    application: row.application ?? undefined,
    eventTypes: row.event_types === null ? undefined : JSON.parse(row.event_types),
    filteredBy,
    latestSequence: row.latest_sequence ?? undefined,
    lifetimeMs: deliveryLifetimeMs({ settings }, lifetimeMs),
    windowMs: windowOf(row) * 1_000,
    modifiedMs: row.modified_ms,
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

const takes = (subscriber: Subscriber, event: SellerEvent): boolean =>
  takesKind(subscriber, event.kind, isLostPart(event.sellerPart)) &&
  !(event.kind === 'DESTINATION_SUSPENDED' && tellsSuspensionOf(event.sellerPart, subscriber.destinationId)) &&
  (event.application === undefined ||
    subscriber.application === undefined ||
    subscriber.application === event.application);

/**
 * The deliveries of a seller's events, in the order of their sequences, to one destination. `previous` is the sequence before
 * the first one. Those that its filter keeps back are FILTERED, and do not count as a previous one.
 */
export function deliveriesTo(
  subscriber: Subscriber,
  events: readonly SellerEvent[],
  previous: number | undefined,
  nowMs: number,
  reading: EventReading,
): QueuedDelivery[] {
  let previousSequence = previous;
  return events
    .filter((event) => takes(subscriber, event))
    .map((event) => {
      const { sequence, notificationId, kind, trace } = event;
      const delivery: QueuedDelivery = {
        deliveryId: deliveryIdOf(sequence, nowMs),
        destinationId: subscriber.destinationId,
        ...{ notificationId, kind, isTest: false, sequence, previousSequence, trace },
        ...{ dueMs: nowMs, createdMs: nowMs, expiresMs: nowMs + subscriber.lifetimeMs },
      };
      const key = subscriber.filteredBy?.(reading.subjectOf(event));
      if (key !== undefined) return { ...delivery, state: 'FILTERED', reason: key };
      previousSequence = sequence;
      return delivery;
    });
}

export function countFiltered(tally: Tally, type: ChannelType, deliveries: readonly QueuedDelivery[]): void {
  for (const { state, reason } of deliveries) {
    if (state === 'FILTERED') tally.filtered(type, reason as keyof EventFilter);
  }
}

/** Sorts by time and then by sequence: deliveries that are due at the same time are sent and shown in this order. */
const deliveryIdOf = (sequence: number, nowMs: number) =>
  `${firstIdAt('dlv', nowMs)}${sequence.toString(16).padStart(8, '0')}${randomBytes(8).toString('hex')}`;

/** Whether a delivery is queued, and not only logged. */
export const isSent = ({ state }: QueuedDelivery): boolean => state === undefined;

/**
 * Queues deliveries, and records the last sequence of each destination. The ones that a filter keeps back go into the log. `place`
 * may change them before they are queued.
 */
export async function queueDeliveries(
  tx: Sql,
  deliveries: readonly QueuedDelivery[],
  place: () => Promise<void> = async () => undefined,
): Promise<void> {
  const sent = deliveries.filter(isSent);
  const last = new Map(sent.map(({ destinationId, sequence }) => [destinationId, sequence ?? 0]));
  // Before `place`, which may lock lanes: whoever locks both locks destinations first.
  const setLatest = tx.many(
    // A replay queues older events again.
    `WITH k (channel_id, sequence) AS (VALUES {rows: text key, bigint})
     UPDATE destination SET latest_sequence = k.sequence FROM k
     WHERE destination.channel_id = k.channel_id AND COALESCE(destination.latest_sequence, 0) < k.sequence`,
    [...last].map(([destinationId, sequence]): Row => [destinationId, sequence]).sort(byDestination),
  );
  await Promise.all([setLatest, place().then(() => insertDeliveries(tx, deliveries))]);
}

/** Two transactions that write several destinations must do so in one order. */
const byDestination = ([a]: Row, [b]: Row) => (String(a) < String(b) ? -1 : 1);
