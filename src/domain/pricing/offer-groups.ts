import type { Condition, CustomerType, FulfillmentChannel, OfferType } from '../vocabulary.ts';
import { bestOf, type RankFields, type SeenOffer } from './offers.ts';
import { SHELF_SIZE } from './shelf-offer.ts';

/**
 * The offers on sale of one condition, channel, offer type and eligibility, as one type of customer sees them. A view of a
 * board needs of each group only its size and its best offers: an item can have thousands of offers, and the store counts
 * them and finds the best by an index (`market/offers/offer-ranking.ts`).
 */
export type OfferGroup<Fields extends RankFields = RankFields> = GroupName & {
  count: number;
  /** The first `SHELF_SIZE` in the order of offers, in that order. */
  best: SeenOffer<Fields>[];
};

export type GroupName = {
  condition: Condition;
  channel: FulfillmentChannel;
  offerType: OfferType;
  isEligible: boolean;
};

/** What one type of customer sees. */
export type SeenGroups<Fields extends RankFields = RankFields> = {
  customer: CustomerType;
  groups: OfferGroup<Fields>[];
  /** The offers on sale with quantity discounts, in any order. Empty for consumers, who get none. */
  discounted: SeenOffer<Fields>[];
};

/** Groups offers on sale. */
export function groupOffers<Fields extends RankFields>(
  customer: CustomerType,
  seen: readonly (SeenOffer<Fields> & { isEligible: boolean })[],
): SeenGroups<Fields> {
  const nameOf = ({ offer, offerType, isEligible }: (typeof seen)[number]) =>
    `${offer.condition} ${offer.channel} ${offerType} ${isEligible}`;
  const groups: OfferGroup<Fields>[] = [];
  for (const alike of Map.groupBy(seen, nameOf).values()) {
    const { offer, offerType, isEligible } = alike[0] as (typeof seen)[number];
    const { condition, channel } = offer;
    groups.push({ condition, channel, offerType, isEligible, count: alike.length, best: bestOf(alike, SHELF_SIZE) });
  }
  const discounted = customer === 'Consumer' ? [] : seen.filter(({ offer }) => offer.quantityDiscounts.length > 0);
  return { customer, groups, discounted };
}

/** The first `size` offers of several groups, in the order of offers. */
export function bestOfGroups<Fields extends RankFields>(
  groups: readonly OfferGroup<Fields>[],
  size: number,
): SeenOffer<Fields>[] {
  if (groups.length === 1) return (groups[0] as OfferGroup<Fields>).best.slice(0, size);
  return bestOf(
    groups.flatMap(({ best }) => best),
    size,
  );
}

export const countIn = (groups: readonly OfferGroup[]): number => groups.reduce((sum, { count }) => sum + count, 0);
