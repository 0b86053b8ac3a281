import type { Row, Sql } from '../../db/db.ts';
import type { MaybePromise } from '../../domain/maybe-promise.ts';
import type { EventKind } from '../../domain/notifications/notification.ts';
import type { TraceContext } from '../../domain/trace-context.ts';
import { writeEventText } from '../../wire/notifications/events/cloud-event.ts';
import { redactedFor } from '../../wire/notifications/events/price-changed-part.ts';

/** The part of an event that is the same for all its receivers. */
type EventContent = {
  revision: number;
  marketplaceId: string;
  itemId: string;
  atMs: number;
  /** Members of `data` as JSON text, without braces. */
  itemPart: string;
};

/** An event of one seller, with its place in the sequence of this seller. */
export type NumberedEvent = {
  sellerId: string;
  sequence: number;
  notificationId: string;
  kind: EventKind;
  atMs: number;
  /** Absent: the event is not about an item. */
  content?: EventContent | undefined;
  /** The one delegated application that may see it beside the seller itself; '': none, absent: all (decision 38). */
  application?: string | undefined;
  /** Members of `data` as JSON text, without braces. */
  sellerPart: string;
  /** The trace of what caused it: for the deliveries that are queued with it. Not stored with the event. */
  trace?: TraceContext | undefined;
};

/** An event to append: it gets its sequence, and an id unless it has one. */
export type NewEvent = Omit<NumberedEvent, 'sequence' | 'notificationId'> & { notificationId?: string };

export async function insertEvents(tx: Sql, events: readonly NumberedEvent[]): Promise<void> {
  await Promise.all([insertContents(tx, events), insertOwn(tx, events)]);
}

function insertContents(tx: Sql, events: readonly NumberedEvent[]): MaybePromise<unknown> {
  const contents = new Map(events.flatMap(({ content }) => (content ? [[content.revision, content]] : [])));
  return tx.many(
    // An event of many sellers is addressed in several transactions.
    `INSERT INTO event_content (revision, marketplace_id, item_id, at_ms, item_part)
     VALUES {rows: bigint key, text, text, bigint, text} ON CONFLICT (revision) DO NOTHING`,
    [...contents.values()].map((one): Row => [one.revision, one.marketplaceId, one.itemId, one.atMs, one.itemPart]),
  );
}

function insertOwn(tx: Sql, events: readonly NumberedEvent[]): MaybePromise<unknown> {
  return tx.many(
    `INSERT INTO seller_event (seller_id, sequence, notification_id, kind, at_ms, revision, application, seller_part)
     VALUES {rows: text key, bigint key, text, text, bigint, bigint, text, text}`,
    events.map(
      (one): Row => [
        ...[one.sellerId, one.sequence, one.notificationId, one.kind, one.atMs, one.content?.revision ?? null],
        ...[one.application ?? null, one.sellerPart],
      ],
    ),
  );
}

/** A stored event with its content: all that its text is written from. */
export type EventRow = {
  seller_id: string;
  sequence: number;
  notification_id: string;
  kind: string;
  at_ms: number;
  seller_part: string;
  revision: number | null;
  marketplace_id: string | null;
  item_id: string | null;
  item_part: string | null;
};

export const eventColumns = `seller_event.seller_id, seller_event.sequence, seller_event.notification_id, seller_event.kind,
  seller_event.at_ms, seller_event.seller_part, seller_event.revision, event_content.marketplace_id, event_content.item_id,
  event_content.item_part`;

export const joinContent = 'LEFT JOIN event_content ON event_content.revision = seller_event.revision';

/**
 * The columns of an event as far as filters look at it: of ANY_OFFER_CHANGED without the offers, which come last and have up to
 * 50 KB (`readEventData`). `withItemPart` false: also without all else that every receiver is told.
 */
export const readableColumns = (withItemPart: boolean): string => {
  const head = `CASE WHEN seller_event.kind = 'ANY_OFFER_CHANGED' THEN SUBSTR(event_content.item_part, 1, 1000)
    ELSE event_content.item_part END`;
  return `seller_event.sequence, seller_event.notification_id, seller_event.kind, seller_event.at_ms, seller_event.application,
    seller_event.seller_part, seller_event.revision, event_content.marketplace_id, event_content.item_id,
    ${withItemPart ? head : `''`} AS item_part`;
};

export type ReadableRow = Omit<EventRow, 'seller_id'> & { application: string | null };

export function readableEventOf(sellerId: string, row: ReadableRow): NumberedEvent {
  const { marketplace_id: marketplaceId, item_id: itemId, revision, item_part: itemPart, at_ms: atMs } = row;
  return {
    ...{ sellerId, sequence: row.sequence, notificationId: row.notification_id, kind: row.kind as EventKind, atMs },
    ...(revision === null || marketplaceId === null || itemId === null || itemPart === null
      ? {}
      : { content: { revision, marketplaceId, itemId, atMs, itemPart } }),
    application: row.application ?? undefined,
    sellerPart: row.seller_part,
  };
}

/** For whom an event is written, and its place among those of a destination. */
type EventReader = {
  /** The delegated application that reads it; null or absent: the seller does. */
  application?: string | null | undefined;
  previousSequence?: number | null | undefined;
  supersedes?: string | null | undefined;
};

/** The one place that writes events: a delivery, its log, the list of events and a replay show the same bytes. */
export function eventTextOf(row: EventRow, source: string, reader: EventReader = {}): string {
  const { application, previousSequence, supersedes } = reader;
  const { marketplace_id: marketplaceId, item_id: itemId, revision, item_part: part } = row;
  const item =
    revision === null || marketplaceId === null || itemId === null || part === null
      ? undefined
      : { marketplaceId, itemId, revision, part };
  return writeEventText({
    notificationId: row.notification_id,
    source,
    kind: row.kind as EventKind,
    atMs: row.at_ms,
    sellerId: row.seller_id,
    sequence: row.sequence,
    previousSequence: previousSequence ?? undefined,
    supersedes: supersedes ?? undefined,
    item,
    sellerPart: sellerPartFor(application, row),
  });
}

/** A delegated application does not learn who changed the seller's terms, unless it did so itself (decision 53). */
const sellerPartFor = (application: string | null | undefined, { kind, seller_part }: EventRow): string =>
  kind === 'PRICE_CHANGED' && application ? redactedFor(application, seller_part) : seller_part;
