/**
 * How far sellers may change prices in a marketplace: the `priceGuard` record in integers. Percents are basis points (hundredths of a
 * percent). An absent rule does not bind. The operator's own records are not bound by it.
 */
export type PriceGuard = {
  marketplaceId: string;
  /** How much a price may differ from the present one. */
  maxStepBasisPoints?: number;
  /** How much a price may differ from the one 24 hours ago. */
  maxDayBasisPoints?: number;
  /** The least and the most that a price may be of the item's list price. */
  minOfListPriceBasisPoints?: number;
  maxOfListPriceBasisPoints?: number;
  /** For one listing. */
  maxChangesPerHour?: number;
};

export type PriceGuardKey = Pick<PriceGuard, 'marketplaceId'>;
