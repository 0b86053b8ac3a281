import type { Db, Sql, TransactionOptions } from '../../db/db.ts';
import { Fault } from '../../domain/fault.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { OpenEvent } from '../../domain/notifications/market-event.ts';
import type { SellerEvents } from '../fan-out/seller-events.ts';
import { BatchSize } from './batch-size.ts';
import { type BatchLimits, type DispatchedBatch, dispatchBatch } from './dispatch-batch.ts';
import type { EventSource } from './event-source.ts';
import { holdLease, isHeldByOther, releaseLease } from './lease.ts';
import { PostponedItems } from './postponed-items.ts';

const LEASE = 'dispatcher';
/** How long the others wait for a dispatcher that died. */
const LEASE_MS = 3_000;
/**
 * A batch takes milliseconds. Its process may be stopped in the middle of it, and holds the lease's row then. Claims and
 * settlements of other workers write the same lanes all the time: a batch that collided with them would be repeated for ever. It
 * need not: its lease, and the rows of its sellers, keep others from what it decides by.
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

/** Reads the events of a batch, in its transaction. */
type Look = (tx: Sql, limits: BatchLimits) => Promise<OpenEvent[]>;

/**
 * Addresses the market's events to sellers, in batches, each one transaction. Any number may work, in this process and in others: a
 * lease lets one at a time. The events of an item reach each seller in the order of their revisions, because every transaction reads
 * from the store which ones come next. What is in memory only says which items to leave out for a while.
 */
export class EventDispatch {
  readonly #parts: DispatchOptions;
  readonly #size: BatchSize;
  readonly #postponed = new PostponedItems();
  #token = 0;

  constructor(parts: DispatchOptions, size: BatchSize = new BatchSize(parts.db.engine)) {
    this.#parts = parts;
    this.#size = size;
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
      const batch = await this.#dispatch(async (tx, limits) => {
        looked = await source.next(tx, limits.events, this.#postponed.keys(now()));
        return looked;
      });
      return batch !== undefined && batch.looked.length > 0;
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
   * receivers than a batch has rows is still open after its transaction, a postponement may end meanwhile, and so may the lease.
   * A later event of the item would then get lower sequences than the first one.
   */
  async #dispatchOneByOne(items: readonly ItemKey[], signal: AbortSignal): Promise<void> {
    const { source, now, onPostponed } = this.#parts;
    for (const { marketplaceId, itemId } of items) {
      if (signal.aborted) return;
      const item = { marketplaceId, itemId };
      if (this.#postponed.has(item, now())) continue;
      try {
        // Undefined: another process holds the lease.
        if ((await this.#dispatch((tx) => source.oldestOf(tx, item))) === undefined) return;
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

  /** Lets another process go on at once. */
  async release(): Promise<void> {
    if (this.#token > 0) await releaseLease(this.#parts.db, LEASE, this.#token);
  }

  /** A look that writes nothing: an idle dispatcher costs a read. */
  async #mayWork(): Promise<boolean> {
    const { source, db, now } = this.#parts;
    const nowMs = now();
    if ((await source.next(db, 1, this.#postponed.keys(nowMs))).length === 0) return false;
    return !(await isHeldByOther(db, LEASE, this.#token, nowMs));
  }

  /** One batch. Undefined: another process holds the lease. */
  async #dispatch(look: Look): Promise<DispatchedBatch | undefined> {
    const { now, transaction, onDispatched } = this.#parts;
    const done = await transaction(async (tx) => {
      const learn = this.#size.start();
      const nowMs = now();
      const held = await holdLease(tx, LEASE, this.#token, { nowMs, untilMs: nowMs + LEASE_MS });
      if (held === undefined) return undefined;
      const limits = this.#size.limits();
      const batch = await dispatchBatch(tx, this.#parts, { looked: await look(tx, limits), limits }, nowMs);
      learn();
      return { batch, held };
    }, BATCH_OPTIONS);
    if (done === undefined) return undefined;
    // After the commit: a token of a transaction that was rolled back may belong to another process.
    this.#token = done.held;
    this.#postponed.remove(done.batch.looked);
    onDispatched(done.batch);
    return done.batch;
  }
}

/** The store does not answer: no event is to blame. */
const isUnavailable = (error: unknown): boolean => error instanceof Fault && error.code === 'ServiceUnavailable';
