import type { FeeType, PromotionKind, TierMode } from '../vocabulary.ts';

/**
 * The fees of a marketplace from a date on (decision 19): the `feeSchedule` record in integers. Amounts are minor units of
 * `currency`, rates are basis points (hundredths of a percent), lengths are hundredths of an inch, weights are thousandths
 * of a pound.
 */
export type FeeSchedule = {
  marketplaceId: string;
  /** In force from this time until the marketplace's next schedule begins. Part of the key, with the marketplace. */
  effectiveFromMs: number;
  scheduleId: string;
  version: string;
  currency: string;
  taxOnFeesBasisPoints: number;
  referral: {
    /** The category that is charged for items whose category is not in `categories`. */
    defaultCategory: string;
    categories: { readonly [category: string]: FeeCategory };
  };
  /** Closing fee of media categories. */
  closingMinor: number;
  /** Per-item fee of sellers with an Individual plan. */
  perItemMinor: number;
  fulfillment: Fulfillment;
  /** Storage prices per cubic foot and month, by period. For information only: no estimate uses them. */
  storageMinor?: { readonly [period: string]: number };
  promotions: readonly FeePromotion[];
};

export type FeeCategory = {
  mode: TierMode;
  /** In ascending order; the last has no upper bound. */
  tiers: readonly ReferralTier[];
  minimumMinor: number;
  /** Media: the referral base excludes shipping, and the closing fee applies. */
  media: boolean;
  /** Apparel: the apparel surcharge on fulfilment applies. */
  apparel: boolean;
};

/** `upToMinor` is inclusive. Null means no upper bound. */
export type ReferralTier = { upToMinor: number | null; rateBasisPoints: number };

export type Fulfillment = {
  weight: {
    /** Cubic inches per pound of dimensional weight. */
    dimDivisor: number;
    /** For lighter units, dimensional weight does not count. */
    unitWeightOnlyBelowThousandthsLb: number;
    packagingThousandthsLb: number;
    /** The shipping weight is rounded up to a multiple of this. */
    roundUpToThousandthsLb: number;
  };
  /** In ascending order of weight. */
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
  /** By the name of the program (decision 16), such as FS_STANDARD. */
  programs: { readonly [program: string]: { additionMinor: number } };
};

/** Up to `maxThousandthsLb` the price is the base plus `perLbMinor` for each pound over `overThousandthsLb`. */
export type WeightTier = { maxThousandthsLb: number; baseMinor: number; perLbMinor: number; overThousandthsLb: number };

/** Holds when any bound that is present is exceeded. Girth is twice the sum of the two shorter sides. */
export type SizeRule = {
  weightOverThousandthsLb?: number;
  longestOverHundredthsIn?: number;
  medianOverHundredthsIn?: number;
  longestPlusGirthOverHundredthsIn?: number;
};

/** A reduction of one fee for a period of time. Price bounds, categories and items restrict it where they are present. */
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

/** The terms of a category; of the default category when the schedule does not have it. */
export function feeCategoryOf(schedule: FeeSchedule, category: string): FeeCategory {
  const { categories, defaultCategory } = schedule.referral;
  // Own keys only: an item may be in a category called `constructor`.
  const chargedAs = Object.hasOwn(categories, category) ? category : defaultCategory;
  return categories[chargedAs] as FeeCategory;
}
