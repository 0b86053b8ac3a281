import { OneAtATime } from '../../async/one-at-a-time.ts';
import type { Db, Sql, TransactionOptions } from '../../db/db.ts';
import type { Attempted, Claimed } from '../deliveries/delivery-attempt.ts';
import type { SellerEvents } from '../fan-out/seller-events.ts';
import type { OperatorKey } from '../keys/operator-key.ts';
import type { TallyObserver } from '../tally.ts';
import { type ClaimResult, claimDue, type UnreadableDestination } from './delivery-claim.ts';
import { type SettlementTimes, settleAttempts } from './delivery-settlement.ts';
import { DEPTH_BOUNDS, type DepthBounds, nextLaneDueMs, readQueueDepth } from './queue-depth.ts';

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
  /** Called with a destination whose settings cannot be read, once for each claim that met it. */
  onUnreadable?: (destination: UnreadableDestination) => void;
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
    for (const destination of unreadable) onUnreadable?.(destination);
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
  nextDueMs(): Promise<number | undefined> {
    return nextLaneDueMs(this.#parts.db);
  }

  /** How long the queue is, up to a bound. */
  depth(bounds: DepthBounds = DEPTH_BOUNDS): ReturnType<typeof readQueueDepth> {
    return readQueueDepth(this.#parts.db, this.#parts.now(), bounds);
  }
}
