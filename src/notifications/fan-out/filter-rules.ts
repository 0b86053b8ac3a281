import type { Sql } from '../../db/db.ts';
import { type EventFilter, type FilterRule, filterRule } from '../../domain/notifications/event-filter.ts';
import type { EventKind } from '../../domain/notifications/notification.ts';
import type { DestinationRow } from '../destination-table.ts';

/** A destination that has a filter. */
type Filtered = { channel_id: string; modified_ms: number };

/** The rule for events of a kind. Undefined: all of them pass. */
export type KindRules = (kind: EventKind) => FilterRule | undefined;

type Entry = { modifiedMs: number; readMs: number; text: string; rules: KindRules };

type FilterRow = Filtered & Pick<DestinationRow, 'filter' | 'kind_filters'>;

/** A change in the same millisecond, by a clock that is a little behind, would not be seen in `modified_ms`. */
const SETTLED_MS = 10_000;
/** The length of all cached filters together. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/**
 * The filters of destinations, ready to use. A filter has up to 3,000 elements: to read and parse those of all destinations of
 * a seller for every event would take longer than all the rest, and every other seller would wait for it.
 */
export class FilterRules {
  readonly #entries = new Map<string, Entry>();
  #characters = 0;

  /** By destination. One statement, and none when all are cached. */
  async of(tx: Sql, destinations: readonly Filtered[], nowMs: number): Promise<Map<string, KindRules>> {
    const rules = new Map<string, KindRules>();
    const missing: string[] = [];
    for (const { channel_id: destinationId, modified_ms: modifiedMs } of destinations) {
      const entry = this.#entries.get(destinationId);
      const isCurrent = entry?.modifiedMs === modifiedMs && modifiedMs + SETTLED_MS < entry.readMs;
      if (isCurrent) rules.set(destinationId, entry.rules);
      else missing.push(destinationId);
    }
    if (missing.length === 0) return rules;
    const rows = await tx.many<FilterRow>(
      `SELECT destination.channel_id, destination.modified_ms, destination.filter, destination.kind_filters
       FROM (VALUES {rows: text}) AS k JOIN destination ON destination.channel_id = k.column1`,
      missing.map((id) => [id]),
    );
    for (const row of rows) {
      const { channel_id: id, modified_ms: modifiedMs } = row;
      if (row.filter === null && row.kind_filters === null) continue;
      const text = `${row.filter} ${row.kind_filters}`;
      // A seller that changes its destinations all the time would keep this cache empty otherwise.
      const known = this.#entries.get(id);
      const ofKinds = known?.text === text ? known.rules : rulesIn(row);
      rules.set(id, ofKinds);
      this.#keep(id, { modifiedMs, readMs: nowMs, text, rules: ofKinds });
    }
    return rules;
  }

  #keep(id: string, entry: Entry): void {
    this.#drop(id);
    this.#entries.set(id, entry);
    this.#characters += entry.text.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#characters <= MAX_CHARACTERS) return;
      this.#drop(oldest);
    }
  }

  #drop(id: string): void {
    this.#characters -= this.#entries.get(id)?.text.length ?? 0;
    this.#entries.delete(id);
  }
}

const rulesIn = ({ filter, kind_filters }: FilterRow): KindRules =>
  kindRules(filter === null ? undefined : JSON.parse(filter), kind_filters === null ? {} : JSON.parse(kind_filters));

/** A filter of a kind replaces the one of the destination (decision 58). */
export function kindRules(
  filter: EventFilter | undefined,
  byKind: { readonly [K in EventKind]?: EventFilter | undefined },
): KindRules {
  const all = filter && filterRule(filter);
  const own = new Map(Object.entries(byKind).map(([kind, one]) => [kind, one && filterRule(one)]));
  return (kind) => own.get(kind) ?? all;
}
