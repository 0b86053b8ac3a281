import { median } from '../requests/measure.ts';

/** A number over time. */
export type Series = {
  readonly name: string;
  readonly points: readonly Point[];
  /** All points count, also the first ones. */
  readonly isWarm?: boolean;
};
type Point = { readonly atMs: number; readonly value: number };

/** What a series may grow by, over the time that is judged. Both must be exceeded. */
export type Bound = { readonly share: number; readonly amount: number };

export type Trend = {
  readonly name: string;
  readonly from: number;
  readonly growth: number;
  readonly isGrowing: boolean;
};

/** Caches fill, and the compiler works, in the first part of a run. */
const WARM_UP = 0.4;
const MIN_POINTS = 8;
/** So many of all pairs of points rise: what swings without growing has about half of them. */
const RISING_SHARE = 0.75;
const MAX_POINTS = 200;

/**
 * Whether a series grows: the median of the slopes between all pairs of its points (Theil and Sen) says how much, which no outlier changes.
 * Undefined when there are too few points.
 */
export function trendOf({ name, points, isWarm = false }: Series, bound: Bound): Trend | undefined {
  const judged = thinned(isWarm ? points : points.slice(Math.floor(points.length * WARM_UP)));
  const [first, last] = [judged[0], judged.at(-1)];
  if (first === undefined || last === undefined || judged.length < MIN_POINTS) return undefined;
  const slopes: number[] = [];
  for (const [n, { atMs, value }] of judged.entries())
    for (const later of judged.slice(n + 1)) slopes.push((later.value - value) / (later.atMs - atMs));
  const growth = median(slopes) * (last.atMs - first.atMs);
  const from = median(judged.slice(0, Math.ceil(judged.length / 4)).map(({ value }) => value));
  const rising = slopes.filter((slope) => slope > 0).length / slopes.length;
  const isGrowing = growth > bound.amount && growth > from * bound.share && rising >= RISING_SHARE;
  return { name, from, growth, isGrowing };
}

/** Points at even distances: the pairs of thousands would be millions. */
function thinned(points: readonly Point[]): readonly Point[] {
  const step = Math.ceil(points.length / MAX_POINTS);
  return points.filter((_, n) => n % step === 0);
}
