import type { Item } from '../market/item.ts';
import type { CustomerType } from '../vocabulary.ts';
import { type MarketOffer, type SeenOffer, type Standing, seenBy, standingOf } from './offers.ts';

/**
 * THE buy box rule (decision 23). Of the offers of one condition and offer type, as one kind of customer sees them,
 * the winner is the first eligible one in the order of offers (`compareOffers`): the lowest landed price, FS before
 * SELLER, the better feedback, then SellerId and SKU. An offer is eligible when it is buyable, its seller is a
 * featured merchant with good enough feedback, and its landed price is not above the item's competitive price
 * threshold.
 *
 * Why this rule and not a score: a seller who did not win can be told the one thing to change, everybody can check
 * the result against the list of offers, and no weight has to be defended. Quality is a gate and price the race: a
 * score would let a slightly better rating buy a higher price, and nobody could say how much higher.
 */

/** What can keep an offer from winning, besides another offer. */
export type Ineligibility =
  | Exclude<Standing, 'buyable'>
  | 'notFeaturedMerchant'
  | 'feedbackBelowFloor'
  | 'tooLittleFeedback'
  | 'aboveCompetitivePriceThreshold';

/** Positive feedback in percent that a seller needs at least. */
const FEEDBACK_RATING_FLOOR = 80;
/** How many must have given it: all of two buyers being content says nothing yet. */
const FEEDBACK_COUNT_FLOOR = 10;

type ItemFacts = Pick<Item, 'competitivePriceThresholdMinor'>;
type Requirement = { met(seen: SeenOffer, item: ItemFacts): boolean; reason: Ineligibility };

/** What a buyable offer needs to be eligible; written once for the decision and for its explanation. */
const REQUIREMENTS: readonly Requirement[] = [
  { met: ({ seller }) => seller.featuredMerchant, reason: 'notFeaturedMerchant' },
  { met: ({ seller }) => seller.feedbackRating >= FEEDBACK_RATING_FLOOR, reason: 'feedbackBelowFloor' },
  { met: ({ seller }) => seller.feedbackCount >= FEEDBACK_COUNT_FLOOR, reason: 'tooLittleFeedback' },
  {
    met: ({ landedMinor }, { competitivePriceThresholdMinor: threshold }) =>
      threshold === undefined || landedMinor <= threshold,
    reason: 'aboveCompetitivePriceThreshold',
  },
];

/** Whether a buyable offer may win the buy box. */
export function isEligible(seen: SeenOffer, item: ItemFacts): boolean {
  for (const requirement of REQUIREMENTS) if (!requirement.met(seen, item)) return false;
  return true;
}

/** Everything that keeps an offer from winning the buy box; empty when it is eligible. */
export function whyNotEligible(
  candidate: MarketOffer,
  item: ItemFacts,
  customer: CustomerType,
  now: number,
): Ineligibility[] {
  const reasons: Ineligibility[] = [];
  const standing = standingOf(candidate.offer, now);
  if (standing !== 'buyable') reasons.push(standing);
  const seen = seenBy(customer, candidate);
  for (const { met, reason } of REQUIREMENTS) if (!met(seen, item)) reasons.push(reason);
  return reasons;
}
