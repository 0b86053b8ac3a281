import type { HoldReason } from '../domain/notifications/delivery.ts';
import type { ChannelType } from '../domain/notifications/destination.ts';
import type { EventFilter } from '../domain/notifications/event-filter.ts';
import type { StatusReason } from '../domain/notifications/status-reason.ts';

type Counted = 'held' | 'superseded' | 'filtered' | 'suspended';
type Entry = { what: Counted; channel: ChannelType; why: string; count: number };

/**
 * What one transaction did to deliveries other than sending them, for the metrics. Make it inside the transaction: that may be
 * repeated, and the counts of a first try would be wrong. Report it after the commit (`TallyObserver`).
 */
export class Tally {
  readonly #entries = new Map<string, Entry>();

  /** Deliveries that begin to wait for this reason. One that waits for two reasons in turn counts for both. */
  held(channel: ChannelType, reason: HoldReason, count = 1): void {
    this.#add('held', channel, reason, count);
  }

  /** Deliveries that a newer event replaced. */
  superseded(channel: ChannelType, count = 1): void {
    this.#add('superseded', channel, '', count);
  }

  /** Events that a key of the filter kept back. */
  filtered(channel: ChannelType, key: keyof EventFilter, count = 1): void {
    this.#add('filtered', channel, key, count);
  }

  /** Destinations that were suspended. */
  suspended(channel: ChannelType, reason: StatusReason, count = 1): void {
    this.#add('suspended', channel, reason, count);
  }

  /** Every count, with what it is about. */
  entries(): Iterable<Readonly<Entry>> {
    return this.#entries.values();
  }

  #add(what: Counted, channel: ChannelType, why: string, count: number): void {
    if (count === 0) return;
    const key = `${what} ${channel} ${why}`;
    const entry = this.#entries.get(key);
    if (entry) entry.count += count;
    else this.#entries.set(key, { what, channel, why, count });
  }
}

/** Called with the counts of each transaction, after its commit. */
export type TallyObserver = (tally: Tally) => void;
