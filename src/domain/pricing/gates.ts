import type { Item } from '../market/item.ts';
import type { MarketOffer } from './offers.ts';

/**
 * The gates of the buy box rule (decisions 22 and 23), in the order in which they are explained. An offer is on sale when it
 * passes the first five, and eligible for the buy box when it passes all.
 */
export const GATES = [
  'active',
  'startTime',
  'stock',
  'availability',
  'shippingCharge',
  'featuredMerchant',
  'feedbackRating',
  'feedbackCount',
  'competitivePriceThreshold',
] as const;
export type Gate = (typeof GATES)[number];

/** The least positive feedback, in percent, that a seller needs. */
export const FEEDBACK_RATING_FLOOR = 80;
/** The least number of ratings: few ratings are not reliable. */
export const FEEDBACK_COUNT_FLOOR = 10;

/** The gates that an offer fails, as a number: bit n is set when it fails `GATES[n]`. Zero: the offer passes all. */
export type FailingGates = number;

const ON_SALE_GATES = 5;
const ON_SALE_MASK = 2 ** ON_SALE_GATES - 1;
const THRESHOLD_MASK = 2 ** GATES.indexOf('competitivePriceThreshold');

/** The verdict of every gate: the only place where one is decided. `landedMinor` is the landed price that the customer sees. */
export function failingGates(
  { offer, seller }: MarketOffer,
  { competitivePriceThresholdMinor: thresholdMinor }: Pick<Item, 'competitivePriceThresholdMinor'>,
  landedMinor: number,
  now: number,
): FailingGates {
  return (
    Number(!offer.active) |
    (Number(offer.startTimeMs !== undefined && offer.startTimeMs > now) << 1) |
    (Number(offer.quantity <= 0) << 2) |
    (Number(offer.availability === 'FUTURE_WITHOUT_DATE') << 3) |
    (Number(offer.shippingMinor === undefined) << 4) |
    (Number(!seller.featuredMerchant) << 5) |
    (Number(seller.feedbackRating < FEEDBACK_RATING_FLOOR) << 6) |
    (Number(seller.feedbackCount < FEEDBACK_COUNT_FLOOR) << 7) |
    (Number(thresholdMinor !== undefined && landedMinor > thresholdMinor) << 8)
  );
}

/** The names of the gates in `failing`, in their order. */
export function gateNames(failing: FailingGates): Gate[] {
  return GATES.filter((_gate, n) => (failing & (1 << n)) !== 0);
}

export const fails = (failing: FailingGates, gate: Gate): boolean => (failing & (1 << GATES.indexOf(gate))) !== 0;

/** The failing gates except the threshold: the ones that no other price would pass. */
export const withoutThreshold = (failing: FailingGates): FailingGates => failing & ~THRESHOLD_MASK;

/**
 * Whether an offer is on sale at a time, and if not, why. The first reason in this order applies. `noShippingCharge` therefore
 * means that only the charge is missing, as the status NoOfferDueToMissingShippingCharge tells the seller (decision 22).
 */
export type OfferAvailability = 'inactive' | 'tooSoon' | 'outOfStock' | 'unavailable' | 'noShippingCharge' | 'buyable';

const reasons: readonly OfferAvailability[] = ['inactive', 'tooSoon', 'outOfStock', 'unavailable', 'noShippingCharge'];

export function availabilityIn(failing: FailingGates): OfferAvailability {
  const onSale = failing & ON_SALE_MASK;
  if (onSale === 0) return 'buyable';
  // The lowest bit that is set.
  return reasons[31 - Math.clz32(onSale & -onSale)] as OfferAvailability;
}
