import { LEAD_IN_SECONDS } from '../compare/rounds.ts';
import { pairedRatio, type Ratio } from '../compare/statistics.ts';
import type { Measurement } from './measure.ts';

/** A ratio is settled when its 95 % interval is at most this, up and down. */
const MAX_MARGIN_PERCENT = 5;

/**
 * Fewer rounds could agree by chance. With this minimum the interval of a measurement that stops as soon as it is settled
 * contains the true ratio in 92 to 95 of 100 cases; with a minimum of two it would be far fewer.
 */
export const MIN_ROUNDS = 4;

export type Ratios = { byCpu: Ratio; byThroughput: Ratio };

/** The service to its limit: 1 is as fast as the limit. */
export const ratiosOf = (own: readonly Measurement[], limit: readonly Measurement[]): Ratios => ({
  byCpu: pairedRatio(own.map(cpuOf), limit.map(cpuOf)),
  byThroughput: pairedRatio(limit.map(throughputOf), own.map(throughputOf)),
});

const cpuOf = ({ cpuMicros }: Measurement) => cpuMicros;
const throughputOf = ({ requestsPerSecond }: Measurement) => requestsPerSecond;

export const isSettled = ({ marginPercent }: Ratio) => marginPercent <= MAX_MARGIN_PERCENT;

/** Whether further rounds are not needed. */
export function isEnough(own: readonly Measurement[], limit: readonly Measurement[]): boolean {
  if (own.length < MIN_ROUNDS) return false;
  const { byCpu, byThroughput } = ratiosOf(own, limit);
  return isSettled(byCpu) && isSettled(byThroughput);
}

/** `rounds` is the maximum. */
export type RoundPace = { rounds: number; seconds: number; warmUpSeconds: number };

/** A round measures the service and its limit, each after some load. */
const roundSeconds = (seconds: number) => 2 * (LEAD_IN_SECONDS + seconds);

/**
 * The most rounds of the next row, so that all rows together stay within the time: what is left is shared equally, and what a row
 * does not need is left for the next ones. Never fewer than the minimum.
 */
export function roundsWithin(
  { rounds, seconds, warmUpSeconds }: RoundPace,
  { secondsLeft, rowsLeft }: { secondsLeft: number; rowsLeft: number },
): number {
  const affordable = Math.floor((secondsLeft / rowsLeft - warmUpSeconds) / roundSeconds(seconds));
  return Math.min(rounds, Math.max(MIN_ROUNDS, affordable));
}
