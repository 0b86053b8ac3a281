import type { ItemKey } from '../domain/market/item.ts';

/** Tells when what was read no longer holds: see `Market`. */
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
 * What was read from the store about one item, by any key. It never returns what the store would not give at this moment: a
 * change by this process invalidates what is about its items, a change by another process everything. Where changes by
 * others cannot be detected, nothing is cached.
 *
 * An optimization only: a cache that always misses gives the same answers.
 */
export class ItemCache<V> {
  readonly #source: ChangeSource;
  readonly #maxSize: number;
  readonly #entries = new Map<string, Entry<V>>();
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

  get(key: string): V | undefined {
    if (!this.#isChecked) this.#check();
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const changed = this.#changeOf.get(entry.itemText);
    return changed === undefined || changed <= entry.changes ? entry.value : undefined;
  }

  /** Must be called right after a miss of `get` and the read, in the same synchronous run: later the value may be outdated. */
  put(key: string, item: ItemKey, value: V, size: number): void {
    if (!this.#isChecked || this.#foreignChanges === undefined) return;
    const before = this.#entries.get(key);
    if (before === undefined && this.#size + size > this.#maxSize) {
      this.#rejected = (this.#rejected + 1) % ADMITTED_WHEN_FULL;
      if (this.#rejected !== 0) return;
    }
    this.#entries.set(key, { value, itemText: textOf(item), size, changes: this.#changes });
    this.#size += size - (before?.size ?? 0);
    for (const [oldest, entry] of this.#entries) {
      if (this.#size <= this.#maxSize) return;
      this.#entries.delete(oldest);
      this.#size -= entry.size;
    }
  }

  #change(keys: readonly ItemKey[]): void {
    if (this.#entries.size === 0) return;
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
    this.#entries.clear();
    this.#changeOf.clear();
    this.#size = 0;
  }
}

const textOf = ({ marketplaceId, itemId }: ItemKey) => `${marketplaceId}\n${itemId}`;
