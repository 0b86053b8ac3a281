import type { Db, Sql } from '../../db/db.ts';
import { isReadOnly } from '../../db/read-only.ts';
import { timeOrderedId } from '../../db/time-ordered-id.ts';
import type { DestinationAccess } from '../../domain/notifications/access.ts';
import type { EventFilter } from '../../domain/notifications/event-filter.ts';
import type { NotificationContext } from '../context.ts';
import { insertDeliveries, isSent } from '../deliveries/delivery-table.ts';
import type { EventPage, EventPageQuery } from '../events/event-page.ts';
import {
  type EventRow,
  eventColumns,
  eventTextOf,
  insertEvents,
  joinContent,
  type NewEvent,
  type NumberedEvent,
} from '../events/event-table.ts';
import {
  becomeReceiver,
  LatestSequences,
  olderTransactionsEnd,
  receiverOf,
  takeSequences,
} from '../events/receivers.ts';
import { Tally } from '../tally.ts';
import { deliveriesTo, EventReading, recordLatest } from './event-deliveries.ts';
import { placeInWindows } from './event-windows.ts';
import { FilterRules } from './filter-rules.ts';
import { newEventOf, type ServiceEvent } from './service-event.ts';
import { subscribersOf } from './subscribers.ts';

/** Rows that are read at once: a page may end early, and the text of an event has up to 50 KB. */
const READ_ROWS = 25;

/** The events of sellers: numbered without gaps, kept for a while, and queued for the destinations that take them (decision 42). */
export class SellerEvents {
  readonly latest: LatestSequences;
  readonly #context: NotificationContext;
  readonly #filters = new FilterRules();

  constructor(context: NotificationContext) {
    this.latest = new LatestSequences(context.db);
    this.#context = context;
  }

  /** `source` of every event. */
  get source(): string {
    return this.#context.source;
  }

  /**
   * Appends events of the service itself; the ids of the deliveries. They belong in the transaction of the change that they report:
   * then both are stored or neither is.
   */
  publish(tx: Sql, events: readonly ServiceEvent[], tally?: Tally): Promise<string[]> {
    return this.append(tx, events.map(newEventOf), tally);
  }

  /**
   * Appends events in the caller's transaction: those of one seller in the order passed. The ids of the deliveries that are queued
   * for them. `tally` counts those that wait, are superseded or are filtered.
   *
   * Several transactions may append events of one seller. Each numbers its events after the one before has ended, and reads the time then:
   * later sequences have later times, by which ids of notifications and due deliveries are sorted.
   */
  async append(tx: Sql, events: readonly NewEvent[], tally = new Tally()): Promise<string[]> {
    if (events.length === 0) return [];
    const bySeller = Map.groupBy(events, ({ sellerId }) => sellerId);
    const counts = new Map([...bySeller].map(([sellerId, list]) => [sellerId, list.length]));
    const { now } = this.#context;
    const latest = await takeSequences(tx, counts, now());
    const nowMs = now();
    const numbered = new Map<string, NumberedEvent[]>();
    for (const [sellerId, list] of bySeller) {
      const before = (latest.get(sellerId) ?? 0) - list.length;
      const withNumber = (event: NewEvent, n: number): NumberedEvent => ({
        ...event,
        sequence: before + n + 1,
        notificationId: event.notificationId ?? timeOrderedId('ntf', nowMs),
      });
      numbered.set(sellerId, list.map(withNumber));
    }
    // Side by side where neither needs the other: on PostgreSQL the dispatcher waits for the server most of its time.
    const [subscribers] = await Promise.all([
      subscribersOf(tx, [...bySeller.keys()], { ...this.#context, filters: this.#filters }, nowMs),
      insertEvents(tx, [...numbered.values()].flat()),
    ]);
    const reading = new EventReading();
    const addressed = [...subscribers].flatMap(([sellerId, list]) =>
      list.flatMap((one) => {
        const queued = deliveriesTo(one, numbered.get(sellerId) ?? [], nowMs, reading);
        for (const { state, reason } of queued)
          if (state === 'FILTERED') tally.add('filtered', one.type, reason as keyof EventFilter);
        return queued;
      }),
    );
    const about = { subscribers, events: numbered };
    // Side by side, in this order: the first one locks destinations, the second one lanes.
    const [, deliveries] = await Promise.all([
      recordLatest(tx, addressed),
      placeInWindows(tx, addressed, about, { nowMs, tally }),
    ]);
    await insertDeliveries(tx, deliveries);
    return deliveries.filter(isSent).map(({ deliveryId }) => deliveryId);
  }

  /**
   * A page of a seller's events, the oldest first. The first call makes the seller a receiver, unless it only reads. A delegated application does not
   * see what is about another one (decision 38), so it may see gaps.
   */
  async page({ sellerId, application = '' }: DestinationAccess, query: EventPageQuery): Promise<EventPage> {
    const { db, now, source } = this.#context;
    const events: { sequence: number; text: string }[] = [];
    let after = query.after;
    let bytes = 0;
    let hasMore = false;
    for (let isEnd = false; !isEnd; ) {
      const rows = await readRows(db, { sellerId, application, after, limit: READ_ROWS });
      isEnd = rows.length < READ_ROWS;
      for (const row of rows) {
        const text = eventTextOf(row, source, { application });
        bytes += Buffer.byteLength(text);
        hasMore = events.length >= query.limit || (bytes > query.maxBytes && events.length > 0);
        isEnd ||= hasMore;
        if (hasMore) break;
        events.push({ sequence: row.sequence, text });
        after = row.sequence;
      }
    }
    // Read last: it is no older than the events.
    const receiver = await receiverOf(db, sellerId);
    if (receiver === undefined && !isReadOnly() && (await becomeReceiver(db, sellerId, now())) > 0)
      await olderTransactionsEnd(db);
    return { events, hasMore, ...(receiver ?? { oldestSequence: 1, latestSequence: 0 }) };
  }
}

/** What is kept beyond the oldest sequence, because a delivery needs it, is not listed: there would be gaps. */
function readRows(db: Db, by: { sellerId: string; application: string; after: number; limit: number }) {
  return db.all<EventRow>(
    `SELECT ${eventColumns} FROM event_receiver
       JOIN seller_event ON seller_event.seller_id = event_receiver.seller_id
         AND seller_event.sequence >= event_receiver.oldest_sequence ${joinContent}
     WHERE event_receiver.seller_id = $1 AND seller_event.sequence > $2
       AND (seller_event.application IS NULL OR seller_event.application = $3 OR $3 = '')
     ORDER BY seller_event.sequence LIMIT $4`,
    [by.sellerId, by.after, by.application, by.limit],
  );
}
