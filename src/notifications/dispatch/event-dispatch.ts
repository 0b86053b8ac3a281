import type { Db, Sql, TransactionOptions } from '../../db/db.ts';
import { keyGroup } from '../../db/key-group.ts';
import { RangeLeases } from '../../db/range-leases.ts';
import { Fault } from '../../domain/fault.ts';
import { areAllRanges, rangeOf } from '../../domain/groups.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { OpenEvent } from '../../domain/notifications/market-event.ts';
import type { SellerEvents } from '../fan-out/seller-events.ts';
import { BatchSize } from './batch-size.ts';
import { type BatchLimits, type DispatchedBatch, dispatchBatch } from './dispatch-batch.ts';
import type { EventSource } from './event-source.ts';
import { PostponedItems } from './postponed-items.ts';

/**
 * A batch takes milliseconds. Its process may be stopped in the middle of it, and holds the rows of its leases then. Claims and
 * settlements of other workers write the same lanes all the time: a batch that collided with them would be repeated for ever. It
 * need not: its leases, and the rows of its sellers, keep others from what it decides by.
 */
const BATCH_OPTIONS: TransactionOptions = { timeoutMs: 5_000, seesLatest: true };

export type DispatchOptions = {
  source: EventSource;
  events: SellerEvents;
  db: Db;
  now(): number;
  /** Runs a transaction; see `DeliveryQueue.exclusively`. */
  transaction<T>(work: (tx: Sql) => Promise<T>, options: TransactionOptions): Promise<T>;
  /** After the commit of a batch. */
  onDispatched(batch: DispatchedBatch): void;
  onFailure(error: unknown): void;
  /** An item whose events cannot be addressed: the others go on without it. */
  onPostponed(item: ItemKey, error: unknown): void;
};

/** Reads the events of a batch, in its transaction, of items in the ranges that this process holds. */
type Look = (tx: Sql, limits: BatchLimits, ranges: readonly number[]) => Promise<OpenEvent[]>;

/**
 * Addresses the market's events to sellers, in batches, each one transaction. Any number may work at once, in this process and in
 * others, each on its own ranges of items. An item is in one range. Its events reach each seller in the order of their revisions,
 * because every transaction reads from the store which ones come next. What is in memory only says which items to leave out for a
 * while.
 */
export class EventDispatch {
  readonly #parts: DispatchOptions;
  readonly #size: BatchSize;
  readonly #postponed = new PostponedItems();
  readonly #leases: RangeLeases;
  /** Whether the last step found nothing in the ranges of this process. */
  #isIdle = false;

  constructor(parts: DispatchOptions, size: BatchSize = new BatchSize(parts.db.engine)) {
    this.#parts = parts;
    this.#size = size;
    this.#leases = new RangeLeases(parts.db, { name: 'dispatcher', isShared: true }, parts.now);
  }

  /** The number of items that are postponed. */
  get postponed(): number {
    return this.#postponed.size;
  }

  /**
   * Dispatches a batch. If that fails, its events one by one. Returns whether there may be more to do at once. Throws when no single
   * item is to blame: the store does not answer, or too many items fail.
   */
  async step(signal: AbortSignal): Promise<boolean> {
    const { source, now, onFailure } = this.#parts;
    if (!(await this.#mayWork())) return false;
    let looked: OpenEvent[] = [];
    try {
      const batch = await this.#dispatch(async (tx, limits, ranges) => {
        looked = await source.next(tx, limits.events, this.#postponed.keys(now()), ranges);
        return looked;
      });
      this.#isIdle = looked.length === 0;
      return batch !== undefined && !this.#isIdle;
    } catch (error) {
      if (looked.length === 0 || isUnavailable(error)) throw error;
      onFailure(error);
      await this.#dispatchOneByOne(looked, signal);
      return true;
    }
  }

  /**
   * Dispatches the events of a failed batch one by one, and postpones the items whose own events fail. `items` has an item once for
   * each of its events in that batch.
   *
   * Every transaction reads again which event of the item is the oldest. The list of the failed batch must not say that: an event with more
   * receivers than a batch has rows is still open after its transaction, a postponement may end meanwhile, and so may the leases.
   * A later event of the item would then get lower sequences than the first one.
   */
  async #dispatchOneByOne(items: readonly ItemKey[], signal: AbortSignal): Promise<void> {
    const { source, now, onPostponed } = this.#parts;
    for (const { marketplaceId, itemId } of items) {
      if (signal.aborted) return;
      const item = { marketplaceId, itemId };
      if (this.#postponed.has(item, now())) continue;
      try {
        const range = rangeOf(keyGroup(marketplaceId, itemId));
        const oldest: Look = async (tx, _limits, ranges) => (ranges.includes(range) ? source.oldestOf(tx, item) : []);
        // Undefined: other processes hold the leases.
        if ((await this.#dispatch(oldest)) === undefined) return;
      } catch (error) {
        if (isUnavailable(error) || !this.#postponed.add(item, now())) throw error;
        onPostponed(item, error);
      }
      await this.pause(signal);
    }
  }

  /** Leaves the store and the event loop to others between two transactions. */
  pause(signal: AbortSignal): Promise<void> {
    return this.#size.pause(signal);
  }

  /** Lets other processes go on at once. */
  release(): Promise<void> {
    return this.#leases.release();
  }

  /** Whether there are events in the ranges of this process. A look that writes nothing where there are no events at all. */
  async #mayWork(): Promise<boolean> {
    const { source, db, now } = this.#parts;
    const postponed = this.#postponed.keys(now());
    if ((await source.next(db, 1, postponed)).length === 0) return false;
    const ranges = await this.#leases.divide(this.#isIdle);
    if (areAllRanges(ranges)) return true;
    if (ranges.length === 0) return false;
    await source.assignGroups();
    this.#isIdle = (await source.next(db, 1, postponed, ranges)).length === 0;
    return !this.#isIdle;
  }

  /** One batch. Undefined: other processes hold the leases. */
  async #dispatch(look: Look): Promise<DispatchedBatch | undefined> {
    const { now, transaction, onDispatched } = this.#parts;
    const done = await transaction(async (tx) => {
      const learn = this.#size.start();
      const ranges = await this.#leases.hold(tx, now());
      if (ranges.length === 0) return undefined;
      const limits = this.#size.limits();
      const batch = await dispatchBatch(tx, this.#parts, { looked: await look(tx, limits, ranges), limits });
      learn();
      return batch;
    }, BATCH_OPTIONS);
    if (done === undefined) return undefined;
    this.#postponed.remove(done.looked);
    onDispatched(done);
    return done;
  }
}

/** The store does not answer: no event is to blame. */
const isUnavailable = (error: unknown): boolean => error instanceof Fault && error.code === 'ServiceUnavailable';
