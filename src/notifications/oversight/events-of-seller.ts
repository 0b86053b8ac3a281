import type { Sql } from '../../db/db.ts';
import { firstIdAt, idTimeMs } from '../../db/time-ordered-id.ts';
import type { SeenEvent, SellerReceiving } from '../../domain/notifications/oversight.ts';
import type { NotificationContext } from '../context.ts';
import { joinContent, type ReadableRow, readableColumns } from '../events/event-table.ts';
import { firstSequenceSince, type Receiver } from '../events/receivers.ts';
import { seenEvents } from './event-fates.ts';
import { destinationsOfSeller } from './seen-destination.ts';

export type SellerEventQuery = {
  readonly sellerId: string;
  readonly fromMs?: number | undefined;
  readonly untilMs?: number | undefined;
  /** The last event of the page before. */
  readonly beforeSequence?: number | undefined;
  readonly limit: number;
};

type Parts = Pick<NotificationContext, 'db' | 'key' | 'now'> & { readonly logMs: number };

const ATTEMPTS_IN_LIST = 1;
const ATTEMPTS_IN_TRACE = 100;

/** The events of each seller and what became of them, for the operator. */
export class EventsOfSellers {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Newest first. It makes nobody a receiver, unlike the list that the seller reads. */
  async page(query: SellerEventQuery): Promise<{ events: SeenEvent[]; receiving: SellerReceiving }> {
    const { db, key } = this.#parts;
    const receiving = await receivingOf(db, query.sellerId);
    const rows = receiving.sinceMs === undefined ? [] : await readRows(db, query, receiving);
    const all = rows.length === 0 ? [] : await destinationsOfSeller(db, key, query.sellerId);
    const events = await seenEvents(db, { sellerId: query.sellerId, rows }, all, this.#options(ATTEMPTS_IN_LIST));
    return { events, receiving };
  }

  /** Undefined: the seller has no such event, or it is not kept any more. */
  async find(sellerId: string, eventId: string): Promise<SeenEvent | undefined> {
    const sequence = await sequenceOf(this.#parts.db, sellerId, eventId);
    return sequence === undefined ? undefined : this.at(sellerId, sequence);
  }

  /** Undefined: it is not kept any more. */
  async at(sellerId: string, sequence: number): Promise<SeenEvent | undefined> {
    const { db, key } = this.#parts;
    const rows = await db.all<ReadableRow>(
      `SELECT ${readableColumns(false)} FROM seller_event ${joinContent}
       WHERE seller_event.seller_id = $1 AND seller_event.sequence = $2`,
      [sellerId, sequence],
    );
    const all = await destinationsOfSeller(db, key, sellerId);
    return (await seenEvents(db, { sellerId, rows }, all, this.#options(ATTEMPTS_IN_TRACE)))[0];
  }

  #options(maxAttempts: number) {
    const nowMs = this.#parts.now();
    return { nowMs, maxAttempts, removedBeforeMs: nowMs - this.#parts.logMs };
  }
}

async function readRows(sql: Sql, query: SellerEventQuery, receiver: Receiver): Promise<ReadableRow[]> {
  const { sellerId, fromMs, untilMs, beforeSequence = Number.MAX_SAFE_INTEGER, limit } = query;
  const first =
    fromMs === undefined ? receiver.oldestSequence : await firstSequenceSince(sql, sellerId, fromMs, receiver);
  const end = untilMs === undefined ? beforeSequence : await firstSequenceSince(sql, sellerId, untilMs, receiver);
  return sql.all<ReadableRow>(
    `SELECT ${readableColumns(false)} FROM seller_event ${joinContent}
     WHERE seller_event.seller_id = $1 AND seller_event.sequence >= $2 AND seller_event.sequence < $3
     ORDER BY seller_event.sequence DESC LIMIT $4`,
    [sellerId, first, Math.min(end, beforeSequence), limit],
  );
}

async function receivingOf(sql: Sql, sellerId: string): Promise<SellerReceiving> {
  const row = await sql.get<{ since_ms: number; latest_sequence: number; oldest_sequence: number }>(
    'SELECT since_ms, latest_sequence, oldest_sequence FROM event_receiver WHERE seller_id = $1',
    [sellerId],
  );
  const queued = await sql.get<{ at_ms: number }>('SELECT at_ms FROM market_event ORDER BY id LIMIT 1');
  return {
    sinceMs: row?.since_ms,
    latestSequence: row?.latest_sequence ?? 0,
    oldestSequence: row?.oldest_sequence ?? 1,
    addressingSinceMs: queued?.at_ms,
  };
}

/** Events of the service itself have an id that is some milliseconds older than their place among the others. */
const ID_SPREAD_MS = 2_000;

/** The sequence of an event, by its id: ids sort by time, and so do sequences. */
async function sequenceOf(sql: Sql, sellerId: string, eventId: string): Promise<number | undefined> {
  const atMs = idTimeMs('ntf', eventId);
  const receiver = await receivingOf(sql, sellerId);
  if (atMs === undefined || receiver.sinceMs === undefined) return undefined;
  const first = await firstSequenceSince(sql, sellerId, atMs, receiver);
  const end = firstIdAt('ntf', atMs + ID_SPREAD_MS);
  // The first one behind the time ends the search: there may be many thousands after it.
  const last = await firstSequenceSince(sql, sellerId, atMs + ID_SPREAD_MS, receiver);
  const row = await sql.get<{ sequence: number }>(
    `SELECT sequence FROM seller_event WHERE seller_id = $1 AND sequence >= $2 AND sequence <= $3
       AND notification_id = $4 AND notification_id < $5`,
    [sellerId, first, last, eventId, end],
  );
  return row?.sequence;
}
