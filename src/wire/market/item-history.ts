import { writeTime } from '../../domain/time.ts';
import { price } from '../example-amounts.ts';
import { priceFields, writePrice } from '../money.ts';
import { ObservedSinceShape, PriceHistoryQuery, type StoredStep } from '../pricing/history/price-history.ts';
import { CustomerTypeText } from '../pricing/history/reference-price.ts';
import { ChannelText, ConditionText } from '../pricing/offer-summary.ts';
import { OfferTypeShape } from '../pricing/shelf-offer.ts';
import { Type } from '../type.ts';

const { SellerSKU: _ofCaller, ...query } = PriceHistoryQuery.properties;

export const ItemHistoryQuery = Type.Object(query);

const StepShape = Type.Named('ItemHistoryStep', 'The state of a buy box between two changes.', {
  at: Type.Time('From this time on, until the next step. The first step may have begun before.'),
  BuyBox: Type.Optional.Named('ItemHistoryHolder', 'Who holds the buy box, at which price. Absent: nobody does.', {
    SellerId: Type.String('The seller that holds it.'),
    SellerName: Type.Optional.String("Its name. Absent: the operator's record has none."),
    SellerSKU: Type.Optional.String('The SKU of the offer.'),
    FulfillmentChannel: ChannelText,
    ...priceFields,
  }),
  LowestPrice: Type.Optional.Named(
    'ItemHistoryLowestPrice',
    'The lowest landed price of all offers of the box, eligible or not. Absent: there is no offer.',
    priceFields,
  ),
});

export const ItemHistoryAnswer = Type.Named('ItemHistoryAnswer', 'Who held a buy box at which prices, step by step.', {
  payload: Type.Named('ItemHistory', 'A page of the history of a buy box.', {
    MarketplaceId: Type.String('The marketplace.'),
    storeItemId: Type.String('The item.'),
    ItemCondition: ConditionText,
    CustomerType: CustomerTypeText,
    offerType: OfferTypeShape,
    observedSince: ObservedSinceShape,
    Steps: Type.Array(StepShape, 'Oldest first. The first step of the first page is the one in force at since.'),
    nextToken: Type.Optional.String('Gets the next page. Absent: this is the last one.'),
  }),
});

export const itemHistoryExample = {
  payload: {
    ...{ MarketplaceId: 'STORE_US', storeItemId: 'ITEM000001', ItemCondition: 'New' },
    ...{ CustomerType: 'Consumer', offerType: 'B2C', observedSince: '2026-10-16T09:30:00.000Z' },
    Steps: [
      {
        at: '2026-11-14T07:00:00.000Z',
        BuyBox: {
          ...{ SellerId: 'A1DEMOSELLER', SellerName: 'Demo Seller', SellerSKU: 'DEMO-SKU-1' },
          ...{ FulfillmentChannel: 'SELLER', ...price(22.99) },
        },
        LowestPrice: price(22.99),
      },
    ],
  },
};

export function writeItemStep(step: StoredStep, currency: string, sellers: ReadonlyMap<string, string>): object {
  const { seller_id, sku, channel, listing_minor, shipping_minor } = step;
  const { lowest_listing_minor, lowest_shipping_minor } = step;
  const name = seller_id === null ? undefined : sellers.get(seller_id);
  return {
    at: writeTime(step.at_ms),
    ...(seller_id !== null &&
      listing_minor !== null &&
      shipping_minor !== null && {
        BuyBox: {
          ...{ SellerId: seller_id, ...(name !== undefined && { SellerName: name }) },
          ...{ ...(sku !== null && { SellerSKU: sku }), FulfillmentChannel: channel },
          ...writePrice(listing_minor, shipping_minor, currency),
        },
      }),
    ...(lowest_listing_minor !== null &&
      lowest_shipping_minor !== null && {
        LowestPrice: writePrice(lowest_listing_minor, lowest_shipping_minor, currency),
      }),
  };
}
