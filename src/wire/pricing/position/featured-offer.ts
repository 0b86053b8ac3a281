import { type Contender, landedOf } from '../../../domain/pricing/decision.ts';
import type { Condition } from '../../../domain/vocabulary.ts';
import { MoneyShape, writeMoney } from '../../money.ts';
import { Type } from '../../type.ts';
import { ChannelText, ConditionText } from '../offer-summary.ts';
import { SellerFeedbackShape, SubConditionShape } from '../shelf-offer.ts';

export const FeaturedPriceShape = Type.Named('FeaturedOfferPrice', 'landedPrice = listingPrice + shippingPrice.', {
  listingPrice: MoneyShape,
  shippingPrice: MoneyShape,
  landedPrice: MoneyShape,
});

export const FeaturedOfferShape = Type.Named(
  'FeaturedOffer',
  'An offer that holds a buy box or competes for it, at the price that the customer type of the box sees.',
  {
    MyOffer: Type.Boolean("Whether it is the caller's own offer."),
    sellerId: Type.String('The seller of the offer.'),
    condition: ConditionText,
    subCondition: SubConditionShape,
    fulfillmentChannel: ChannelText,
    price: FeaturedPriceShape,
    SellerFeedbackRating: SellerFeedbackShape,
  },
);

/** The public fields of an eligible offer. Its SKU is private to its seller, and is not shown. */
export function writeFeaturedOffer(offer: Contender, condition: Condition, currency: string, callerId: string) {
  return {
    MyOffer: offer.sellerId === callerId,
    sellerId: offer.sellerId,
    condition,
    subCondition: offer.subCondition,
    fulfillmentChannel: offer.channel,
    price: writeFeaturedPrice(offer, currency),
    SellerFeedbackRating: writeFeedback(offer),
  };
}

export function writeFeaturedPrice(offer: Contender, currency: string) {
  return {
    listingPrice: writeMoney(offer.listingMinor, currency),
    shippingPrice: writeMoney(offer.shippingMinor, currency),
    landedPrice: writeMoney(landedOf(offer), currency),
  };
}

export const writeFeedback = ({ feedbackRating, feedbackCount }: Contender) => ({
  SellerPositiveFeedbackRating: feedbackRating,
  FeedbackCount: feedbackCount,
});
