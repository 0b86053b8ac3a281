import type { Item } from '../market/item.ts';
import type { SeenOffer } from './offers.ts';

/**
 * The buy box rule (decision 23). Of the offers of one condition and offer type, as one type of customer sees them,
 * the winner is the first eligible one in the order of offers (`compareOffers`): the lowest landed price, FS before
 * SELLER, the better feedback, then SellerId and SKU. An offer is eligible when it is buyable, its seller is a
 * featured merchant with good enough feedback, and its landed price is not above the item's competitive price
 * threshold.
 *
 * Why this rule and not a score: a seller who did not win can be told the one thing to change, everybody can check
 * the result against the list of offers, and no weights have to be justified. Quality decides who takes part, price
 * decides who wins. With a score, a slightly better rating would allow a higher price, and nobody could say how much.
 */

/** The least positive feedback, in percent, that a seller needs. */
const FEEDBACK_RATING_FLOOR = 80;
/** The least number of ratings: few ratings are not reliable. */
const FEEDBACK_COUNT_FLOOR = 10;

type ItemFacts = Pick<Item, 'competitivePriceThresholdMinor'>;

/** Whether a buyable offer may win the buy box. */
export function isEligible({ seller, landedMinor }: SeenOffer, item: ItemFacts): boolean {
  const { competitivePriceThresholdMinor: threshold } = item;
  return (
    seller.featuredMerchant &&
    seller.feedbackRating >= FEEDBACK_RATING_FLOOR &&
    seller.feedbackCount >= FEEDBACK_COUNT_FLOOR &&
    (threshold === undefined || landedMinor <= threshold)
  );
}
