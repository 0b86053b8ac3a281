/* The value sets of spec section 2 and decisions 16 to 25. Answers use the order of these lists. */

export const CONDITIONS = ['New', 'Used', 'Collectible', 'Refurbished', 'Club'] as const;
export type Condition = (typeof CONDITIONS)[number];

export const SUB_CONDITIONS = [
  'New',
  'Mint',
  'VeryGood',
  'Good',
  'Acceptable',
  'Poor',
  'Club',
  'OEM',
  'Warranty',
  'RefurbishedWarranty',
  'Refurbished',
  'OpenBox',
  'Other',
] as const;
export type SubCondition = (typeof SUB_CONDITIONS)[number];

export const FULFILLMENT_CHANNELS = ['FS', 'SELLER'] as const;
export type FulfillmentChannel = (typeof FULFILLMENT_CHANNELS)[number];

export const CUSTOMER_TYPES = ['Consumer', 'Business'] as const;
export type CustomerType = (typeof CUSTOMER_TYPES)[number];

export const OFFER_TYPES = ['B2C', 'B2B'] as const;
export type OfferType = (typeof OFFER_TYPES)[number];

export const AVAILABILITIES = ['NOW', 'FUTURE_WITHOUT_DATE', 'FUTURE_WITH_DATE'] as const;
export type Availability = (typeof AVAILABILITIES)[number];

export const SELLER_PLANS = ['Professional', 'Individual'] as const;
export type SellerPlan = (typeof SELLER_PLANS)[number];

/** The fee types of the service (decision 18). Clients must expect more. A promotion can only reduce one of these. */
export const FEE_TYPES = ['ReferralFee', 'VariableClosingFee', 'PerItemFee', 'FSFulfillmentFee'] as const;
export type FeeType = (typeof FEE_TYPES)[number];

/** How a category's referral tiers apply: one rate to the whole price, or each rate to its portion (decision 19). */
export const TIER_MODES = ['band', 'marginal'] as const;
export type TierMode = (typeof TIER_MODES)[number];

export const PROMOTION_KINDS = ['percentage', 'fixed'] as const;
export type PromotionKind = (typeof PROMOTION_KINDS)[number];

/** The word of the set that equals the text in any case (decision 2); undefined when there is none. */
export function readWord<W extends string>(words: readonly W[], text: string): W | undefined {
  for (const word of words) if (word === text) return word;
  const lower = text.toLowerCase();
  for (const word of words) if (word.toLowerCase() === lower) return word;
  return undefined;
}
