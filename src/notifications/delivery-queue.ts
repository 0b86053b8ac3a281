import type { Db, Sql, TransactionOptions } from '../db/db.ts';
import type { Attempted, Claimed } from './delivery-attempt.ts';
import { claimDue } from './delivery-claim.ts';
import { type SettlementTimes, settleAttempts } from './delivery-settlement.ts';
import type { OperatorKey } from './keys/operator-key.ts';
import type { TallyObserver } from './tally.ts';

export type QueueSettings = SettlementTimes & {
  /** `source` of every event. */
  source: string;
  /** After this time another worker may claim the delivery again, so it must be longer than an attempt can take. */
  leaseMs: number;
  /** Deliveries in flight to all destinations of one seller: no seller may occupy the whole worker. */
  maxPerSeller: number;
};

/**
 * The worker's side of the queue. Any number of workers in any number of processes may use it at once. A claim is a lease
 * with a fencing token: a worker that settles after its lease ended adds to the log and changes nothing else.
 */
export class DeliveryQueue {
  readonly #db: Db;
  readonly #key: OperatorKey;
  readonly #now: () => number;
  readonly #times: QueueSettings;
  readonly #onUnreadable: (destinationId: string) => void;
  readonly #onTally: TallyObserver;
  #last: Promise<void> = Promise.resolve();

  /** `onUnreadable` is called with the id of a destination whose settings cannot be read, once for each claim that met it. */
  constructor(
    db: Db,
    key: OperatorKey,
    now: () => number,
    times: QueueSettings,
    onUnreadable: (destinationId: string) => void = () => undefined,
    onTally: TallyObserver = () => undefined,
  ) {
    this.#onTally = onTally;
    this.#db = db;
    this.#key = key;
    this.#now = now;
    this.#times = times;
    this.#onUnreadable = onUnreadable;
  }

  /**
   * Up to `max` due deliveries, of the destinations that have waited longest. The deliveries in flight to a destination
   * never exceed its limit, counted over all workers: a destination that answers slowly delays only its own seller.
   */
  async claim(max: number): Promise<Claimed[]> {
    const { claimed, unreadable, tally } = await this.exclusively((tx) =>
      claimDue(tx, this.#key, max, this.#now(), this.#times),
    );
    // After the commit: a colliding transaction is repeated, and a transaction that is rolled back must report nothing.
    for (const destinationId of unreadable) this.#onUnreadable(destinationId);
    this.#onTally(tally);
    return claimed;
  }

  /**
   * Stores the outcomes of attempts. Every attempt is added to the log; the delivery itself changes only while the worker
   * still holds its lease. All attempts share one transaction: pass few, and fewer after a failure (`Settler`).
   */
  settle(attempted: readonly Attempted[]): Promise<void> {
    const settle = (tx: Sql) => settleAttempts(tx, attempted, this.#now(), this.#times);
    return this.exclusively(settle, { seesLatest: true });
  }

  /**
   * Runs transactions one after the other. The claims and settlements of one worker, and the dispatcher beside it, update the
   * same lanes: run concurrently on PostgreSQL they collide and are repeated (72 ms instead of 9 for a hundred).
   */
  exclusively<T>(work: (tx: Sql) => Promise<T>, options?: TransactionOptions): Promise<T> {
    const result = this.#last.then(() => this.#db.transaction(work, options));
    this.#last = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  /** When the next destination has a due delivery; undefined when no delivery waits. */
  async nextDueMs(): Promise<number | undefined> {
    const row = await this.#db.get<{ due: number | null }>(
      'SELECT MIN(due_ms) AS due FROM lane WHERE due_ms IS NOT NULL',
    );
    return row?.due ?? undefined;
  }

  /** The number of open deliveries, and how long the oldest due one has waited. */
  async depth(): Promise<{ open: number; oldestDueMs: number }> {
    const now = this.#now();
    const open = await this.#db.get<{ open: number }>('SELECT COUNT(*) AS open FROM delivery WHERE settled_ms IS NULL');
    const due = await this.nextDueMs();
    return { open: open?.open ?? 0, oldestDueMs: due === undefined ? 0 : Math.max(0, now - due) };
  }
}
