import { exactProduct, roundHalfUp } from '../money.ts';
import type { FeeInput } from './estimate-input.ts';
import type { AppliedReferralTier, ChargedCategory, ReferralBasis } from './explanation.ts';
import { type FeeCategory, type FeeSchedule, feeCategoryOf } from './fee-schedule.ts';

/** 100 % in basis points. */
export const WHOLE_BASIS_POINTS = 10_000;

export type Charged = { category: ChargedCategory; terms: FeeCategory };

/** The category and terms that an item is charged by: the schedule's default when it does not have the item's category. */
export function chargedAs(schedule: FeeSchedule, itemCategory: string): Charged {
  const { categories, defaultCategory } = schedule.referral;
  // Own keys only, as in `feeCategoryOf`: `constructor` is not a category.
  const isDefault = !Object.hasOwn(categories, itemCategory);
  return {
    category: { itemCategory, chargedAs: isDefault ? defaultCategory : itemCategory, isDefault },
    terms: feeCategoryOf(schedule, itemCategory),
  };
}

/**
 * Decision 19: the base is listing price plus shipping; for media it is the listing price only. The fee is never below the
 * minimum, not even at a price of 0.00.
 */
export function referralFee(
  { category, terms }: Charged,
  { listingPriceMinor, shippingMinor }: Pick<FeeInput, 'listingPriceMinor' | 'shippingMinor'>,
): { amountMinor: number; basis: ReferralBasis } {
  const { mode, media, minimumMinor } = terms;
  const baseMinor = media ? listingPriceMinor : listingPriceMinor + shippingMinor;
  const tiers = mode === 'band' ? [bandTier(terms, baseMinor)] : marginalTiers(terms, baseMinor);
  const byTiers = tiers.reduce((sum, tier) => sum + tier.amountMinor, 0);
  const basis: ReferralBasis = {
    rule: mode === 'band' ? 'ReferralBand' : 'ReferralMarginal',
    category,
    mode,
    baseMinor,
    includesShipping: !media,
    tiers,
  };
  if (minimumMinor <= byTiers) return { amountMinor: byTiers, basis };
  return { amountMinor: minimumMinor, basis: { ...basis, minimumMinor } };
}

/** The base selects one rate, for all of it. `upToMinor` is inclusive: 15.00 is in the tier up to 15, 15.01 is not. */
function bandTier({ tiers }: FeeCategory, baseMinor: number): AppliedReferralTier {
  // The last tier has no upper bound, so `find` always succeeds.
  const tier = tiers.find(({ upToMinor }) => upToMinor === null || baseMinor <= upToMinor) as FeeCategory['tiers'][0];
  const amountMinor = roundHalfUp(exactProduct(baseMinor, tier.rateBasisPoints), WHOLE_BASIS_POINTS);
  return { ...tier, baseMinor, amountMinor };
}

/**
 * Each rate applies to the portion of the base inside its tier. The sum is exact and rounded once: rounding each portion
 * could change the fee by a cent per tier, and a higher price could then have a lower fee.
 */
function marginalTiers({ tiers }: FeeCategory, baseMinor: number): AppliedReferralTier[] {
  const applied: AppliedReferralTier[] = [];
  let exact: number | bigint = 0;
  let roundedMinor = 0;
  let fromMinor = 0;
  for (const { upToMinor, rateBasisPoints } of tiers) {
    const toMinor = upToMinor === null ? baseMinor : Math.min(baseMinor, upToMinor);
    exact = exactSum(exact, exactProduct(toMinor - fromMinor, rateBasisPoints));
    const sumMinor = roundHalfUp(exact, WHOLE_BASIS_POINTS);
    applied.push({ upToMinor, rateBasisPoints, baseMinor: toMinor - fromMinor, amountMinor: sumMinor - roundedMinor });
    roundedMinor = sumMinor;
    fromMinor = toMinor;
    // A base exactly on a bound has no portion in the next tier.
    if (toMinor === baseMinor) break;
  }
  return applied;
}

function exactSum(a: number | bigint, b: number | bigint): number | bigint {
  if (typeof a === 'number' && typeof b === 'number' && Number.isSafeInteger(a + b)) return a + b;
  return BigInt(a) + BigInt(b);
}
