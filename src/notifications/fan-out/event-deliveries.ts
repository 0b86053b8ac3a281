import { randomBytes } from 'node:crypto';
import type { Row, Sql } from '../../db/db.ts';
import { firstIdAt } from '../../db/time-ordered-id.ts';
import type { MaybePromise } from '../../domain/maybe-promise.ts';
import { takesKind } from '../../domain/notifications/destination.ts';
import { type EventSubject, readEventData, subjectOf } from '../../domain/notifications/event-subject.ts';
import { isLostPart } from '../../wire/notifications/events/buy-box-changed-part.ts';
import { isSuspensionOf } from '../../wire/notifications/events/destination-suspended-part.ts';
import { isSent, type QueuedDelivery } from '../deliveries/delivery-table.ts';
import type { NumberedEvent } from '../events/event-table.ts';
import type { Subscriber } from './subscribers.ts';

/** An event as far as filters look at it. */
type ReadableEvent = Pick<NumberedEvent, 'kind' | 'content' | 'sellerPart'>;

/** Reads events that are queued together, each once and only when a destination has a filter. */
export class EventReading {
  readonly #subjects = new Map<ReadableEvent, EventSubject>();

  subjectOf(event: ReadableEvent): EventSubject {
    let subject = this.#subjects.get(event);
    if (subject === undefined) {
      subject = subjectOf(readEventData(event.kind, event.content, event.sellerPart));
      this.#subjects.set(event, subject);
    }
    return subject;
  }
}

const takes = (subscriber: Subscriber, event: NumberedEvent): boolean =>
  takesKind(subscriber, event.kind, isLostPart(event.sellerPart)) &&
  !(event.kind === 'DESTINATION_SUSPENDED' && isSuspensionOf(event.sellerPart, subscriber.destinationId)) &&
  (event.application === undefined ||
    subscriber.application === undefined ||
    subscriber.application === event.application);

/**
 * The deliveries of a seller's events, in the order of their sequences, to one destination. The first one
 * follows `latestSequence`. Those that its filter keeps back are FILTERED, and do not count as a previous one.
 */
export function deliveriesTo(
  subscriber: Subscriber,
  events: readonly NumberedEvent[],
  nowMs: number,
  reading: EventReading,
): QueuedDelivery[] {
  let previousSequence = subscriber.latestSequence;
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
      const key = subscriber.rules?.(kind)?.(reading.subjectOf(event));
      if (key !== undefined) return { ...delivery, state: 'FILTERED', reason: key };
      previousSequence = sequence;
      return delivery;
    });
}

/** Sorts by time and then by sequence: deliveries that are due at the same time are sent and shown in this order. */
const deliveryIdOf = (sequence: number, nowMs: number) =>
  `${firstIdAt('dlv', nowMs)}${sequence.toString(16).padStart(8, '0')}${randomBytes(8).toString('hex')}`;

/**
 * Records the last sequence of each destination. It locks these destinations: call it before anything that locks lanes, because every
 * transaction that locks both locks destinations first.
 */
export function recordLatest(tx: Sql, deliveries: readonly QueuedDelivery[]): MaybePromise<unknown> {
  const sent = deliveries.filter(isSent);
  const last = new Map(sent.map(({ destinationId, sequence }) => [destinationId, sequence ?? 0]));
  return tx.many(
    // A replay queues older events again.
    `WITH k (channel_id, sequence) AS (VALUES {rows: text key, bigint})
     UPDATE destination SET latest_sequence = k.sequence FROM k
     WHERE destination.channel_id = k.channel_id AND COALESCE(destination.latest_sequence, 0) < k.sequence`,
    [...last].map(([destinationId, sequence]): Row => [destinationId, sequence]).sort(byDestination),
  );
}

/** Two transactions that write several destinations must do so in one order. */
const byDestination = ([a]: Row, [b]: Row) => (String(a) < String(b) ? -1 : 1);
