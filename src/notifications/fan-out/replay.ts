import { OneAtATime } from '../../async/one-at-a-time.ts';
import type { Sql } from '../../db/db.ts';
import { oncePerKey, recordProgress } from '../../db/idempotency.ts';
import type { IdempotentRequest, KeyReused } from '../../domain/idempotent-request.ts';
import type { DestinationAccess } from '../../domain/notifications/access.ts';
import { type Destination, deliveryLifetimeMs } from '../../domain/notifications/destination.ts';
import type { TraceContext } from '../../domain/trace-context.ts';
import type { NotificationContext } from '../context.ts';
import { insertDeliveries, isSent } from '../deliveries/delivery-table.ts';
import { findRow, fromRow } from '../destination-table.ts';
import type { Replayed, ReplayRange, ReplayRejection } from '../events/event-page.ts';
import { joinContent, type ReadableRow, readableColumns, readableEventOf } from '../events/event-table.ts';
import { firstSequenceSince, lockReceiver } from '../events/receivers.ts';
import { deliveriesTo, EventReading, recordLatest } from './event-deliveries.ts';
import { type KindRules, kindRules } from './filter-rules.ts';
import {
  hasTooManyWaiting,
  type ReplayReceiver,
  type ReplaySchedule,
  readReplaySchedule,
  replayReceiver,
} from './replay-bounds.ts';
import type { Subscriber } from './subscribers.ts';

/** Events that one transaction looks at. */
const BATCH_EVENTS = 250;
/** Events that one call looks at; the caller is told where to go on. */
const MAX_EVENTS = 10_000;

/** How far a replay is: all that it needs to go on, and to answer a repeated request. */
type Progress = {
  fromSequence: number;
  toSequence: number;
  /** The next event to look at. */
  nextSequence: number;
  queued: number;
  /** The last one that was queued. */
  previous?: number | undefined;
};

/** Where to send again, and the trace of the request. */
export type ReplayTarget = { access: DestinationAccess; destinationId: string; trace?: TraceContext | undefined };

type ReplaySubscriber = Subscriber & { receiver: ReplayReceiver };

/** What one batch is queued with. */
type ReplayBatch = {
  subscriber: ReplaySubscriber;
  schedule: ReplaySchedule;
  nowMs: number;
  trace: TraceContext | undefined;
};

/** Sends a range of a seller's events again to one destination, with the same notification ids (decision 42). */
export class Replay {
  readonly #context: NotificationContext;
  /** By seller. With SQLite all that write wait in one line, in which a seller with a hundred replays would have a hundred places. */
  readonly #turns = new OneAtATime();

  constructor(context: NotificationContext) {
    this.#context = context;
  }

  /**
   * Queues the events of a range that the destination takes now. The range ends with the event that is the last one when it
   * begins. A repeated request is told how far the first one came.
   */
  async replay(
    to: ReplayTarget,
    range: ReplayRange,
    request?: IdempotentRequest,
  ): Promise<Replayed | ReplayRejection | KeyReused> {
    const { db, now, onQueued } = this.#context;
    const { access, destinationId, trace } = to;
    const { sellerId } = access;
    const begun = await this.#turns.take(sellerId, () =>
      oncePerKey<{ progress: Progress; repeated: boolean }, ReplayRejection>(db, now, request, {
        repeat: async (_tx, createdId) => ({ progress: JSON.parse(createdId), repeated: true }),
        create: async (tx, nowMs) => {
          const subscriber = await this.#subscriberOf(tx, access, destinationId);
          if ('rejected' in subscriber) return subscriber;
          const whole = await rangeOf(tx, sellerId, range);
          const schedule = await readReplaySchedule(tx, subscriber.receiver, nowMs);
          if (isUnfinished(whole) && (await hasTooManyWaiting(tx, subscriber.receiver)))
            return { rejected: 'tooManyWaiting' };
          const waitMs = schedule.waitMs(batchOf(whole));
          if (waitMs > 0) return { rejected: 'tooFast', retryAfterSeconds: Math.ceil(waitMs / 1_000) };
          const progress = await queueBatch(tx, { subscriber, schedule, nowMs, trace }, whole);
          return { progress, repeated: false, createdId: JSON.stringify(progress) };
        },
      }),
    );
    if ('rejected' in begun) return begun;
    let { progress } = begun;
    while (!begun.repeated && isUnfinished(progress) && progress.nextSequence < progress.fromSequence + MAX_EVENTS) {
      onQueued();
      const before = progress;
      const next = await this.#turns.take(sellerId, () => db.transaction((tx) => this.#goOn(tx, to, before, request)));
      // The destination was deleted or switched off meanwhile, or enough is queued for its host.
      if (next === undefined) break;
      progress = next;
    }
    onQueued();
    return replayedOf(progress, begun.repeated);
  }

  async #goOn(
    tx: Sql,
    { access, destinationId, trace }: ReplayTarget,
    before: Progress,
    request: IdempotentRequest | undefined,
  ): Promise<Progress | undefined> {
    const subscriber = await this.#subscriberOf(tx, access, destinationId);
    if ('rejected' in subscriber || (await hasTooManyWaiting(tx, subscriber.receiver))) return undefined;
    const nowMs = this.#context.now();
    await lockReceiver(tx, subscriber.sellerId);
    const schedule = await readReplaySchedule(tx, subscriber.receiver, nowMs);
    if (schedule.waitMs(batchOf(before)) > 0) return undefined;
    const progress = await queueBatch(tx, { subscriber, schedule, nowMs, trace }, before);
    if (request) await recordProgress(tx, request, JSON.stringify(progress));
    return progress;
  }

  async #subscriberOf(
    tx: Sql,
    access: DestinationAccess,
    destinationId: string,
  ): Promise<ReplaySubscriber | ReplayRejection> {
    const row = await findRow(tx, access, destinationId);
    if (!row) return { rejected: 'noDestination' };
    const { key, lifetimeMs } = this.#context;
    const destination = fromRow(row, key);
    const { status, sellerId, type, application, eventTypes } = destination;
    if (status !== 'ACTIVE' && status !== 'SUSPENDED') return { rejected: 'notActive', status };
    const about = { destinationId, sellerId, type, application, eventTypes, latestSequence: undefined };
    // Nothing waits for a window: it was asked for.
    const noWindow = { windows: { ms: 0 }, rules: rulesOf(destination), modifiedMs: destination.modifiedMs };
    const receiver = await replayReceiver(tx, key, destination);
    return { ...about, ...noWindow, lifetimeMs: deliveryLifetimeMs(destination, lifetimeMs), receiver };
  }
}

