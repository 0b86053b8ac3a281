import type { ItemKey } from '../../domain/market/item.ts';

/** Reports changes of what was read: see `MarketReader`. */
export type ChangeSource = {
  onBoards(listener: (keys: readonly ItemKey[]) => void): void;
  foreignChanges(): number | undefined;
};

/** Items whose changes are recorded before the cache starts again. */
const MAX_CHANGED_ITEMS = 20_000;

/**
 * A full cache takes one of so many new values. Callers who go through more listings than fit would otherwise replace each
 * value before it is asked for again.
 */
const ADMITTED_WHEN_FULL = 16;

type Entry<V> = { readonly value: V; readonly itemText: string; readonly size: number; readonly changes: number };

/**
 * What was read from the store about one item, by group and key: the caller, and what it calls the item. (One text of both would
 * have to be made and looked up for each key, which takes longer than the rest.) It never returns what the store would not give at this moment: a
 * change by this process invalidates what is about its items, a change by another process everything. Where changes by
 * others cannot be detected, nothing is cached.
 *
 * An optimization only: a cache that always misses gives the same answers.
 */
export class ItemCache<V> {
  readonly #source: ChangeSource;
  readonly #maxSize: number;
  readonly #groups = new Map<string, Map<string, Entry<V>>>();
  /** The number of the last change of each item that has changed since the cache was empty. */
  readonly #changeOf = new Map<string, number>();
  #changes = 0;
  #size = 0;
  #rejected = 0;
  #foreignChanges: number | undefined;
  #isChecked = false;

  /** `maxSize` is in the unit of `put`. */
  constructor(source: ChangeSource, maxSize: number) {
    this.#source = source;
    this.#maxSize = maxSize;
    source.onBoards((keys) => this.#change(keys));
  }

  get(group: string, key: string): V | undefined {
    if (!this.#isChecked) this.#check();
    const entry = this.#groups.get(group)?.get(key);
    if (entry === undefined || this.#changeOf.size === 0) return entry?.value;
    const changed = this.#changeOf.get(entry.itemText);
    return changed === undefined || changed <= entry.changes ? entry.value : undefined;
  }

  /** Must be called right after a miss of `get` and the read, in the same synchronous run: later the value may be outdated. */
  put(group: string, key: string, value: V, { item, size }: { item: ItemKey; size: number }): void {
    if (!this.#isChecked || this.#foreignChanges === undefined) return;
    const entries = this.#groups.get(group) ?? new Map<string, Entry<V>>();
    const before = entries.get(key);
    if (before === undefined && this.#size + size > this.#maxSize) {
      this.#rejected = (this.#rejected + 1) % ADMITTED_WHEN_FULL;
      if (this.#rejected !== 0) return;
    }
    entries.set(key, { value, itemText: textOf(item), size, changes: this.#changes });
    this.#groups.set(group, entries);
    this.#size += size - (before?.size ?? 0);
    this.#evictOldest();
  }

  #evictOldest(): void {
    for (const [group, entries] of this.#groups) {
      for (const [key, { size }] of entries) {
        if (this.#size <= this.#maxSize) return;
        entries.delete(key);
        this.#size -= size;
      }
      if (entries.size === 0) this.#groups.delete(group);
    }
  }

  #change(keys: readonly ItemKey[]): void {
    if (this.#groups.size === 0) return;
    this.#changes += 1;
    for (const key of keys) this.#changeOf.set(textOf(key), this.#changes);
    if (this.#changeOf.size > MAX_CHANGED_ITEMS) this.#clear();
  }

  /**
   * Once for all requests of one batch (`request-batching.ts`), not once for each. All of them had arrived before, so their
   * callers cannot have seen a later change. Later requests check again.
   */
  #check(): void {
    const foreign = this.#source.foreignChanges();
    if (foreign !== this.#foreignChanges) this.#clear();
    this.#foreignChanges = foreign;
    this.#isChecked = true;
    queueMicrotask(() => {
      this.#isChecked = false;
    });
  }

  #clear(): void {
    this.#groups.clear();
    this.#changeOf.clear();
    this.#size = 0;
  }
}

const textOf = ({ marketplaceId, itemId }: ItemKey) => `${marketplaceId}\n${itemId}`;
