import type { SellerPlan, TierMode } from '../vocabulary.ts';

/** Why a fee line is what it is, as plain data: minor units, basis points, thousandths of a pound, hundredths of an inch. */
export type FeeExplanation = {
  schedule: { scheduleId: string; version: string; effectiveFromMs: number };
  basis: FeeBasis;
  /** Those that applied to this line, in the schedule's order. Their amounts add up to the line's promotion. */
  promotions: readonly PromotionShare[];
  taxRateBasisPoints: number;
};

/** How the fee amount came about, before promotions and tax. */
export type FeeBasis = ReferralBasis | ClosingBasis | PerItemBasis | FulfillmentBasis;

export type ChargedCategory = {
  /** The item's own. */
  itemCategory: string;
  /** The one whose terms are charged. */
  chargedAs: string;
  /** True when the schedule does not know the item's own and charges its default category instead. */
  isDefault: boolean;
};

export type ReferralBasis = {
  rule: 'ReferralBand' | 'ReferralMarginal';
  category: ChargedCategory;
  mode: TierMode;
  /** What the rates are applied to: the listing price and, but for media, shipping. */
  baseMinor: number;
  includesShipping: boolean;
  /** Band: the one that was chosen. Marginal: each that the base reaches, the first in any case. */
  tiers: readonly AppliedReferralTier[];
  /** Only when the minimum decided: it is more than the tiers give. */
  minimumMinor?: number;
};

/**
 * `amountMinor` of the tiers add up to the fee before the minimum. That one is rounded once (decision 4), so the amount
 * of a tier is what it adds to the rounded sum so far.
 */
export type AppliedReferralTier = {
  upToMinor: number | null;
  rateBasisPoints: number;
  baseMinor: number;
  amountMinor: number;
};

type ClosingBasis = { rule: 'ClosingMedia' | 'ClosingNotMedia'; category: ChargedCategory };

type PerItemBasis = { rule: 'PerItemPlan'; plan: SellerPlan };

export type FulfillmentBasis = {
  rule: 'FulfillmentWeightTier' | 'FulfillmentBigAndBulky';
  category: ChargedCategory;
  program: { name: string; additionMinor: number };
  size: ParcelSize;
  weights: ParcelWeights;
  tier: AppliedWeightTier;
  /** Those whose condition holds. */
  surcharges: readonly { name: SurchargeName; amountMinor: number }[];
};

export type SurchargeName = 'apparel' | 'hazmat' | 'priceUnder10' | 'oversize' | 'additionalOversize';

export type ParcelSize = {
  longestHundredthsIn: number;
  medianHundredthsIn: number;
  longestPlusGirthHundredthsIn: number;
};

export type ParcelWeights = {
  unitThousandthsLb: number;
  /** Rounded up to a thousandth. Absent when the unit is too light for it to be looked at. */
  dimensionalThousandthsLb?: number;
  packagingThousandthsLb: number;
  /** The greater of the two and the packaging, rounded up. */
  shippingThousandthsLb: number;
  /** Which of the two was the greater. */
  decidedBy: 'unit' | 'dimensional';
};

/** `maxThousandthsLb` is null for big and bulky goods, which have no bound. */
export type AppliedWeightTier = {
  maxThousandthsLb: number | null;
  baseMinor: number;
  perLbMinor: number;
  overThousandthsLb: number;
  amountMinor: number;
};

export type PromotionShare = { promotionId: string; name: string; amountMinor: number };
