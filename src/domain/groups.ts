/**
 * Items and sellers belong to groups, by which background work is divided between processes (decision 57). A group is stored with
 * a row and never changes. Work is leased by ranges of groups.
 */

/** Sixteen workers share the work at most. Indexes of the store have this number in their expressions: it cannot change alone. */
export const GROUPS_PER_RANGE = 256;

/** The first 12 bits of a SHA-256 digest: 0 to 4095. */
export const groupIn = ([first = 0, second = 0]: Uint8Array): number => first * 16 + Math.floor(second / 16);

/** 0 to 15. */
export const rangeOf = (group: number): number => Math.floor(group / GROUPS_PER_RANGE);

export const ALL_RANGES: readonly number[] = Array.from({ length: 16 }, (_, range) => range);

/** Whether these are all ranges: then work need not be looked for range by range. */
export const areAllRanges = ({ length }: readonly number[]): boolean => length === ALL_RANGES.length;

/** A part of a queue: at most `limit` rows, of items or sellers in these ranges. */
export type QueueShare = { limit: number; ranges: readonly number[] };

/** How many of the first rows of a queue to read, if ranges have about as many rows each, to find `limit` of these ranges. */
export const rowsToRead = ({ limit, ranges }: QueueShare): number =>
  Math.ceil((limit * ALL_RANGES.length) / Math.max(ranges.length, 1));

/** The ranges of one worker among all that work now, in any order. None if it is not among them, or if there are more than ranges. */
export function rangesOf(worker: number, workers: readonly number[]): number[] {
  const place = workers.toSorted((a, b) => a - b).indexOf(worker);
  return ALL_RANGES.filter((range) => range % workers.length === place);
}
