import { BackgroundLoop, type OnTurn } from '../../async/background-loop.ts';
import type { Db, Sql, TransactionOptions } from '../../db/db.ts';
import { RangeLeases } from '../../db/range-leases.ts';
import type { FeeEvent } from '../../domain/notifications/fee-event.ts';
import { assignReceiverGroups } from '../events/receiver-groups.ts';
import type { SellerEvents } from '../fan-out/seller-events.ts';
import { Tally } from '../tally.ts';
import { BatchSize } from './batch-size.ts';

/** The fees of the market as the worker sees them: `roles/` passes it in, because the modules do not import each other. */
type FeeSource = {
  /** Whether there is anything to do, in any range: one read. */
  isDue(sql: Sql, nowMs: number): Promise<boolean>;
  /**
   * A batch of the work, about `limit` listings of sellers in these ranges of groups, in the caller's transaction, which appends the
   * events that it returns, in their order. Undefined: there is nothing to do. It does nothing while a receiver has no group.
   */
  nextBatch(tx: Sql, nowMs: number, limit: number, ranges: readonly number[]): Promise<FeeEvent[] | undefined>;
};

/** As a batch of the dispatcher: it writes the same rows. */
const BATCH_OPTIONS: TransactionOptions = { timeoutMs: 5_000, seesLatest: true };
const PAUSE_AFTER_FAILURE_MS = 1_000;

export type FeeAnnouncerOptions = {
  db: Db;
  now(): number;
  source: FeeSource;
  events: SellerEvents;
  /** How often to look for work: one read. */
  pollMs: number;
  /** Runs a transaction; see `DeliveryQueue.exclusively`. */
  transaction<T>(work: (tx: Sql) => Promise<T>, options: TransactionOptions): Promise<T>;
  /** After the commit of a batch with events. */
  onPublished(batch: { events: readonly FeeEvent[]; deliveries: number; tally: Tally }): void;
  onFailure(error: unknown): void;
  onTurn?: OnTurn;
};

/**
 * Notifies sellers about fees until it is stopped: promotions that begin, change or end, and schedules that change what they pay. Each batch
 * is one transaction, with the events and how far the work is: a process that dies loses and repeats nothing. Several processes share
 * the work by ranges of sellers.
 */
export function startFeeAnnouncer(parts: FeeAnnouncerOptions): { stop(): Promise<void> } {
  const size = new BatchSize(parts.db.engine);
  const leases = new RangeLeases(parts.db, { name: 'fees', isShared: true }, parts.now);
  /** Whether there was nothing to do in the ranges of this process. */
  let isIdle = false;

  const batch = async (): Promise<boolean> => {
    const done = await parts.transaction(async (tx) => {
      const learn = size.start();
      const nowMs = parts.now();
      const ranges = await leases.hold(tx, nowMs);
      if (ranges.length === 0) return undefined;
      const events = await parts.source.nextBatch(tx, nowMs, size.limits().rows, ranges);
      const tally = new Tally();
      const { length: deliveries } = await parts.events.append(tx, events ?? [], tally);
      learn();
      return { events, deliveries, tally };
    }, BATCH_OPTIONS);
    isIdle = done?.events === undefined;
    if (done?.events === undefined) return false;
    const { events, deliveries, tally } = done;
    if (events.length > 0) parts.onPublished({ events, deliveries, tally });
    return true;
  };

  /** Whether there may be more to do at once. */
  const step = async (): Promise<boolean> => {
    if (!(await parts.source.isDue(parts.db, parts.now()))) return false;
    if ((await leases.divide(isIdle)).length === 0) return false;
    await assignReceiverGroups(parts.db);
    return batch();
  };

  const loop = new BackgroundLoop({
    name: 'fee events',
    async turn(signal) {
      if (!(await step())) return parts.pollMs;
      await size.pause(signal);
      return 0;
    },
    pauseAfterFailureMs: PAUSE_AFTER_FAILURE_MS,
    onFailure: parts.onFailure,
    onTurn: parts.onTurn,
  });
  return {
    async stop() {
      await loop.stop();
      await leases.release().catch(parts.onFailure);
    },
  };
}
