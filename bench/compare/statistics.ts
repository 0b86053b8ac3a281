/** A ratio, with its 95 % confidence interval in percent of it: 0.5 with 4 is 0.5 ± 4 %. */
export type Ratio = { ratio: number; marginPercent: number };

/** A relative difference in percent with the bounds of its 95 % confidence interval. */
export type Difference = { percent: number; low: number; high: number };

/** Two-sided 95 % quantiles of Student's t distribution, by degrees of freedom from 1 on. */
const T_QUANTILES = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];
/** Slightly too wide for more rounds, which is the safe side. */
const T_QUANTILE_OF_MANY = 2.042;

/** How much larger `values` are than `baseline`. */
export function pairedDifference(baseline: readonly number[], values: readonly number[]): Difference {
  const { mean, margin } = logRatio(baseline, values);
  return { percent: percentOf(mean), low: percentOf(mean - margin), high: percentOf(mean + margin) };
}

/** `values` divided by `baseline`. */
export function pairedRatio(baseline: readonly number[], values: readonly number[]): Ratio {
  const { mean, margin } = logRatio(baseline, values);
  return { ratio: Math.exp(mean), marginPercent: percentOf(margin) };
}

/**
 * The two lists are paired: a pair was measured in the same round. Student's t interval of the mean logarithm of the ratios, so
 * that +10 % and its reverse weigh the same. Needs two pairs at least.
 */
function logRatio(baseline: readonly number[], values: readonly number[]): { mean: number; margin: number } {
  const logs = baseline.map((value, n) => Math.log((values[n] ?? Number.NaN) / value));
  const freedom = logs.length - 1;
  if (freedom < 1) throw new Error('A confidence interval needs two rounds at least.');
  const mean = meanOf(logs);
  const deviation = Math.sqrt(logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / freedom);
  const margin = ((T_QUANTILES[freedom - 1] ?? T_QUANTILE_OF_MANY) * deviation) / Math.sqrt(logs.length);
  return { mean, margin };
}

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The quotient of two of these is the ratio that `pairedRatio` gives. */
export const geometricMeanOf = (values: readonly number[]): number => Math.exp(meanOf(values.map(Math.log)));

const percentOf = (log: number) => (Math.exp(log) - 1) * 100;
