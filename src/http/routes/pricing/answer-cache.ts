import type { ItemKey } from '../../../domain/market/item.ts';
import type { Validity } from '../../../market/board-table.ts';
import type { Market } from '../../../market/market.ts';
import type { TaggedAnswer } from './conditional-get.ts';

/** A finished answer about one item, and how long it holds. */
export type ItemAnswer = TaggedAnswer & { readonly itemKey: string; readonly board: Validity };

/** Who says when answers no longer hold. */
export type AnswerSource = Pick<Market, 'onBoards' | 'foreignChanges' | 'holds'>;

/** Eight thousand answers about offers: 32 MB where all of it is Latin text, twice that where it is not. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

/** Keys that were asked for once, of which so many are kept in mind. */
const MAX_ASKED_ONCE = 20_000;

export const itemKeyText = ({ marketplaceId, itemId }: ItemKey): string => `${marketplaceId}\n${itemId}`;

/**
 * Remembers finished answers, so that what is asked again and again is neither read nor written again. Never one that the
 * store would not give at this moment: a change by this process forgets the answers about its items, exactly; after a
 * change by another process all are forgotten, and where that cannot be told none is remembered.
 */
export class AnswerCache {
  readonly #source: AnswerSource;
  readonly #most: number;
  /** In the order of their last use, roughly: see `get`. */
  readonly #answers = new Map<string, ItemAnswer>();
  /** By item, under which keys there are answers about it. */
  readonly #keysOf = new Map<string, Set<string>>();
  #askedOnce = new Set<string>();
  #characters = 0;
  #foreign: number | undefined;
  #isChecked = false;

  constructor(source: AnswerSource, maxCharacters: number = MAX_CHARACTERS) {
    this.#source = source;
    this.#most = maxCharacters;
    source.onBoards((keys) => {
      for (const key of keys) this.#forgetItem(itemKeyText(key));
    });
  }

  get(key: string): TaggedAnswer | undefined {
    this.#checkForeign();
    const known = this.#answers.get(key);
    if (known === undefined) return undefined;
    if (!this.#source.holds(known.board)) {
      this.#forget(key, known);
      return undefined;
    }
    // Put last again, when one of them must go soon: the first is the one that was not used for longest.
    if (this.#characters > this.#most / 2) {
      this.#answers.delete(key);
      this.#answers.set(key, known);
    }
    return known;
  }

  /**
   * Whether an answer is worth remembering: whether this was asked before, not long ago. What is asked once and never again
   * would only push out others, at a tenth of what the request takes.
   */
  wants(key: string): boolean {
    if (this.#askedOnce.delete(key)) return true;
    if (this.#askedOnce.size >= MAX_ASKED_ONCE) this.#askedOnce = new Set();
    this.#askedOnce.add(key);
    return false;
  }

  /** Right after it was read, before anything else can happen: later it may already be an old one. */
  put(key: string, answer: ItemAnswer): void {
    this.#checkForeign();
    if (this.#foreign === undefined) return;
    const before = this.#answers.get(key);
    if (before) this.#forget(key, before);
    this.#answers.set(key, answer);
    this.#characters += answer.text.length;
    const keys = this.#keysOf.get(answer.itemKey);
    if (keys) keys.add(key);
    else this.#keysOf.set(answer.itemKey, new Set([key]));
    for (const [oldest, old] of this.#answers) {
      if (this.#characters <= this.#most) return;
      this.#forget(oldest, old);
    }
  }

  /**
   * Once for all requests that are handled in one go (`in-step.ts`), not once for each: all of them had arrived before, so
   * their senders cannot have seen a later change. Whatever is handled after that is judged anew.
   */
  #checkForeign(): void {
    if (this.#isChecked) return;
    const foreign = this.#source.foreignChanges();
    if (foreign !== this.#foreign) this.#forgetAll();
    this.#foreign = foreign;
    this.#isChecked = true;
    queueMicrotask(() => {
      this.#isChecked = false;
    });
  }

  #forget(key: string, { itemKey, text }: ItemAnswer): void {
    if (!this.#answers.delete(key)) return;
    this.#characters -= text.length;
    const keys = this.#keysOf.get(itemKey);
    keys?.delete(key);
    if (keys?.size === 0) this.#keysOf.delete(itemKey);
  }

  #forgetItem(itemKey: string): void {
    for (const key of this.#keysOf.get(itemKey) ?? []) {
      const known = this.#answers.get(key);
      if (known) this.#forget(key, known);
    }
  }

  #forgetAll(): void {
    this.#answers.clear();
    this.#keysOf.clear();
    this.#characters = 0;
  }
}
