import { DAY_MS, dayOf } from '../duration.ts';

/**
 * Sums over the steps of a price, up to the begin of one step: the average over any time is then the difference of two of
 * them, and the lowest price of a day is known from its last step.
 */
type PriceSums = {
  /** How long there has been a price. */
  ms: number;
  /** The sum of price times time. */
  priceMs: number;
  /** The lowest price of the UTC day so far, that of this step and the one in force when the day began included. */
  dayMinMinor: number | null;
};

/** A step of a price: null while there is none. */
export type PriceStep = { atMs: number; minor: number | null; sums: PriceSums };

/** The step after `last`, which may be missing. `atMs` is not before the last step. */
export function nextStep(last: PriceStep | undefined, atMs: number, minor: number | null): PriceStep {
  if (last === undefined) return { atMs, minor, sums: { ms: 0, priceMs: 0, dayMinMinor: minor } };
  const { ms, priceMs } = sumsAt(last, atMs);
  return { atMs, minor, sums: { ms, priceMs, dayMinMinor: lowerOf(minInForce(last, atMs), minor) } };
}

/** The sums up to a time within a step. */
function sumsAt({ atMs, minor, sums }: PriceStep, timeMs: number): { ms: number; priceMs: number } {
  if (minor === null) return { ms: sums.ms, priceMs: sums.priceMs };
  const lastedMs = timeMs - atMs;
  return { ms: sums.ms + lastedMs, priceMs: sums.priceMs + lastedMs * minor };
}

/** The lowest price of the day of `timeMs` before that time. At midnight the day has had none yet. */
function minInForce(last: PriceStep, timeMs: number): number | null {
  if (dayOf(last.atMs) === dayOf(timeMs)) return last.sums.dayMinMinor;
  return timeMs % DAY_MS === 0 ? null : last.minor;
}

function lowerOf(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

/** The lowest and the average price over some time. The average counts only the time while there was a price. */
export type PriceRange = { lowestMinor: number; averageMinor: number };

/**
 * The prices from `sinceMs` until `untilMs`, of the step in force at `sinceMs`, if there is one, and of the last step of each
 * day that has one, newest first. `sinceMs` is a midnight, or the time of the first step that counts. Undefined when there
 * was no price.
 */
export function priceRange(
  inForce: PriceStep | undefined,
  lastSteps: readonly PriceStep[],
  sinceMs: number,
  untilMs: number,
): PriceRange | undefined {
  const newest = lastSteps[0] ?? inForce;
  if (newest === undefined) return undefined;
  const before = inForce === undefined ? { ms: 0, priceMs: 0 } : sumsAt(inForce, sinceMs);
  const { ms, priceMs } = sumsAt(newest, Math.max(untilMs, newest.atMs));
  let lowestMinor: number | null = null;
  let isFirstDayKnown = false;
  for (const { atMs, sums } of lastSteps) {
    if (atMs < sinceMs) continue;
    lowestMinor = lowerOf(lowestMinor, sums.dayMinMinor);
    if (dayOf(atMs) === dayOf(sinceMs)) isFirstDayKnown = true;
  }
  // The lowest price of a day includes the one in force when it began.
  if (inForce !== undefined && !isFirstDayKnown) lowestMinor = lowerOf(lowestMinor, inForce.minor);
  if (lowestMinor === null || ms === before.ms) return undefined;
  return { lowestMinor, averageMinor: Math.round((priceMs - before.priceMs) / (ms - before.ms)) };
}
