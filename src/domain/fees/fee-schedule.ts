import type { FeeType, PromotionKind, TierMode } from '../vocabulary.ts';

/**
 * What a marketplace charges from a date on (decision 19): the `feeSchedule` record in whole numbers. Amounts are minor
 * units of `currency`, rates basis points (hundredths of a percent), lengths hundredths of an inch, weights
 * thousandths of a pound.
 */
export type FeeSchedule = {
  marketplaceId: string;
  /** In force from here until the marketplace's next schedule. With the marketplace this is its key. */
  effectiveFromMs: number;
  scheduleId: string;
  version: string;
  currency: string;
  taxOnFeesBasisPoints: number;
  referral: {
    /** The category of items whose own the schedule does not know. */
    defaultCategory: string;
    categories: { readonly [category: string]: FeeCategory };
  };
  /** Closing fee of media categories. */
  closingMinor: number;
  /** Per-item fee of sellers with an Individual plan. */
  perItemMinor: number;
  fulfillment: Fulfillment;
  /** Storage prices a cubic foot and month by period; for information, no estimate uses them. */
  storageMinor?: { readonly [period: string]: number };
  promotions: readonly FeePromotion[];
};

export type FeeCategory = {
  mode: TierMode;
  /** Rising; the last has no upper bound. */
  tiers: readonly ReferralTier[];
  minimumMinor: number;
  /** Media: the referral base leaves shipping out, and the closing fee applies. */
  media: boolean;
  /** Apparel: the fulfilment surcharge of that name applies. */
  apparel: boolean;
};

/** `upToMinor` is inclusive; null is no upper bound. */
export type ReferralTier = { upToMinor: number | null; rateBasisPoints: number };

export type Fulfillment = {
  weight: {
    /** Cubic inches a pound of dimensional weight. */
    dimDivisor: number;
    /** Lighter than this, dimensional weight is not looked at. */
    unitWeightOnlyBelowThousandthsLb: number;
    packagingThousandthsLb: number;
    /** The shipping weight is rounded up to a multiple of this. */
    roundUpToThousandthsLb: number;
  };
  /** Rising by weight. */
  tiers: readonly WeightTier[];
  surcharges: {
    apparelMinor: number;
    hazmatMinor: number;
    /** For listing prices under 10 units of the currency. */
    priceUnder10Minor: number;
    oversizeMinor: number;
    additionalOversizeMinor: number;
  };
  oversizeWhen: SizeRule;
  additionalOversizeWhen: SizeRule;
  bigAndBulky: { when: SizeRule; baseMinor: number; perLbMinor: number; overThousandthsLb: number };
  /** By program (decision 16), such as FS_STANDARD. */
  programs: { readonly [program: string]: { additionMinor: number } };
};

/** Up to `maxThousandthsLb`: the base, and `perLbMinor` for each pound over `overThousandthsLb`. */
export type WeightTier = { maxThousandthsLb: number; baseMinor: number; perLbMinor: number; overThousandthsLb: number };

/** True when any of the bounds that are there is exceeded. Girth is twice the sum of the two shorter sides. */
export type SizeRule = {
  weightOverThousandthsLb?: number;
  longestOverHundredthsIn?: number;
  medianOverHundredthsIn?: number;
  longestPlusGirthOverHundredthsIn?: number;
};

/** A reduction of one fee in a time, for prices, categories or items where these are given. */
export type FeePromotion = {
  promotionId: string;
  name: string;
  feeType: FeeType;
  kind: PromotionKind;
  /** Basis points of the fee when `kind` is percentage, minor units when it is fixed. */
  value: number;
  /** Bounds of the listing price, both inclusive. */
  minPriceMinor?: number;
  maxPriceMinor?: number;
  fromMs: number;
  /** Exclusive. */
  untilMs: number;
  categories?: readonly string[];
  itemIds?: readonly string[];
};

export type FeeScheduleKey = Pick<FeeSchedule, 'marketplaceId' | 'effectiveFromMs'>;

/** How a category is charged: as itself, or as the default when the schedule does not know it. */
export function feeCategoryOf(schedule: FeeSchedule, category: string): FeeCategory {
  const { categories, defaultCategory } = schedule.referral;
  // Own keys only: an item may well be in a category called `constructor`.
  const known = Object.hasOwn(categories, category) ? category : defaultCategory;
  return categories[known] as FeeCategory;
}
