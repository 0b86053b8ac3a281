import type { Dimensions } from '../market/item.ts';
import type { ParcelSize, ParcelWeights } from './explanation.ts';
import type { Fulfillment, SizeRule } from './fee-schedule.ts';

/** Cubic hundredths of an inch in a cubic inch, over thousandths of a pound in a pound. */
const VOLUME_TO_WEIGHT = 1000;

/** Which side is length and which is height does not matter. Girth is twice the sum of the two shorter sides. */
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
 * Decision 19: the greater of unit weight and dimensional weight (L x W x H / divisor), packaging added, rounded up.
 * Dimensional weight is first rounded up to a thousandth of a pound. That changes nothing: all that follows is whole
 * thousandths and is itself rounded up, and it keeps the arithmetic in whole numbers.
 */
export function parcelWeights(
  unitThousandthsLb: number,
  { lengthHundredthsIn, widthHundredthsIn, heightHundredthsIn }: Dimensions,
  rules: Fulfillment['weight'],
): ParcelWeights {
  const { packagingThousandthsLb, roundUpToThousandthsLb } = rules;
  // At most 10^15, see `Dimensions`: exact.
  const volume = lengthHundredthsIn * widthHundredthsIn * heightHundredthsIn;
  const dimensionalThousandthsLb = quotientUp(volume, rules.dimDivisor * VOLUME_TO_WEIGHT);
  // "Not below": a unit of exactly the bound is looked at.
  const looksAtVolume = unitThousandthsLb >= rules.unitWeightOnlyBelowThousandthsLb;
  const byVolume = looksAtVolume && dimensionalThousandthsLb > unitThousandthsLb;
  const greater = byVolume ? dimensionalThousandthsLb : unitThousandthsLb;
  // Rounding up leaves a whole step as it is: exactly 9 lb ships as 9 lb, a thousandth more as 10.
  const steps = quotientUp(greater + packagingThousandthsLb, roundUpToThousandthsLb);
  return {
    unitThousandthsLb,
    ...(looksAtVolume && { dimensionalThousandthsLb }),
    packagingThousandthsLb,
    shippingThousandthsLb: steps * roundUpToThousandthsLb,
    decidedBy: byVolume ? 'dimensional' : 'unit',
  };
}

/**
 * Every bound is exclusive (`>` in the schedule): 48 in exactly is not over 48 in, nor is 105 in of length and girth. The
 * weight of a rule is the shipping weight, the one that the tiers go by, so that both end at the same pound.
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

/** The quotient of whole numbers, rounded up. Only a division without remainder is made, and that one is exact. */
function quotientUp(dividend: number, divisor: number): number {
  const remainder = dividend % divisor;
  return (dividend - remainder) / divisor + (remainder > 0 ? 1 : 0);
}
