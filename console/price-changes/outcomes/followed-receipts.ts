import type { PriceChangeReceipt } from 'marketplace-seller-sdk';
import { isOpen } from '../receipt-words.ts';

type Receipts = readonly PriceChangeReceipt[];

/**
 * The changes of a list, and those that waited when they were in it: a filter by state drops them when they have their outcome, for which
 * the reader waits. Newest first.
 */
export class FollowedReceipts {
  readonly #waited = new Map<string, PriceChangeReceipt>();

  with(receipts: Receipts): Receipts {
    const listed = new Set(receipts.map(({ PriceChangeId }) => PriceChangeId));
    for (const receipt of receipts) if (isOpen(receipt)) this.#waited.set(receipt.PriceChangeId, receipt);
    const dropped = [...this.#waited.values()].filter(({ PriceChangeId }) => !listed.has(PriceChangeId));
    if (dropped.length === 0) return receipts;
    return [...receipts, ...dropped].toSorted((a, b) => (a.PriceChangeId < b.PriceChangeId ? 1 : -1));
  }
}
