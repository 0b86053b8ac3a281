import type { Handling, Prime, QuantityDiscount, ShipsFrom } from '../market/offer.ts';
import type { CustomerType, FulfillmentChannel, OfferType, SubCondition } from '../vocabulary.ts';
import { dateAhead, type SeenOffer } from './offers.ts';
import { discountsOf } from './quantity-tiers.ts';

/** At most this many offers of a condition are shown (decision 22). */
export const SHELF_SIZE = 20;

/**
 * An offer as others may see it (spec section 2). The SKU is not in it: it is the seller's own. The landed price is
 * the sum of the two amounts.
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
  /** Only on the winner. */
  isBuyBoxWinner?: true;
  /** Its availability is FUTURE_WITH_DATE when there is a date, else NOW: a date that has passed is not kept. */
  availableDateMs?: number;
  handling?: Handling;
  shipsFrom?: ShipsFrom;
  prime?: Prime;
  conditionNotes?: string;
  /** Only in the view of business customers, who alone can have them. */
  quantityDiscounts?: QuantityDiscount[];
};

/**
 * Inner objects are made anew: the order of their keys, and so the text of the board, must not depend on where they
 * came from.
 */
export function toShelf(seen: SeenOffer, customer: CustomerType, isBuyBoxWinner: boolean, now: number): ShelfOffer {
  const { offer, seller } = seen;
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
  const discounts = customer === 'Business' ? discountsOf(seen) : [];
  if (discounts.length > 0) {
    shown.quantityDiscounts = discounts.map(({ quantity, priceMinor }) => ({ quantity, priceMinor }));
  }
  return shown;
}
