import { amountText } from '../money.ts';
import type { DifferenceReason, Sides } from './difference-reason.ts';
import type { AppliedReferralTier, ReferralBasis } from './explanation.ts';
import { differenceReason, percentText } from './reason-text.ts';

/** Why the referral fee differs: what the rates apply to, the tiers and how they apply, the rates, the minimum. */
export function referralReasons(bases: Sides<ReferralBasis>, currency: string): DifferenceReason[] {
  const { first, other } = bases;
  const money = (minor: number) => amountText(minor, currency);
  const reasons: DifferenceReason[] = [];
  if (first.includesShipping !== other.includesShipping) {
    reasons.push(differenceReason('ReferralBaseChanged', bases, (basis) => baseText(basis, money)));
  }
  if (first.mode !== other.mode || boundsOf(first) !== boundsOf(other)) {
    reasons.push(differenceReason('ReferralTierChanged', bases, (basis) => tiersText(basis, money)));
  }
  if (hasOtherRate(bases)) {
    reasons.push(differenceReason('ReferralRateChanged', bases, (basis) => ratesText(basis, money)));
  }
  if (first.minimumMinor !== other.minimumMinor) {
    reasons.push(differenceReason('ReferralMinimumChanged', bases, (basis) => minimumText(basis, money)));
  }
  return reasons;
}

const boundsOf = ({ tiers }: ReferralBasis) => tiers.map(({ upToMinor }) => upToMinor).join();

/** Compares the tiers that both have: a tier that only one reaches is a change of tiers. */
const hasOtherRate = ({ first, other }: Sides<ReferralBasis>) =>
  other.tiers.some(
    ({ rateBasisPoints }, at) => (first.tiers[at]?.rateBasisPoints ?? rateBasisPoints) !== rateBasisPoints,
  );

type MoneyText = (minor: number) => string;

const baseText = ({ baseMinor, includesShipping }: ReferralBasis, money: MoneyText) =>
  `the rates apply to ${money(baseMinor)}, ${includesShipping ? 'with' : 'without'} shipping`;

function tiersText({ mode, tiers }: ReferralBasis, money: MoneyText): string {
  const texts = tiers.map((tier) => {
    const bound = tier.upToMinor === null ? 'without an upper bound' : `up to ${money(tier.upToMinor)}`;
    return `${share(tier, money)} (${bound})`;
  });
  return `the ${mode} tiers give ${texts.join(' and ')} = ${money(sumOf(tiers))}`;
}

/** `the rates give 15 % of 100.00 USD and 8 % of 50.00 USD = 19.00 USD`. */
const ratesText = ({ tiers }: ReferralBasis, money: MoneyText) =>
  `the rates give ${tiers.map((tier) => share(tier, money)).join(' and ')} = ${money(sumOf(tiers))}`;

const share = ({ rateBasisPoints, baseMinor }: AppliedReferralTier, money: MoneyText) =>
  `${percentText(rateBasisPoints)} of ${money(baseMinor)}`;

function minimumText({ tiers, minimumMinor }: ReferralBasis, money: MoneyText): string {
  const byTiers = money(sumOf(tiers));
  if (minimumMinor === undefined) return `the rates give ${byTiers}, which is at least the minimum`;
  return `the minimum of ${money(minimumMinor)} is the fee, because the rates give only ${byTiers}`;
}

const sumOf = (tiers: readonly AppliedReferralTier[]) => tiers.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
