import type { BoardView, BuyBoxPrice, LowestPrice, OfferCount } from '../../domain/board-view.ts';
import type { Item } from '../../domain/item.ts';
import { writeTime } from '../../domain/time.ts';
import { writeMoney, writePrice } from './money.ts';
import { QUANTITY_DISCOUNT } from './offer.ts';
import { writeSalesRankings } from './product.ts';

/** 4.2's `Summary`: all conditions of the item, all its buyable offers (decision 22). */
export function writeSummary(item: Item, view: BoardView) {
  const { currency, listPriceMinor, competitivePriceThresholdMinor: thresholdMinor } = item;
  const { suggestedLowerPriceMinor: suggestedMinor, offersAvailableTimeMs } = view;
  const money = (minor: number | undefined) => (minor === undefined ? undefined : writeMoney(minor, currency));
  return {
    TotalOfferCount: view.total,
    NumberOfOffers: view.counts.map(writeCount),
    LowestPrices: view.lowestPrices.map((price) => writeLowestPrice(price, currency)),
    BuyBoxPrices: view.buyBox.map((price) => writeBuyBoxPrice(price, currency)),
    ListPrice: money(listPriceMinor),
    CompetitivePriceThreshold: money(thresholdMinor),
    SuggestedLowerPricePlusShipping: money(suggestedMinor),
    SalesRankings: writeSalesRankings(item),
    BuyBoxEligibleOffers: view.eligibleCounts.map(writeCount),
    OffersAvailableTime: offersAvailableTimeMs === undefined ? undefined : writeTime(offersAvailableTimeMs),
  };
}

function writeCount({ condition, channel, count }: OfferCount) {
  return { condition, fulfillmentChannel: channel, OfferCount: count };
}

function writeLowestPrice(price: LowestPrice, currency: string) {
  return {
    condition: price.condition,
    fulfillmentChannel: price.channel,
    offerType: price.offerType,
    ...writeTier(price.quantityTier),
    ...writePrice(price.listingMinor, price.shippingMinor, currency),
  };
}

function writeBuyBoxPrice(price: BuyBoxPrice, currency: string) {
  return {
    condition: price.condition,
    offerType: price.offerType,
    ...writeTier(price.quantityTier),
    ...writePrice(price.listingMinor, price.shippingMinor, currency),
    sellerId: price.sellerId,
  };
}

/** A price of a quantity tier says so; the price of a single unit says nothing. */
export function writeTier(quantityTier: number | undefined) {
  return quantityTier === undefined ? {} : { quantityTier, quantityDiscountType: QUANTITY_DISCOUNT };
}
