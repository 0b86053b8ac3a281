import type { Item } from '../../domain/market/item.ts';
import type { BoardView, BuyBoxPrice, LowestPrice, OfferCount } from '../../domain/pricing/board-view.ts';
import { writeTime } from '../../domain/time.ts';
import { CONDITIONS, FULFILLMENT_CHANNELS } from '../../domain/vocabulary.ts';
import { MoneyShape, priceFields, writeMoney, writePrice } from '../money.ts';
import { closedSet, openSet } from '../open-set.ts';
import { Type } from '../type.ts';
import { SalesRankings, writeSalesRankings } from './catalogue.ts';
import { OfferTypeShape, QUANTITY_DISCOUNT } from './shelf-offer.ts';

export const ConditionText = closedSet(CONDITIONS, {
  title: 'ItemCondition',
  description: 'New, Used, Collectible, Refurbished or Club.',
});
export const ChannelText = openSet(FULFILLMENT_CHANNELS, {
  title: 'FulfillmentChannel',
  description: 'FS or SELLER; an open set.',
});
export const tierFields = {
  quantityTier: Type.Optional.Integer('The price applies from this quantity on. Absent: the price of one unit.'),
  quantityDiscountType: Type.Optional(
    openSet([QUANTITY_DISCOUNT], 'With quantityTier: QUANTITY_DISCOUNT; an open set.'),
  ),
};

const OfferCounts = Type.Array(
  Type.Named('OfferCount', 'The number of offers of one condition and fulfilment channel.', {
    condition: ConditionText,
    fulfillmentChannel: ChannelText,
    OfferCount: Type.Integer('The number of offers.'),
  }),
);

export const SummaryShape = Type.Named(
  'OfferSummary',
  'A summary of all buyable offers of the item, of all conditions.',
  {
    TotalOfferCount: Type.Integer('The number of buyable offers of all conditions.'),
    NumberOfOffers: OfferCounts,
    LowestPrices: Type.Array(
      Type.Named('LowestPrice', 'The lowest landed price of one condition, fulfilment channel and offer type.', {
        condition: ConditionText,
        fulfillmentChannel: ChannelText,
        offerType: OfferTypeShape,
        ...tierFields,
        ...priceFields,
      }),
    ),
    BuyBoxPrices: Type.Array(
      Type.Named('BuyBoxPrice', 'The price of the buy box winner of one condition and offer type.', {
        condition: ConditionText,
        offerType: OfferTypeShape,
        ...tierFields,
        ...priceFields,
        sellerId: Type.String('The seller that wins the buy box.'),
      }),
    ),
    ListPrice: Type.Optional(MoneyShape),
    CompetitivePriceThreshold: Type.Optional(MoneyShape),
    SuggestedLowerPricePlusShipping: Type.Optional(MoneyShape),
    SalesRankings,
    BuyBoxEligibleOffers: OfferCounts,
    OffersAvailableTime: Type.Optional.Time('The time when the first offer starts, if none has started yet.'),
  },
);

/** `Summary` of spec 4.2: all conditions of the item, all its buyable offers (decision 22). */
export function writeSummary(item: Item, view: BoardView<unknown>) {
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

/** The fields of a quantity tier; none for the price of a single unit. */
export function writeTier(quantityTier: number | undefined) {
  return quantityTier === undefined ? {} : { quantityTier, quantityDiscountType: QUANTITY_DISCOUNT };
}
