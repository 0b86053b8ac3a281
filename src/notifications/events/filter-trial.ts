import { setImmediate as nextTurn } from 'node:timers/promises';
import { OneAtATime } from '../../async/one-at-a-time.ts';
import type { Db } from '../../db/db.ts';
import { DAY_MS } from '../../domain/duration.ts';
import type { DestinationAccess } from '../../domain/notifications/access.ts';
import { type EventFilter, filterRule, looksAtItemPart } from '../../domain/notifications/event-filter.ts';
import { readEventData, subjectOf } from '../../domain/notifications/event-subject.ts';
import type { EventKind } from '../../domain/notifications/notification.ts';
import type { NotificationContext } from '../context.ts';
import {
  type EventRow,
  eventColumns,
  eventTextOf,
  joinContent,
  type ReadableRow,
  readableColumns,
  readableEventOf,
} from './event-table.ts';
import { firstSequenceSince, receiverOf } from './receivers.ts';

const TRIAL_MS = 7 * DAY_MS;
/** Events that are looked at, the newest ones. */
const MAX_EVENTS = 100_000;
/** A trial ends after this time, even if there are more events. */
const MAX_MS = 5_000;
/** Events that are read at once: other requests wait for that long. */
const BATCH_EVENTS = 50;
const EXAMPLES = 3;

/** What a filter would have let pass. */
export type FilterTrial = {
  sinceMs: number;
  /** There are more events, before `sinceMs`. */
  isTruncated: boolean;
  /** The events that were looked at, and those that pass, by kind. */
  kinds: ReadonlyMap<EventKind, Readonly<KindCount>>;
  /** Events that pass, as JSON text, the newest first. */
  examples: readonly string[];
};

export type WantedTrial = {
  filter: EventFilter;
  /** Undefined: all kinds. */
  eventTypes?: readonly EventKind[] | undefined;
  /** False when the client is gone. */
  isWanted?: () => boolean;
};

type KindCount = { events: number; passed: number };

/** Tries filters on the events of a seller in the last days. */
export class FilterTrials {
  readonly #context: NotificationContext;
  /** By owner, so that one with many trials at once does not occupy the process. */
  readonly #turns = new OneAtATime();

  constructor(context: NotificationContext) {
    this.#context = context;
  }

  /**
   * A delegated application does not see what is about another one, nor does it wait for the trials of others (decision 38).
   * The trial ends when `isWanted` says no: nobody reads its result, and the next one of the same caller waits for it.
   */
  try(access: DestinationAccess, trial: WantedTrial): Promise<FilterTrial> {
    const caller = `${access.sellerId} ${access.application ?? ''}`;
    return this.#turns.take(caller, () => this.#try(access, trial));
  }

  async #try(
    { sellerId, application = '' }: DestinationAccess,
    { filter, eventTypes, isWanted = () => true }: WantedTrial,
  ): Promise<FilterTrial> {
    const { db, now, source } = this.#context;
    const filteredBy = filterRule(filter);
    const withItemPart = looksAtItemPart(filter);
    const kinds = new Map<EventKind, KindCount>();
    const passed: number[] = [];
    let sinceMs = now() - TRIAL_MS;
    const receiver = (await receiverOf(db, sellerId)) ?? { latestSequence: 0, oldestSequence: 1 };
    const first = await firstSequenceSince(db, sellerId, sinceMs, receiver);
    const least = Math.max(first, receiver.latestSequence - MAX_EVENTS + 1);
    const deadline = performance.now() + MAX_MS;
    let next = receiver.latestSequence;
    while (next >= least && performance.now() < deadline && isWanted()) {
      const from = Math.max(least, next - BATCH_EVENTS + 1);
      for (const row of await readBatch(db, { sellerId, application, from, to: next, withItemPart })) {
        const { kind, content, sellerPart, sequence } = readableEventOf(sellerId, row);
        if (eventTypes !== undefined && !eventTypes.includes(kind)) continue;
        const count = kinds.get(kind) ?? { events: 0, passed: 0 };
        kinds.set(kind, count);
        count.events += 1;
        if (filteredBy(subjectOf(readEventData(kind, content, sellerPart))) !== undefined) continue;
        count.passed += 1;
        if (passed.length < EXAMPLES) passed.push(sequence);
      }
      next = from - 1;
      await nextTurn();
    }
    const isTruncated = next >= first;
    if (isTruncated) sinceMs = (await timeOf(db, sellerId, next + 1)) ?? sinceMs;
    return { sinceMs, isTruncated, kinds, examples: await textsOf(db, { sellerId, application }, passed, source) };
  }
}

/** The newest first. */
function readBatch(
  db: Db,
  by: { sellerId: string; application: string; from: number; to: number; withItemPart: boolean },
) {
  return db.all<ReadableRow>(
    `SELECT ${readableColumns(by.withItemPart)} FROM seller_event ${joinContent}
     WHERE seller_event.seller_id = $1 AND seller_event.sequence >= $2 AND seller_event.sequence <= $3
       AND (seller_event.application IS NULL OR seller_event.application = $4 OR $4 = '')
     ORDER BY seller_event.sequence DESC`,
    [by.sellerId, by.from, by.to, by.application],
  );
}

async function timeOf(db: Db, sellerId: string, sequence: number): Promise<number | undefined> {
  const row = await db.get<{ at_ms: number }>('SELECT at_ms FROM seller_event WHERE seller_id = $1 AND sequence = $2', [
    sellerId,
    sequence,
  ]);
  return row?.at_ms;
}

/** In the order of `sequences`. One that was removed meanwhile is left out. */
async function textsOf(
  db: Db,
  { sellerId, application }: DestinationAccess,
  sequences: readonly number[],
  source: string,
): Promise<string[]> {
  const rows = await db.many<EventRow>(
    `SELECT ${eventColumns} FROM (VALUES {rows: text, bigint}) AS k
       JOIN seller_event ON seller_event.seller_id = k.column1 AND seller_event.sequence = k.column2 ${joinContent}`,
    sequences.map((sequence) => [sellerId, sequence]),
  );
  return rows.sort((a, b) => b.sequence - a.sequence).map((row) => eventTextOf(row, source, { application }));
}
