import type { QuantityDiscount } from '../../domain/market/offer.ts';
import type { ShelfOffer } from '../../domain/pricing/shelf-offer.ts';
import { writeTime } from '../../domain/time.ts';
import { AVAILABILITIES, OFFER_TYPES, SUB_CONDITIONS } from '../../domain/vocabulary.ts';
import { MoneyShape, writeMoney } from '../money.ts';
import { openSet } from '../open-set.ts';
import { Type } from '../type.ts';

/** The only type of quantity discount (decision 21). */
export const QUANTITY_DISCOUNT = 'QUANTITY_DISCOUNT';

export const OfferTypeShape = openSet(OFFER_TYPES, {
  title: 'OfferType',
  description: 'B2C or B2B; an open set.',
  examples: ['B2C'],
});

export const SubConditionShape = openSet(SUB_CONDITIONS, {
  title: 'SubCondition',
  description: `${SUB_CONDITIONS.join(', ')}; an open set.`,
});

export const QuantityDiscountPrices = Type.Array(
  Type.Named('QuantityDiscountPrice', 'The unit price from a quantity on.', {
    quantityTier: Type.Integer('The price applies from this quantity on.'),
    quantityDiscountType: openSet([QUANTITY_DISCOUNT], 'QUANTITY_DISCOUNT; an open set.'),
    listingPrice: MoneyShape,
  }),
);

export const SellerFeedbackShape = Type.Named('SellerFeedbackRating', 'The feedback of buyers about the seller.', {
  SellerPositiveFeedbackRating: Type.Number('Positive feedback in percent.'),
  FeedbackCount: Type.Integer('The number of ratings.'),
});

export const OfferShape = Type.Named('Offer', 'The public fields of an offer.', {
  MyOffer: Type.Boolean("Whether it is the caller's own offer."),
  offerType: OfferTypeShape,
  SubCondition: SubConditionShape,
  SellerId: Type.String('The seller of the offer.'),
  ConditionNotes: Type.Optional.String('The notes of the seller about the condition.'),
  SellerFeedbackRating: SellerFeedbackShape,
  ShippingTime: Type.Named('ShippingTime', 'The time to dispatch, and whether the offer is available now.', {
    minimumHours: Type.Optional.Integer('The least number of hours from the order to the dispatch.'),
    maximumHours: Type.Optional.Integer('The greatest number of hours from the order to the dispatch.'),
    availableDate: Type.Optional.Time('Only with FUTURE_WITH_DATE: the time when it becomes available.'),
    availabilityType: openSet(
      AVAILABILITIES,
      'NOW, FUTURE_WITHOUT_DATE or FUTURE_WITH_DATE; an open set. A date that has passed is NOW.',
    ),
  }),
  ListingPrice: MoneyShape,
  quantityDiscountPrices: QuantityDiscountPrices,
  Shipping: MoneyShape,
  ShipsFrom: Type.Optional.Named('ShipsFrom', 'The place that the offer ships from.', {
    State: Type.Optional.String('The state or province.'),
    Country: Type.String('The country, ISO 3166 alpha-2.'),
  }),
  IsFulfilledByFS: Type.Boolean('Whether the store ships it.'),
  FSPrimeDetails: Type.Optional.Named('FSPrimeDetails', 'The prime benefit of the fulfilment program.', {
    IsFSPrime: Type.Boolean('Whether it has the prime benefit anywhere.'),
    IsNationalFSPrime: Type.Boolean('Whether it has the prime benefit everywhere in the country.'),
  }),
  IsBuyBoxWinner: Type.Boolean('Whether it wins the buy box of its condition and offer type.'),
  IsFeaturedMerchant: Type.Boolean('Whether its seller may win the buy box.'),
});

/** One element of `Offers` in spec 4.2. `MyOffer` must come right before `SellerId`: see `withMyOffers`. */
export function writeShelfOffer(offer: ShelfOffer, currency: string) {
  const { handling, shipsFrom, prime, availableDateMs } = offer;
  return {
    MyOffer: false,
    SellerId: offer.sellerId,
    offerType: offer.offerType,
    SubCondition: offer.subCondition,
    ConditionNotes: offer.conditionNotes,
    SellerFeedbackRating: {
      SellerPositiveFeedbackRating: offer.feedbackRating,
      FeedbackCount: offer.feedbackCount,
    },
    ShippingTime: {
      minimumHours: handling?.minimumHours,
      maximumHours: handling?.maximumHours,
      availableDate: availableDateMs === undefined ? undefined : writeTime(availableDateMs),
      availabilityType: availableDateMs === undefined ? 'NOW' : 'FUTURE_WITH_DATE',
    },
    ListingPrice: writeMoney(offer.listingMinor, currency),
    quantityDiscountPrices: writeDiscounts(offer.quantityDiscounts ?? [], currency),
    Shipping: writeMoney(offer.shippingMinor, currency),
    ShipsFrom: shipsFrom && { State: shipsFrom.state, Country: shipsFrom.country },
    IsFulfilledByFS: offer.channel === 'FS',
    FSPrimeDetails: prime && { IsFSPrime: prime.isPrime, IsNationalFSPrime: prime.isNationalPrime },
    IsBuyBoxWinner: offer.isBuyBoxWinner ?? false,
    IsFeaturedMerchant: offer.featuredMerchant,
  };
}

export function writeDiscounts(discounts: readonly QuantityDiscount[], currency: string) {
  return discounts.map(({ quantity, priceMinor }) => ({
    quantityTier: quantity,
    quantityDiscountType: QUANTITY_DISCOUNT,
    listingPrice: writeMoney(priceMinor, currency),
  }));
}
