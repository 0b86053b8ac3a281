import { BackgroundLoop } from '../../async/background-loop.ts';
import type { Db, Sql, TransactionOptions } from '../../db/db.ts';
import type { FeeEvent } from '../../domain/notifications/fee-event.ts';
import type { SellerEvents } from '../fan-out/seller-events.ts';
import { Tally } from '../tally.ts';
import { BatchSize } from './batch-size.ts';
import { holdLease, isHeldByOther, releaseLease } from './lease.ts';

/** The fees of the market as the worker sees them: `roles/` passes it in, because the modules do not import each other. */
type FeeSource = {
  /** Whether there is anything to do: one read. */
  isDue(sql: Sql, nowMs: number): Promise<boolean>;
  /**
   * A batch of the work, about `limit` listings, in the caller's transaction, which appends the events that it returns, in their
   * order. Undefined: there is nothing to do.
   */
  nextBatch(tx: Sql, nowMs: number, limit: number): Promise<FeeEvent[] | undefined>;
};

const LEASE = 'fees';
/** How long the others wait for one that died. */
const LEASE_MS = 3_000;
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
};

/**
 * Notifies sellers about fees until it is stopped: promotions that begin, change or end, and schedules that change what they pay. Each batch
 * is one transaction, with the events and how far the work is: a process that dies loses and repeats nothing. A lease lets one
 * process at a time work.
 */
export function startFeeAnnouncer(parts: FeeAnnouncerOptions): { stop(): Promise<void> } {
  const size = new BatchSize(parts.db.engine);
  let token = 0;

  const batch = async (): Promise<boolean> => {
    const done = await parts.transaction(async (tx) => {
      const learn = size.start();
      const nowMs = parts.now();
      const held = await holdLease(tx, LEASE, token, { nowMs, untilMs: nowMs + LEASE_MS });
      if (held === undefined) return undefined;
      const events = await parts.source.nextBatch(tx, nowMs, size.limits().rows);
      const tally = new Tally();
      const { length: deliveries } = await parts.events.append(tx, events ?? [], nowMs, tally);
      learn();
      return { held, events, deliveries, tally };
    }, BATCH_OPTIONS);
    // After the commit: a token of a transaction that was rolled back may belong to another process.
    token = done?.held ?? token;
    if (done?.events === undefined) return false;
    const { events, deliveries, tally } = done;
    if (events.length > 0) parts.onPublished({ events, deliveries, tally });
    return true;
  };

  /** Whether there may be more to do at once. */
  const step = async (): Promise<boolean> => {
    const nowMs = parts.now();
    if (!(await parts.source.isDue(parts.db, nowMs))) return false;
    return !(await isHeldByOther(parts.db, LEASE, token, nowMs)) && batch();
  };

  const loop = new BackgroundLoop({
    async turn(signal) {
      if (!(await step())) return parts.pollMs;
      await size.pause(signal);
      return 0;
    },
    pauseAfterFailureMs: PAUSE_AFTER_FAILURE_MS,
    onFailure: parts.onFailure,
  });
  return {
    async stop() {
      await loop.stop();
      if (token > 0) await releaseLease(parts.db, LEASE, token).catch(parts.onFailure);
    },
  };
}
