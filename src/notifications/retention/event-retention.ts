import type { Db, Row } from '../../db/db.ts';
import { factOf, setFact } from '../../db/service-fact.ts';
import { BATCH_ROWS, type SweepBatch, sweep } from '../../db/sweep.ts';
import { DAY_MS, dayOf } from '../../domain/duration.ts';
import { deliveryStatesOf } from '../deliveries/delivery-table.ts';
import { openIdsOf } from '../fan-out/window-table.ts';

export type EventTimes = {
  /** How long events are listed and can be replayed. */
  eventMs: number;
  /** How long the delivery log is kept. */
  logMs: number;
};

/** The age up to which events have been removed already, except those that a delivery needs. */
const SWEPT = 'events swept';

/**
 * Removes old events and windows in small batches, but none that a delivery still needs, and no counter. Several processes may run it at once.
 */
export async function keepEvents(
  db: Db,
  nowMs: number,
  { eventMs, logMs }: EventTimes,
  signal?: AbortSignal,
): Promise<number> {
  const sweptMs = Number((await factOf(db, SWEPT)) ?? 0);
  const beforeMs = nowMs - eventMs;
  // What the delivery log needed when it became old is looked at again when the log is gone: it may be all events of a month.
  const unloggedMs = nowMs - Math.max(eventMs, logMs);
  const batches = [
    removeEvents(db, Math.min(sweptMs, beforeMs), beforeMs),
    removeEvents(db, 0, unloggedMs),
    removeContents(db, unloggedMs),
    removeWindows(db, nowMs),
  ];
  const changed = await sweep(batches, signal);
  if (!signal?.aborted) await setFact(db, SWEPT, String(beforeMs));
  return changed;
}

type OldEvent = { at_ms: number; seller_id: string; sequence: number; is_needed: number };

/** Goes through the events of a time in its order. What is old is listed no more, also if a delivery needs it. */
function removeEvents(db: Db, fromMs: number, beforeMs: number): SweepBatch {
  let last = { at_ms: fromMs - 1, seller_id: '', sequence: 0 };
  return async () => {
    const rows = await db.transaction(async (tx) => {
      const old = await tx.all<OldEvent>(
        `SELECT seller_event.at_ms, seller_event.seller_id, seller_event.sequence,
           CASE WHEN EXISTS (
             SELECT 1 FROM destination JOIN delivery ON delivery.channel_id = destination.channel_id
               AND delivery.sequence = seller_event.sequence
             WHERE destination.seller_id = seller_event.seller_id) THEN 1 ELSE 0 END AS is_needed
         FROM seller_event WHERE (seller_event.at_ms, seller_event.seller_id, seller_event.sequence) > ($1, $2, $3)
           AND seller_event.at_ms < $4
         ORDER BY seller_event.at_ms, seller_event.seller_id, seller_event.sequence LIMIT ${BATCH_ROWS}`,
        [last.at_ms, last.seller_id, last.sequence, beforeMs],
      );
      const newest = new Map<string, number>();
      for (const { seller_id, sequence } of old) newest.set(seller_id, Math.max(sequence, newest.get(seller_id) ?? 0));
      await tx.many(
        // In one order of sellers, as the dispatcher: see `takeSequences`.
        `WITH k (seller_id, oldest) AS (VALUES {rows: text key, bigint})
         UPDATE event_receiver SET oldest_sequence = k.oldest FROM k
         WHERE event_receiver.seller_id = k.seller_id AND event_receiver.oldest_sequence < k.oldest`,
        [...newest].map(([sellerId, sequence]): Row => [sellerId, sequence + 1]).sort(bySeller),
      );
      await tx.many(
        'DELETE FROM seller_event WHERE (seller_id, sequence) IN (VALUES {rows: text key, bigint key})',
        old.filter((row) => row.is_needed === 0).map((row): Row => [row.seller_id, row.sequence]),
      );
      return old;
    });
    last = rows.at(-1) ?? last;
    return rows.length;
  };
}

const bySeller = ([a]: Row, [b]: Row) => (String(a) < String(b) ? -1 : 1);

/** All events of a revision have its time. An open event may still need its content. */
function removeContents(db: Db, beforeMs: number): SweepBatch {
  let last = { at_ms: -1, revision: 0 };
  return async () => {
    const rows = await db.all<{ at_ms: number; revision: number }>(
      `SELECT at_ms, revision FROM event_content WHERE (at_ms, revision) > ($1, $2) AND at_ms < $3
       ORDER BY at_ms, revision LIMIT ${BATCH_ROWS}`,
      [last.at_ms, last.revision, beforeMs],
    );
    await db.many(
      `WITH k (at_ms, revision) AS (VALUES {rows: bigint, bigint key})
       DELETE FROM event_content WHERE revision IN (
         SELECT k.revision FROM k WHERE NOT EXISTS (
           SELECT 1 FROM seller_event WHERE seller_event.at_ms = k.at_ms AND seller_event.revision = k.revision)
         AND NOT EXISTS (SELECT 1 FROM market_event WHERE market_event.id = k.revision))`,
      rows.map(({ at_ms, revision }): Row => [at_ms, revision]),
    );
    last = rows.at(-1) ?? last;
    return rows.length;
  };
}

type OldWindow = {
  touched_day: number;
  channel_id: string;
  marketplace_id: string;
  item_id: string;
  condition: string;
  kind: string;
  open: string;
};

const KEY = 'channel_id, marketplace_id, item_id, condition, kind';

/**
 * Removes windows that had no event for a day and of which no delivery is open. The next event then opens a new one, and what the
 * receiver knows is taken from that event.
 */
function removeWindows(db: Db, nowMs: number): SweepBatch {
  let last: Row = [-1, '', '', '', '', ''];
  return async () => {
    const rows = await db.transaction(async (tx) => {
      const old = await tx.all<OldWindow>(
        `SELECT touched_day, ${KEY}, open FROM event_window WHERE touched_day < $7 AND (touched_day, ${KEY}) > ($1, $2, $3, $4, $5, $6)
         ORDER BY touched_day, ${KEY} LIMIT ${BATCH_ROWS}`,
        [...last, dayOf(nowMs - DAY_MS)],
      );
      const states = await deliveryStatesOf(tx, old.flatMap(openIdsOf));
      const isOpen = (id: string) => ['PENDING', 'SENDING'].includes(states.get(id) ?? '');
      await tx.many(
        `DELETE FROM event_window WHERE (${KEY}) IN (VALUES {rows: text key, text key, text key, text key, text key})`,
        old.filter((row) => !openIdsOf(row).some(isOpen)).map((row): Row => keyOf(row).slice(1)),
      );
      return old;
    });
    const end = rows.at(-1);
    if (end) last = keyOf(end);
    return rows.length;
  };
}

const keyOf = (row: OldWindow): Row => [
  ...[row.touched_day, row.channel_id, row.marketplace_id, row.item_id, row.condition, row.kind],
];
