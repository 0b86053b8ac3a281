import type { ShelfOffer } from '../../domain/shelf.ts';
import { writeTime } from '../../domain/time.ts';
import { writeMoney } from './money.ts';

/** The only kind of quantity discount there is (decision 21). */
export const QUANTITY_DISCOUNT = 'QUANTITY_DISCOUNT';

/** One element of 4.2's `Offers`. `MyOffer` and `SellerId` stay first and together: see `belongingTo`. */
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
    quantityDiscountPrices: (offer.quantityDiscounts ?? []).map(({ quantity, priceMinor }) => ({
      quantityTier: quantity,
      quantityDiscountType: QUANTITY_DISCOUNT,
      listingPrice: writeMoney(priceMinor, currency),
    })),
    Shipping: writeMoney(offer.shippingMinor, currency),
    ShipsFrom: shipsFrom && { State: shipsFrom.state, Country: shipsFrom.country },
    IsFulfilledByFS: offer.channel === 'FS',
    FSPrimeDetails: prime && { IsFSPrime: prime.isPrime, IsNationalFSPrime: prime.isNationalPrime },
    IsBuyBoxWinner: offer.isBuyBoxWinner ?? false,
    IsFeaturedMerchant: offer.featuredMerchant,
  };
}
