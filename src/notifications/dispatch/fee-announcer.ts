import { BackgroundLoop } from '../../async/background-loop.ts';
import type { Db, Sql, TransactionOptions } from '../../db/db.ts';
import type { FeeEvent } from '../../domain/notifications/fee-event.ts';
import type { SellerEvents } from '../fan-out/seller-events.ts';
import { Tally } from '../tally.ts';
import type { FeeSource } from './fee-source.ts';
import { holdLease, isHeldByOther, releaseLease } from './lease.ts';
import { PieceSize } from './piece-size.ts';

const LEASE = 'fees';
/** How long the others wait for one that died. */
const LEASE_MS = 3_000;
/** As a piece of the dispatcher: it writes the same rows. */
const PIECE_OPTIONS: TransactionOptions = { timeoutMs: 5_000, seesLatest: true };
const PAUSE_AFTER_FAILURE_MS = 1_000;

export type FeeAnnouncerParts = {
  db: Db;
  now(): number;
  source: FeeSource;
  events: Pick<SellerEvents, 'append'>;
  /** How often to look for work: one read. */
  pollMs: number;
  /** Runs a transaction; see `DeliveryQueue.exclusively`. */
  transaction<T>(work: (tx: Sql) => Promise<T>, options: TransactionOptions): Promise<T>;
  /** After the commit of a piece that told something. */
  onTold(told: { events: readonly FeeEvent[]; deliveries: number; tally: Tally }): void;
  onFailure(error: unknown): void;
};

/**
 * Tells sellers about fees until it is stopped: promotions that begin, change or end, and schedules that change what they pay. Each piece
 * is one transaction, with the events and how far the work is: a process that dies loses and repeats nothing. A lease lets one
 * process at a time work.
 */
export function startFeeAnnouncer(parts: FeeAnnouncerParts): { stop(): Promise<void> } {
  const size = new PieceSize(parts.db.engine);
  let token = 0;

  const piece = async (): Promise<boolean> => {
    const done = await parts.transaction(async (tx) => {
      const learn = size.start();
      const nowMs = parts.now();
      const held = await holdLease(tx, LEASE, token, { nowMs, untilMs: nowMs + LEASE_MS });
      if (held === undefined) return undefined;
      const events = await parts.source.piece(tx, nowMs, size.limits().rows);
      const tally = new Tally();
      const { length: deliveries } = await parts.events.append(tx, events ?? [], nowMs, tally);
      learn();
      return { held, events, deliveries, tally };
    }, PIECE_OPTIONS);
    // After the commit: a token of a transaction that was rolled back may belong to another process.
    token = done?.held ?? token;
    if (done?.events === undefined) return false;
    const { events, deliveries, tally } = done;
    if (events.length > 0) parts.onTold({ events, deliveries, tally });
    return true;
  };

  /** Whether there may be more to do at once. */
  const step = async (): Promise<boolean> => {
    const nowMs = parts.now();
    if (!(await parts.source.isDue(parts.db, nowMs))) return false;
    return !(await isHeldByOther(parts.db, LEASE, token, nowMs)) && piece();
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
