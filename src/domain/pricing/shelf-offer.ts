import type { Handling, Prime, QuantityDiscount, ShipsFrom } from '../market/offer.ts';
import type { CustomerType, FulfillmentChannel, OfferType, SubCondition } from '../vocabulary.ts';
import { dateAhead, type MarketOffer, type RankFields, type SeenOffer } from './offers.ts';
import { discountsOf } from './quantity-tiers.ts';

/** The most offers of one condition that an answer shows (decision 22). */
export const SHELF_SIZE = 20;

/**
 * The public fields of an offer (spec section 2). The SKU is not among them: it is private to the seller. The landed price is the
 * sum of the two amounts.
 */
export type ShelfOffer = {
  sellerId: string;
  offerType: OfferType;
  subCondition: SubCondition;
  channel: FulfillmentChannel;
  listingMinor: number;
  shippingMinor: number;
  feedbackRating: number;
  feedbackCount: number;
  featuredMerchant: boolean;
  /** Present only on the winner. */
  isBuyBoxWinner?: true;
  /** With a date the availability is FUTURE_WITH_DATE, without one NOW. A date in the past is left out. */
  availableDateMs?: number;
  handling?: Handling;
  shipsFrom?: ShipsFrom;
  prime?: Prime;
  conditionNotes?: string;
  /** Only in the view of business customers: consumers get no quantity discounts. */
  quantityDiscounts?: QuantityDiscount[];
};

/** An offer of a shelf, as the rule decided. */
export type ShownOffer<Fields extends RankFields = RankFields> = { seen: SeenOffer<Fields>; isBuyBoxWinner: boolean };

/** Copies inner objects field by field: the text of the board must not depend on the order of keys in the input. */
export function toShelfOffer(
  { offer, seller }: MarketOffer,
  { seen, isBuyBoxWinner }: ShownOffer,
  customer: CustomerType,
  now: number,
): ShelfOffer {
  const availableDateMs = dateAhead(offer, now);
  const shown: ShelfOffer = {
    sellerId: offer.sellerId,
    offerType: seen.offerType,
    subCondition: offer.subCondition,
    channel: offer.channel,
    listingMinor: seen.listingMinor,
    shippingMinor: seen.shippingMinor,
    feedbackRating: seller.feedbackRating,
    feedbackCount: seller.feedbackCount,
    featuredMerchant: seller.featuredMerchant,
  };
  if (isBuyBoxWinner) shown.isBuyBoxWinner = true;
  if (availableDateMs !== undefined) shown.availableDateMs = availableDateMs;
  const { handling, shipsFrom, prime, conditionNotes } = offer;
  if (handling !== undefined) {
    shown.handling = { minimumHours: handling.minimumHours, maximumHours: handling.maximumHours };
  }
  if (shipsFrom !== undefined) {
    const { state, country } = shipsFrom;
    shown.shipsFrom = state === undefined ? { country } : { state, country };
  }
  if (prime !== undefined) shown.prime = { isPrime: prime.isPrime, isNationalPrime: prime.isNationalPrime };
  if (conditionNotes !== undefined) shown.conditionNotes = conditionNotes;
  const discounts = customer === 'Business' ? discountsOf({ ...seen, offer }) : [];
  if (discounts.length > 0) {
    shown.quantityDiscounts = discounts.map(({ quantity, priceMinor }) => ({ quantity, priceMinor }));
  }
  return shown;
}
