import type { SellerPlan, TierMode } from '../vocabulary.ts';

/** Explains one fee line as plain data: minor units, basis points, thousandths of a pound, hundredths of an inch. */
export type FeeExplanation = {
  schedule: { scheduleId: string; version: string; effectiveFromMs: number };
  basis: FeeBasis;
  /** The promotions that applied to this line, in the order of the schedule. Their amounts add up to `promotionMinor`. */
  promotions: readonly PromotionShare[];
  taxRateBasisPoints: number;
};

/** The rule behind the fee amount, before promotions and tax. */
export type FeeBasis = ReferralBasis | ClosingBasis | PerItemBasis | FulfillmentBasis;

export type ChargedCategory = {
  itemCategory: string;
  /** The category whose terms are charged. */
  chargedAs: string;
  /** True when the schedule does not have the item's category and charges its default category instead. */
  isDefault: boolean;
};

export type ReferralBasis = {
  rule: 'ReferralBand' | 'ReferralMarginal';
  category: ChargedCategory;
  mode: TierMode;
  /** The amount that the rates apply to: listing price plus shipping; for media the listing price only. */
  baseMinor: number;
  includesShipping: boolean;
  /** Band: the one tier that applies. Marginal: every tier that the base reaches, and always the first. */
  tiers: readonly AppliedReferralTier[];
  /** Present only when the minimum is the fee, because it is more than the sum of the tiers. */
  minimumMinor?: number;
};

/**
 * The amounts of the tiers add up to the fee before the minimum. The fee is rounded once (decision 4), so the amount of a
 * tier is what the tier adds to the rounded sum so far.
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
  /** The surcharges whose condition holds. */
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
  /** Rounded up to a thousandth. Absent when the unit is so light that only the unit weight counts. */
  dimensionalThousandthsLb?: number;
  packagingThousandthsLb: number;
  /** The greater of unit and dimensional weight plus the packaging, rounded up. */
  shippingThousandthsLb: number;
  /** Which of unit and dimensional weight is the greater. */
  decidedBy: 'unit' | 'dimensional';
};

/** `maxThousandthsLb` is null for big and bulky items: they have no upper bound. */
export type AppliedWeightTier = {
  maxThousandthsLb: number | null;
  baseMinor: number;
  perLbMinor: number;
  overThousandthsLb: number;
  amountMinor: number;
};

export type PromotionShare = { promotionId: string; name: string; amountMinor: number };
