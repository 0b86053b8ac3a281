import type { HoldReason } from '../domain/notifications/delivery.ts';
import type { ChannelType } from '../domain/notifications/destination.ts';
import type { EventFilter } from '../domain/notifications/event-filter.ts';
import type { StatusReason } from '../domain/notifications/status-reason.ts';

/** What is counted, and what the reason of each says. */
type Counted = {
  /** Deliveries that begin to wait for this reason. One that waits for two reasons in turn counts for both. */
  held: HoldReason;
  /** Deliveries that a newer event replaced. */
  superseded: '';
  /** Events that a key of the filter kept back. */
  filtered: keyof EventFilter;
  /** Destinations that were suspended. */
  suspended: StatusReason;
};
export type TallyEntry = { what: keyof Counted; channel: ChannelType; why: string; count: number };

/**
 * What one transaction did to deliveries other than sending them, for the metrics. Make it inside the transaction: that may be
 * repeated, and the counts of a first try would be wrong. Report it after the commit (`TallyObserver`).
 */
export class Tally {
  readonly #entries = new Map<string, TallyEntry>();

  /** That of another thread. */
  static of(entries: readonly TallyEntry[]): Tally {
    const tally = new Tally();
    for (const entry of entries) tally.#entries.set(`${entry.what} ${entry.channel} ${entry.why}`, entry);
    return tally;
  }

  add<What extends keyof Counted>(what: What, channel: ChannelType, why: Counted[What], count = 1): void {
    if (count === 0) return;
    const key = `${what} ${channel} ${why}`;
    this.#entries.getOrInsertComputed(key, () => ({ what, channel, why, count: 0 })).count += count;
  }

  /** Every count, with what it is about. */
  entries(): Iterable<Readonly<TallyEntry>> {
    return this.#entries.values();
  }
}

/** Called with the counts of each transaction, after its commit. */
export type TallyObserver = (tally: Tally) => void;
