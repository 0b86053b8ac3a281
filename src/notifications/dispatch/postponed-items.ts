import type { ItemKey } from '../../domain/market/item.ts';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 300_000;
/** More failing items than this are no fault of single items. */
const MAX_ITEMS = 100;

type Postponed = ItemKey & { untilMs: number; failures: number };

/** Items whose events could not be addressed. They are tried again after growing pauses, and do not stop the others. */
export class PostponedItems {
  readonly #items = new Map<string, Postponed>();

  /** Those that are not due yet. */
  keys(nowMs: number): ItemKey[] {
    return [...this.#items.values()].filter(({ untilMs }) => untilMs > nowMs);
  }

  /** Whether the item is postponed and not due yet. */
  has(key: ItemKey, nowMs: number): boolean {
    return (this.#items.get(textOf(key))?.untilMs ?? 0) > nowMs;
  }

  get size(): number {
    return this.#items.size;
  }

  /** False when too many items are postponed already. */
  add({ marketplaceId, itemId }: ItemKey, nowMs: number): boolean {
    const text = textOf({ marketplaceId, itemId });
    const failures = (this.#items.get(text)?.failures ?? 0) + 1;
    if (!this.#items.has(text) && this.#items.size >= MAX_ITEMS) return false;
    const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
    this.#items.set(text, { marketplaceId, itemId, failures, untilMs: nowMs + pauseMs });
    return true;
  }

  remove(keys: readonly ItemKey[]): void {
    if (this.#items.size === 0) return;
    for (const key of keys) this.#items.delete(textOf(key));
  }
}

const textOf = ({ marketplaceId, itemId }: ItemKey) => JSON.stringify([marketplaceId, itemId]);
