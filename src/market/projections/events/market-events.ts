import type { Db, Sql } from '../../../db/db.ts';
import type { ItemKey } from '../../../domain/market/item.ts';
import type { ConcernedSeller, OpenEvent } from '../../../domain/notifications/market-event.ts';
import { concernedSellers } from './concerned-sellers.ts';
import { advanceEvent, nextEvents, oldestEventOf, queueDepth, removeEvents } from './event-queue.ts';
import { sellerParts } from './seller-part.ts';

/**
 * The queue of events for whoever addresses them to sellers. The functions run in the caller's transaction. Only one caller at
 * a time may work on the queue: nothing here keeps two of them apart.
 */
export class MarketEvents {
  readonly #db: Db;
  readonly #now: () => number;

  constructor(db: Db, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * The next events to address, about `limit` and at most twice as many, of both lanes. For each item its oldest open events
   * come first, in the order of their ids, and none is left out before another. Items in `postponed` are left out with all
   * their events.
   */
  next(tx: Sql, limit: number, postponed: readonly ItemKey[]): Promise<OpenEvent[]> {
    return nextEvents(tx, limit, postponed);
  }

  /** The oldest open event of an item; none if it has no open event. */
  oldestOf(tx: Sql, item: ItemKey): Promise<OpenEvent[]> {
    return oldestEventOf(tx, item);
  }

  /**
   * The receivers of events that each event concerns, after its `afterSeller`, in the order of ids, at most `limit` for each
   * event. Fewer than `limit`: these are the last.
   */
  sellersOf(tx: Sql, events: readonly OpenEvent[], limit: number): Promise<ConcernedSeller[]> {
    return concernedSellers(tx, events, limit);
  }

  /** The seller's part of each event, as members of `data`: in the order of `concerned`. Undefined: the seller receives nothing. */
  partsOf(
    tx: Sql,
    events: readonly OpenEvent[],
    concerned: readonly ConcernedSeller[],
  ): Promise<(string | undefined)[]> {
    return sellerParts(tx, events, concerned, this.#now());
  }

  /** Records that the sellers up to this id have the event. */
  advance(tx: Sql, eventId: number, afterSeller: string): Promise<void> {
    return advanceEvent(tx, eventId, afterSeller);
  }

  /** Removes events that all sellers concerned have. */
  finish(tx: Sql, eventIds: readonly number[]): Promise<void> {
    return removeEvents(tx, eventIds);
  }

  /** The number of open events, at most 100,000, and when the oldest one happened. */
  depth(): Promise<{ open: number; oldestMs: number | undefined }> {
    return queueDepth(this.#db);
  }
}
