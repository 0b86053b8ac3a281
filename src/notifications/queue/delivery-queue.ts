import { OneAtATime } from '../../async/one-at-a-time.ts';
import type { Db, Sql, TransactionOptions } from '../../db/db.ts';
import type { MaybePromise } from '../../domain/maybe-promise.ts';
import type { Attempted, Claimed } from '../deliveries/delivery-attempt.ts';
import type { SellerEvents } from '../fan-out/seller-events.ts';
import type { OperatorKey } from '../keys/operator-key.ts';
import type { TallyObserver } from '../tally.ts';
import { type ClaimResult, claimDue } from './delivery-claim.ts';
import { type SettlementTimes, settleAttempts } from './delivery-settlement.ts';

export type QueueSettings = SettlementTimes & {
  /** `source` of every event. */
  source: string;
  /** After this time another worker may claim the delivery again, so it must be longer than an attempt can take. */
  leaseMs: number;
  /** Deliveries in flight to all destinations of one seller: no seller may occupy the whole worker. */
  maxPerSeller: number;
};

export type DeliveryQueueOptions = {
  db: Db;
  key: OperatorKey;
  now: () => number;
  times: QueueSettings;
  /** Tells sellers of destinations that attempts suspend. */
  sellerEvents: SellerEvents;
  /** Called with the id of a destination whose settings cannot be read, once for each claim that met it. */
  onUnreadable?: (destinationId: string) => void;
  onTally?: TallyObserver;
};

/**
 * The worker's side of the queue. Any number of workers in any number of processes may use it at once. A claim is a lease
 * with a fencing token: a worker that settles after its lease ended adds to the log and changes nothing else.
 */
export class DeliveryQueue {
  readonly #parts: DeliveryQueueOptions;
  readonly #turns = new OneAtATime();

  constructor(parts: DeliveryQueueOptions) {
    this.#parts = parts;
  }

  /**
   * Up to `max` due deliveries, of the destinations that have waited longest. The deliveries in flight to a destination
   * never exceed its limit, counted over all workers: a destination that answers slowly delays only its own seller.
   */
  async claim(max: number): Promise<Claimed[]> {
    return this.#report(await this.exclusively((tx) => this.#claim(tx, max)));
  }

  /**
   * Stores the outcomes of attempts. Every attempt is added to the log; the delivery itself changes only while the worker
   * still holds its lease. All attempts share one transaction: pass few, and fewer after a failure (`Settler`).
   *
   * On the embedded store the same transaction claims up to `max` deliveries: two would wait for the disk twice. On PostgreSQL
   * nothing is claimed: both need their own kind of transaction.
   */
  async settle(attempted: readonly Attempted[], max = 0): Promise<Claimed[]> {
    const { db, now, onTally } = this.#parts;
    const isClaiming = max > 0 && db.engine === 'sqlite';
    const { tally, claim } = await this.exclusively(
      async (tx) => ({
        tally: await settleAttempts(tx, attempted, now(), this.#parts),
        claim: isClaiming ? await this.#claim(tx, max) : undefined,
      }),
      { seesLatest: true },
    );
    onTally?.(tally);
    return claim ? this.#report(claim) : [];
  }

  #claim(tx: Sql, max: number): Promise<ClaimResult> {
    const { key, now, times } = this.#parts;
    return claimDue(tx, max, now(), { key, ...times });
  }

  /** After the commit: a colliding transaction is repeated, and a transaction that is rolled back must report nothing. */
  #report({ claimed, unreadable, tally }: ClaimResult): Claimed[] {
    const { onUnreadable, onTally } = this.#parts;
    for (const destinationId of unreadable) onUnreadable?.(destinationId);
    onTally?.(tally);
    return claimed;
  }

  /**
   * Runs transactions one after the other. The claims and settlements of one worker, and the dispatcher beside it, update the
   * same lanes: run concurrently on PostgreSQL they collide and are repeated (72 ms instead of 9 for a hundred).
   */
  exclusively<T>(work: (tx: Sql) => Promise<T>, options?: TransactionOptions): Promise<T> {
    return this.#turns.take('', () => this.#parts.db.transaction(work, options));
  }

  /** When the next destination has a due delivery; undefined when no delivery waits. */
  async nextDueMs(): Promise<number | undefined> {
    const row = await this.#parts.db.get<{ due: number | null }>(
      'SELECT MIN(due_ms) AS due FROM lane WHERE due_ms IS NOT NULL',
    );
    return row?.due ?? undefined;
  }

  /** The number of open deliveries, how many of them are held back, by reason, and how long the oldest due one has waited. */
  async depth(): Promise<{
    open: number;
    held: Map<string, number>;
    oldestDueMs: number;
    byType: Map<string, { open: number; oldestDueMs: number }>;
  }> {
    const { db, now: storeNow } = this.#parts;
    const now = storeNow();
    const types = await openByType(db);
    const waitedMs = (dueMs: number | null | undefined) => (typeof dueMs === 'number' ? Math.max(0, now - dueMs) : 0);
    const held = await db.all<{ reason: string; held: number }>(
      `SELECT reason, COUNT(*) AS held FROM delivery WHERE settled_ms IS NULL AND reason IS NOT NULL GROUP BY reason`,
    );
    const byReason = new Map(held.map((row) => [row.reason, row.held]));
    return {
      open: types.reduce((sum, { open }) => sum + open, 0),
      held: byReason,
      oldestDueMs: waitedMs(await this.nextDueMs()),
      byType: new Map(types.map(({ type, open, due }) => [type, { open, oldestDueMs: waitedMs(due) }])),
    };
  }
}

/**
 * The open deliveries of each type of destination, and when the first is due. A worker knows that from the lane; a PULL
 * destination has none, and what its receiver has taken is due when it becomes visible again. The inner query reads one index
 * in its order, so it costs as much as counting all open deliveries.
 */
function openByType(db: Db): MaybePromise<{ type: string; open: number; due: number | null }[]> {
  return db.all(
    `SELECT destination.type, SUM(queued.open) AS open,
       MIN(CASE WHEN destination.type <> 'PULL' THEN lane.due_ms WHEN destination.status = 'ACTIVE' THEN queued.due END) AS due
     FROM (SELECT channel_id, COUNT(*) AS open, MIN(due_ms) AS due FROM delivery WHERE settled_ms IS NULL
           GROUP BY channel_id) AS queued
       JOIN destination ON destination.channel_id = queued.channel_id
       LEFT JOIN lane ON lane.channel_id = queued.channel_id
     GROUP BY destination.type ORDER BY destination.type`,
  );
}
