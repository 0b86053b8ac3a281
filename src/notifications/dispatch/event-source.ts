import type { Sql } from '../../db/db.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { ConcernedSeller, OpenEvent } from '../../domain/notifications/market-event.ts';

/**
 * The market as the dispatcher sees it: `roles/` passes it in, because the modules do not import each other. All functions run
 * in the dispatcher's transaction.
 */
export type EventSource = {
  /**
   * The next events to address, about `limit` and at most twice as many, of both lanes. For each item its oldest open events
   * come first, in the order of their ids, and none is left out before another. Items in `postponed` (a few) are left out with
   * all their events. `ranges`: of items in these ranges of groups alone; all by default.
   */
  next(tx: Sql, limit: number, postponed: readonly ItemKey[], ranges?: readonly number[]): Promise<OpenEvent[]>;
  /**
   * Gives a batch of events that a process of the release before queued their groups. `next` finds them then in their ranges, and
   * before only if it looks in all. In a transaction of its own: whoever does it need not hold their ranges.
   */
  assignGroups(): Promise<void>;
  /** The oldest open event of an item; none if it has no open event. */
  oldestOf(tx: Sql, item: ItemKey): Promise<OpenEvent[]>;
  /**
   * The sellers in `event_receiver` that each event concerns, after its `afterSeller`, in the order of ids (code points), at most
   * `limit` for each event. Fewer than `limit`: these are the last.
   */
  sellersOf(tx: Sql, events: readonly OpenEvent[], limit: number): Promise<ConcernedSeller[]>;
  /** The seller's part of each event, as members of `data`: in the order of `concerned`. Undefined: nothing to tell this seller. */
  partsOf(
    tx: Sql,
    events: readonly OpenEvent[],
    concerned: readonly ConcernedSeller[],
  ): Promise<(string | undefined)[]>;
  /** Records how far an event is. */
  advance(tx: Sql, eventId: number, afterSeller: string): Promise<void>;
  /** Removes events that all sellers concerned have. */
  finish(tx: Sql, eventIds: readonly number[]): Promise<void>;
  /** The number of open events, at most 100,000, and when the oldest one happened. */
  depth(): Promise<{ open: number; oldestMs: number | undefined }>;
};
