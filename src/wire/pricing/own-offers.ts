import type { Offer } from '../../domain/market/offer.ts';
import type { SeenOffer } from '../../domain/pricing/offers.ts';
import { MoneyShape, writeMoney, writePrice } from '../money.ts';
import { Type } from '../type.ts';
import { PriceShape } from './competitive-price.ts';
import { ChannelText, ConditionText } from './offer-summary.ts';
import { OfferTypeShape, QuantityDiscountPrices, SubConditionShape, writeDiscounts } from './shelf-offer.ts';

export const OwnOfferShape = Type.Named('OwnOffer', "One of the caller's own active offers on the item.", {
  offerType: OfferTypeShape,
  BuyingPrice: PriceShape,
  RegularPrice: MoneyShape,
  businessPrice: Type.Optional(MoneyShape),
  quantityDiscountPrices: QuantityDiscountPrices,
  FulfillmentChannel: ChannelText,
  ItemCondition: ConditionText,
  ItemSubCondition: SubConditionShape,
  SellerSKU: Type.String("The caller's SKU."),
});

/** `Product.Offers` of spec 4.3. */
export const writeOwnOffers = (offers: readonly SeenOffer<Offer>[]): string =>
  JSON.stringify(offers.map(writeOwnOffer));

/** The regular price is the listing price, unless the offer has a regular price of its own (a sale). */
function writeOwnOffer({ offer, offerType, listingMinor, shippingMinor }: SeenOffer<Offer>) {
  const { currency, businessPriceMinor } = offer;
  return {
    offerType,
    BuyingPrice: writePrice(listingMinor, shippingMinor, currency),
    RegularPrice: writeMoney(offer.regularPriceMinor ?? offer.listingPriceMinor, currency),
    businessPrice: businessPriceMinor === undefined ? undefined : writeMoney(businessPriceMinor, currency),
    quantityDiscountPrices: writeDiscounts(offer.quantityDiscounts, currency),
    FulfillmentChannel: offer.channel,
    ItemCondition: offer.condition,
    ItemSubCondition: offer.subCondition,
    SellerSKU: offer.sku,
  };
}