function rulesOf({ filter, byKind }: Destination): KindRules | undefined {
  if (filter === undefined && byKind === undefined) return undefined;
  const ofKinds = Object.entries(byKind ?? {}).map(([kind, choice]) => [kind, choice.filter]);
  return kindRules(filter, Object.fromEntries(ofKinds));
}

/** Events that the next transaction looks at. */
const batchOf = ({ nextSequence, toSequence }: Progress) =>
  Math.max(0, Math.min(BATCH_EVENTS, toSequence + 1 - nextSequence));

const isUnfinished = ({ nextSequence, toSequence }: Progress) => nextSequence <= toSequence;

function replayedOf(progress: Progress, repeated: boolean): Replayed {
  const { fromSequence, toSequence, nextSequence, queued } = progress;
  if (fromSequence > toSequence) return { queued, repeated };
  const range = { fromSequence, toSequence: Math.min(toSequence, nextSequence - 1) };
  return { queued, repeated, range, ...(isUnfinished(progress) ? { nextSequence } : {}) };
}

/** The events of the range that are kept. Locks the seller's row: retention must not remove them before they are queued. */
async function rangeOf(tx: Sql, sellerId: string, range: ReplayRange): Promise<Progress> {
  const receiver = await lockReceiver(tx, sellerId);
  const { oldestSequence, latestSequence } = receiver;
  const from =
    'sinceMs' in range ? await firstSequenceSince(tx, sellerId, range.sinceMs, receiver) : range.fromSequence;
  const fromSequence = Math.max(from, oldestSequence);
  return { fromSequence, toSequence: latestSequence, nextSequence: fromSequence, queued: 0 };
}

async function queueBatch(
  tx: Sql,
  { subscriber, schedule, nowMs, trace }: ReplayBatch,
  before: Progress,
): Promise<Progress> {
  const { oldestSequence } = await lockReceiver(tx, subscriber.sellerId);
  const start = Math.max(before.nextSequence, oldestSequence);
  const nextSequence = Math.min(start + BATCH_EVENTS, before.toSequence + 1);
  const rows = await tx.all<ReadableRow>(
    `SELECT ${readableColumns(subscriber.rules !== undefined)} FROM seller_event ${joinContent}
     WHERE seller_event.seller_id = $1 AND seller_event.sequence >= $2 AND seller_event.sequence < $3
     ORDER BY seller_event.sequence`,
    [subscriber.sellerId, start, nextSequence],
  );
  const events = rows.map((row) => ({ ...readableEventOf(subscriber.sellerId, row), trace }));
  const from = { ...subscriber, latestSequence: before.previous };
  const addressed = deliveriesTo(from, events, nowMs, new EventReading());
  const deliveries = await schedule.take(addressed.filter(isSent));
  // Side by side, in this order: the first one locks destinations, the second one lanes.
  await Promise.all([recordLatest(tx, deliveries), insertDeliveries(tx, deliveries)]);
  const previous = deliveries.at(-1)?.sequence ?? before.previous;
  return { ...before, nextSequence, queued: before.queued + deliveries.length, previous };
}
