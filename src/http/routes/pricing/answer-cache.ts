import { getHeapStatistics } from 'node:v8';
import type { ItemKey } from '../../../domain/market/item.ts';
import type { CacheUse } from '../../../domain/use-counts.ts';
import type { MarketReader } from '../../../market/market-reader.ts';
import type { Validity } from '../../../market/projections/boards/board-table.ts';
import type { TaggedAnswer } from '../../answers/conditional-get.ts';

/** A finished answer about one item, and the validity of the board that it was read from. */
export type ItemAnswer = TaggedAnswer & { readonly itemKey: string; readonly board: Validity };

/** Tells when cached answers no longer hold. */
export type AnswerSource = Pick<MarketReader, 'onBoards' | 'foreignChanges' | 'isCurrent'>;

/**
 * About sixteen thousand answers about offers: 64 MB when all characters are Latin, twice that when not. Less where the process
 * may use little memory.
 */
const MAX_CACHED_CHARACTERS = Math.min(64 * 1024 * 1024, getHeapStatistics().heap_size_limit / 16);

/** Keys that were requested once, kept to recognize the second request. */
const MAX_REQUESTED_ONCE = 20_000;

/** From this part of its size on, a cache is full; it then takes one of so many answers. */
const FULL = 0.9;
const ADMITTED_WHEN_FULL = 16;

export const itemKeyText = ({ marketplaceId, itemId }: ItemKey): string => `${marketplaceId}\n${itemId}`;

/**
 * Caches finished answers: a repeated request neither reads the store nor writes the answer again. It never returns an
 * answer that the store would not give at this moment. A change by this process evicts exactly the answers about its items;
 * a change by another process evicts all. Where changes by others cannot be detected, nothing is cached.
 */
export class AnswerCache {
  readonly #source: AnswerSource;
  readonly #use: CacheUse;
  readonly #maxCharacters: number;
  /** Roughly in the order of their last use: see `get`. */
  readonly #answers = new Map<string, ItemAnswer>();
  /** The keys of the answers about each item. */
  readonly #keysOf = new Map<string, Set<string>>();
  #requestedOnce = new Set<string>();
  #characters = 0;
  #rejected = 0;
  #foreignChanges: number | undefined;
  #isChecked = false;

  constructor(
    source: AnswerSource,
    maxCharacters: number = MAX_CACHED_CHARACTERS,
    use: CacheUse = { hits: 0, misses: 0 },
  ) {
    this.#source = source;
    this.#use = use;
    this.#maxCharacters = maxCharacters;
    source.onBoards((keys) => {
      for (const key of keys) this.#evictItem(itemKeyText(key));
    });
  }

  get(key: string): TaggedAnswer | undefined {
    this.#checkForeignChanges();
    const cached = this.#answers.get(key);
    if (cached === undefined || !this.#source.isCurrent(cached.board)) {
      this.#use.misses += 1;
      if (cached !== undefined) this.#evict(key, cached);
      return undefined;
    }
    this.#use.hits += 1;
    // Move it to the end when evictions are near: the first entry is then the least recently used.
    if (this.#characters > this.#maxCharacters / 2) {
      this.#answers.delete(key);
      this.#answers.set(key, cached);
    }
    return cached;
  }

  /**
   * Whether an answer is worth caching: whether it was requested before, not long ago. Caching costs a tenth of a request,
   * and an answer that is requested only once would only displace others. A full cache takes one of several: callers who go
   * through more answers than fit would otherwise displace each before it is requested again.
   */
  isWorthCaching(key: string): boolean {
    if (this.#requestedOnce.has(key)) {
      if (this.#characters > FULL * this.#maxCharacters) {
        this.#rejected = (this.#rejected + 1) % ADMITTED_WHEN_FULL;
        if (this.#rejected !== 0) return false;
      }
      return this.#requestedOnce.delete(key);
    }
    if (this.#requestedOnce.size >= MAX_REQUESTED_ONCE) this.#requestedOnce = new Set();
    this.#requestedOnce.add(key);
    return false;
  }

  /** Must be called right after the read, in the same synchronous run: later the answer may be outdated. */
  put(key: string, answer: ItemAnswer): void {
    this.#checkForeignChanges();
    if (this.#foreignChanges === undefined) return;
    const before = this.#answers.get(key);
    if (before) this.#evict(key, before);
    this.#answers.set(key, answer);
    this.#characters += answer.text.length;
    const keys = this.#keysOf.get(answer.itemKey);
    if (keys) keys.add(key);
    else this.#keysOf.set(answer.itemKey, new Set([key]));
    for (const [oldest, old] of this.#answers) {
      if (this.#characters <= this.#maxCharacters) return;
      this.#evict(oldest, old);
    }
  }

  /**
   * Once for all requests of one batch (`request-batching.ts`), not once for each. All of them had arrived before, so their
   * callers cannot have seen a later change. Later requests check again.
   */
  #checkForeignChanges(): void {
    if (this.#isChecked) return;
    const foreign = this.#source.foreignChanges();
    if (foreign !== this.#foreignChanges) this.#evictAll();
    this.#foreignChanges = foreign;
    this.#isChecked = true;
    queueMicrotask(() => {
      this.#isChecked = false;
    });
  }

  #evict(key: string, { itemKey, text }: ItemAnswer): void {
    if (!this.#answers.delete(key)) return;
    this.#characters -= text.length;
    const keys = this.#keysOf.get(itemKey);
    keys?.delete(key);
    if (keys?.size === 0) this.#keysOf.delete(itemKey);
  }

  #evictItem(itemKey: string): void {
    for (const key of this.#keysOf.get(itemKey) ?? []) {
      const cached = this.#answers.get(key);
      if (cached) this.#evict(key, cached);
    }
  }

  #evictAll(): void {
    this.#answers.clear();
    this.#keysOf.clear();
    this.#characters = 0;
  }
}
