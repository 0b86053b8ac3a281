/*
 * Durations of requests are counted in fixed buckets, so that the counts of processes, minutes and days can be added. Changing the
 * bounds needs a migration: the store has a column for each.
 */

/** The upper bounds in milliseconds. What took longer than the last one is in a bucket of its own behind them. */
export const DURATION_BOUNDS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000] as const;

export const DURATION_BUCKETS: number = DURATION_BOUNDS_MS.length + 1;

/** The bucket of a duration, from 0. */
export function durationBucket(ms: number): number {
  let bucket = 0;
  while (bucket < DURATION_BOUNDS_MS.length && ms > (DURATION_BOUNDS_MS[bucket] as number)) bucket += 1;
  return bucket;
}

/**
 * The duration that this share of the requests did not exceed, in milliseconds. Within a bucket durations count as spread evenly, and
 * those of the last bucket as its lower bound. Undefined without requests.
 */
export function quantileMs(counts: readonly number[], share: number): number | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  const rank = share * total;
  let below = 0;
  for (const [bucket, count] of counts.entries()) {
    if (count > 0 && below + count >= rank) {
      const from = DURATION_BOUNDS_MS[bucket - 1] ?? 0;
      const to = DURATION_BOUNDS_MS[bucket] ?? from;
      return Math.round((from + ((to - from) * (rank - below)) / count) * 10) / 10;
    }
    below += count;
  }
  return DURATION_BOUNDS_MS.at(-1);
}
