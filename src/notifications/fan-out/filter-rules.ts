import type { Sql } from '../../db/db.ts';
import { type FilterRule, filterRule } from '../../domain/notifications/event-filter.ts';

/** A destination that has a filter. */
type Filtered = { channel_id: string; modified_ms: number };

type Entry = { modifiedMs: number; readMs: number; text: string; rule: FilterRule };

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
  async of(tx: Sql, destinations: readonly Filtered[], nowMs: number): Promise<Map<string, FilterRule>> {
    const rules = new Map<string, FilterRule>();
    const missing: string[] = [];
    for (const { channel_id: destinationId, modified_ms: modifiedMs } of destinations) {
      const entry = this.#entries.get(destinationId);
      const isCurrent = entry?.modifiedMs === modifiedMs && modifiedMs + SETTLED_MS < entry.readMs;
      if (isCurrent) rules.set(destinationId, entry.rule);
      else missing.push(destinationId);
    }
    if (missing.length === 0) return rules;
    const rows = await tx.many<{ channel_id: string; modified_ms: number; filter: string | null }>(
      `SELECT destination.channel_id, destination.modified_ms, destination.filter
       FROM (VALUES {rows: text}) AS k JOIN destination ON destination.channel_id = k.column1`,
      missing.map((id) => [id]),
    );
    for (const { channel_id: id, modified_ms: modifiedMs, filter } of rows) {
      if (filter === null) continue;
      // A seller that changes its destinations all the time would keep this cache empty otherwise.
      const known = this.#entries.get(id);
      const rule = known?.text === filter ? known.rule : filterRule(JSON.parse(filter));
      rules.set(id, rule);
      this.#keep(id, { modifiedMs, readMs: nowMs, text: filter, rule });
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
