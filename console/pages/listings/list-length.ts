import type { ListingCount } from 'marketplace-seller-sdk';

type Known = {
  readonly loaded: number;
  readonly isComplete: boolean;
  readonly counts: readonly ListingCount[] | undefined;
  /** The chosen states; none means all. */
  readonly states: readonly string[];
};

/** Rows of the list: as many as the counts say, so that the scrollbar is honest before the last page is read. */
export function listLength({ loaded, isComplete, counts, states }: Known): number {
  if (isComplete) return loaded;
  // At least one page more: the reader can scroll to it.
  return Math.max(loaded + 1, countOf(counts, states).count);
}

/** `isExact` is false when there are more. */
export function countOf(counts: readonly ListingCount[] | undefined, states: readonly string[]) {
  const chosen = (counts ?? []).filter(({ State }) => states.length === 0 || states.includes(State));
  return {
    count: chosen.reduce((sum, { Count }) => sum + Count, 0),
    isExact: chosen.every(({ IsExact }) => IsExact),
  };
}
