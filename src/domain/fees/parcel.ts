import type { Dimensions } from '../market/item.ts';
import type { ParcelSize, ParcelWeights } from './explanation.ts';
import type { Fulfillment, SizeRule } from './fee-schedule.ts';

/** 10^6 cubic hundredths of an inch in a cubic inch, divided by 10^3 thousandths of a pound in a pound. */
const VOLUME_TO_WEIGHT = 1000;

/** Sorts the sides by length, so their names do not matter. Girth is twice the sum of the two shorter sides. */
export function parcelSize({ lengthHundredthsIn, widthHundredthsIn, heightHundredthsIn }: Dimensions): ParcelSize {
  const sides = [lengthHundredthsIn, widthHundredthsIn, heightHundredthsIn].toSorted((a, b) => b - a);
  const [longest, median, shortest] = sides as [number, number, number];
  return {
    longestHundredthsIn: longest,
    medianHundredthsIn: median,
    longestPlusGirthHundredthsIn: longest + 2 * (median + shortest),
  };
}

/**
 * Decision 19: the greater of unit weight and dimensional weight (L x W x H / divisor), plus packaging, rounded up.
 * Dimensional weight is first rounded up to a thousandth of a pound, to compute in integers. This does not change the
 * result: all other weights are whole thousandths, and the sum is rounded up anyway.
 */
export function parcelWeights(
  unitThousandthsLb: number,
  { lengthHundredthsIn, widthHundredthsIn, heightHundredthsIn }: Dimensions,
  rules: Fulfillment['weight'],
): ParcelWeights {
  const { packagingThousandthsLb, roundUpToThousandthsLb } = rules;
  // Exact: at most 10^15, see `Dimensions`.
  const volume = lengthHundredthsIn * widthHundredthsIn * heightHundredthsIn;
  const dimensionalThousandthsLb = quotientUp(volume, rules.dimDivisor * VOLUME_TO_WEIGHT);
  // A unit of exactly the bound is not below it.
  const volumeCounts = unitThousandthsLb >= rules.unitWeightOnlyBelowThousandthsLb;
  const byVolume = volumeCounts && dimensionalThousandthsLb > unitThousandthsLb;
  const greater = byVolume ? dimensionalThousandthsLb : unitThousandthsLb;
  // A whole step stays as it is: exactly 9 lb ships as 9 lb, a thousandth more as 10 lb.
  const steps = quotientUp(greater + packagingThousandthsLb, roundUpToThousandthsLb);
  return {
    unitThousandthsLb,
    ...(volumeCounts && { dimensionalThousandthsLb }),
    packagingThousandthsLb,
    shippingThousandthsLb: steps * roundUpToThousandthsLb,
    decidedBy: byVolume ? 'dimensional' : 'unit',
  };
}

/**
 * Whether a parcel exceeds any bound of a rule. Every bound is exclusive: exactly 48 in is not over 48 in. A rule compares
 * the shipping weight, as the weight tiers do, so that a rule and a tier with the same bound end at the same pound.
 */
export function exceeds(size: ParcelSize, { shippingThousandthsLb }: ParcelWeights, rule: SizeRule): boolean {
  return (
    isOver(shippingThousandthsLb, rule.weightOverThousandthsLb) ||
    isOver(size.longestHundredthsIn, rule.longestOverHundredthsIn) ||
    isOver(size.medianHundredthsIn, rule.medianOverHundredthsIn) ||
    isOver(size.longestPlusGirthHundredthsIn, rule.longestPlusGirthOverHundredthsIn)
  );
}

function isOver(measure: number, bound: number | undefined): boolean {
  return bound !== undefined && measure > bound;
}

/** Integer division, rounded up. It is exact because it divides only after subtracting the remainder. */
function quotientUp(dividend: number, divisor: number): number {
  const remainder = dividend % divisor;
  return (dividend - remainder) / divisor + (remainder > 0 ? 1 : 0);
}
