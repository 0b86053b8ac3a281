import type { Offer } from '../market/offer.ts';
import { UNKNOWN_SELLER } from '../market/seller.ts';
import type { Condition, CustomerType, OfferType } from '../vocabulary.ts';
import { compareOffers, type SeenOffer, seenBy } from './offers.ts';

/** Which of a seller's own offers are wanted, and at whose price. */
export type OwnOfferWish = {
  /** At the price that this customer sees ... */
  customer: CustomerType;
  /** ... unless a kind of price is named: then the offers that have one, at it. */
  offerType?: OfferType | undefined;
  condition?: Condition | undefined;
};

/**
 * A seller's own active offers on an item, in the order of offers (decisions 24 and 25). One that is out of stock or has
 * not started is there: it is the seller's own. One without a shipping charge has no price to buy it at, and an element
 * is never half-filled (decision 22).
 */
export function ownOffers(offers: readonly Offer[], { customer, offerType, condition }: OwnOfferWish): SeenOffer[] {
  const asked = offerType === undefined ? customer : priceOf[offerType];
  return offers
    .filter((offer) => offer.active && offer.shippingMinor !== undefined)
    .filter((offer) => condition === undefined || offer.condition === condition)
    .map((offer) => seenBy(asked, { offer, seller: UNKNOWN_SELLER }))
    .filter((seen) => offerType === undefined || seen.offerType === offerType)
    .sort(compareOffers);
}

const priceOf: Record<OfferType, CustomerType> = { B2C: 'Consumer', B2B: 'Business' };
