import type { Offer } from '../market/offer.ts';
import { UNKNOWN_SELLER } from '../market/seller.ts';
import type { Condition, CustomerType, OfferType } from '../vocabulary.ts';
import { compareOffers, type SeenOffer, seenBy } from './offers.ts';

/** Selects from a seller's own offers, and the price at which they are shown. */
export type OwnOfferFilter = {
  /** The offers are shown at the price that this customer sees ... */
  customer: CustomerType;
  /** ... unless an offer type is named: then only the offers with such a price, at that price. */
  offerType?: OfferType | undefined;
  condition?: Condition | undefined;
};

/**
 * A seller's own active offers on an item, in the order of offers (decisions 24 and 25). Offers that are out of stock or have
 * not started are included, because they are the seller's own. Offers without a shipping charge are left out: they have no
 * buying price, and an element is never half-filled (decision 22).
 */
export function ownOffers(
  offers: readonly Offer[],
  { customer, offerType, condition }: OwnOfferFilter,
): SeenOffer<Offer>[] {
  const pricedFor = pricedForOf({ customer, offerType });
  return offers
    .filter((offer) => offer.active && offer.shippingMinor !== undefined)
    .filter((offer) => condition === undefined || offer.condition === condition)
    .map((offer) => seenBy(pricedFor, { offer, seller: UNKNOWN_SELLER }))
    .filter((seen) => offerType === undefined || seen.offerType === offerType)
    .sort(compareOffers);
}

/** The customer at whose price the offers are shown. */
export const pricedForOf = ({ customer, offerType }: OwnOfferFilter): CustomerType =>
  offerType === undefined ? customer : customerOf[offerType];

const customerOf: Record<OfferType, CustomerType> = { B2C: 'Consumer', B2B: 'Business' };
