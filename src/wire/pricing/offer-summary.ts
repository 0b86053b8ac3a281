import { Type } from 'typebox';
import type { Item } from '../../domain/market/item.ts';
import type { BoardView, BuyBoxPrice, LowestPrice, OfferCount } from '../../domain/pricing/board-view.ts';
import { writeTime } from '../../domain/time.ts';
import { MoneyShape, priceFields, writeMoney, writePrice } from '../money.ts';
import { SalesRankings, writeSalesRankings } from './catalogue.ts';
import { OfferTypeShape, QUANTITY_DISCOUNT } from './shelf-offer.ts';

export const ConditionText = Type.String({ description: 'New, Used, Collectible, Refurbished or Club.' });
export const ChannelText = Type.String({ description: 'FS or SELLER; an open set.' });
export const tierFields = {
  quantityTier: Type.Optional(
    Type.Integer({ description: 'The price holds from this quantity on; absent: one unit.' }),
  ),
  quantityDiscountType: Type.Optional(Type.String({ description: 'With quantityTier: QUANTITY_DISCOUNT.' })),
};

const OfferCounts = Type.Array(
  Type.Object(
    {
      condition: ConditionText,
      fulfillmentChannel: ChannelText,
      OfferCount: Type.Integer({ description: 'How many there are.' }),
    },
    { title: 'OfferCount', description: 'Offers of one condition and channel.' },
  ),
);

export const SummaryShape = Type.Object(
  {
    TotalOfferCount: Type.Integer({ description: 'All offers that can be bought, whatever their condition.' }),
    NumberOfOffers: OfferCounts,
    LowestPrices: Type.Array(
      Type.Object(
        {
          condition: ConditionText,
          fulfillmentChannel: ChannelText,
          offerType: OfferTypeShape,
          ...tierFields,
          ...priceFields,
        },
        { title: 'LowestPrice', description: 'The lowest landed price of its kind.' },
      ),
    ),
    BuyBoxPrices: Type.Array(
      Type.Object(
        {
          condition: ConditionText,
          offerType: OfferTypeShape,
          ...tierFields,
          ...priceFields,
          sellerId: Type.String({ description: 'Who wins.' }),
        },
        { title: 'BuyBoxPrice', description: 'What the winner of the buy box asks.' },
      ),
    ),
    ListPrice: Type.Optional(MoneyShape),
    CompetitivePriceThreshold: Type.Optional(MoneyShape),
    SuggestedLowerPricePlusShipping: Type.Optional(MoneyShape),
    SalesRankings,
    BuyBoxEligibleOffers: OfferCounts,
    OffersAvailableTime: Type.Optional(Type.String({ description: 'When the first offer starts, if none has yet.' })),
  },
  { title: 'OfferSummary', description: 'All conditions of the item, and all its offers that can be bought.' },
);

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
