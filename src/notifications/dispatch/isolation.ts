import { Fault } from '../../domain/fault.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { PostponedItems } from './postponed-items.ts';

type IsolationSteps = {
  /** Dispatches the oldest open event of an item in its own transaction. False: another process holds the lease. */
  dispatchOldestOf(item: ItemKey): Promise<boolean>;
  postponed: PostponedItems;
  now(): number;
  /** An item whose events cannot be addressed: the others go on without it. */
  onPostponed(item: ItemKey, error: unknown): void;
  /** Between two transactions. */
  pause(): Promise<void>;
};

/**
 * Dispatches the events of a failed batch one by one, and postpones the items whose own events fail. `items` has an item once for
 * each of its events in that batch.
 *
 * Every transaction reads again which event of the item is the oldest. The list of the failed batch must not say that: an event with more
 * receivers than a batch has rows is still open after its transaction, a postponement may end meanwhile, and so may the lease.
 * A later event of the item would then get lower sequences than the first one.
 */
export async function dispatchOneByOne(
  items: readonly ItemKey[],
  { dispatchOldestOf, postponed, now, onPostponed, pause }: IsolationSteps,
  signal: AbortSignal,
): Promise<void> {
  for (const { marketplaceId, itemId } of items) {
    if (signal.aborted) return;
    const item = { marketplaceId, itemId };
    if (postponed.has(item, now())) continue;
    try {
      if (!(await dispatchOldestOf(item))) return;
    } catch (error) {
      if (isUnavailable(error) || !postponed.add(item, now())) throw error;
      onPostponed(item, error);
    }
    await pause();
  }
}

/** The store does not answer: no event is to blame. */
export const isUnavailable = (error: unknown): boolean => error instanceof Fault && error.code === 'ServiceUnavailable';
