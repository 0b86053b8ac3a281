import type { Item } from '../../domain/market/item.ts';
import { writeRecord } from '../../domain/market/records/market-record.ts';
import type { BoxDecision, BoxName, Decision } from '../../domain/pricing/decision.ts';
import { writeTime } from '../../domain/time.ts';
import { price } from '../example-amounts.ts';
import { MarketplaceIdShape } from '../marketplace-id.ts';
import { priceFields, writePrice } from '../money.ts';
import { CustomerTypeText } from '../pricing/history/reference-price.ts';
import { ChannelText, ConditionText } from '../pricing/offer-summary.ts';
import { OfferTypeShape, SubConditionShape } from '../pricing/shelf-offer.ts';
import { Type } from '../type.ts';

export const OperatorItemQuery = Type.Object({ MarketplaceId: MarketplaceIdShape });

const HolderShape = Type.Named('OperatorBoxHolder', 'An offer of a buy box.', {
  SellerId: Type.String('The seller of the offer.'),
  SellerName: Type.Optional.String("The seller's name. Absent: the operator's record has none."),
  SellerSKU: Type.String("The seller's SKU."),
  SubCondition: SubConditionShape,
  FulfillmentChannel: ChannelText,
  ...priceFields,
});

const BoxShape = Type.Named('OperatorBuyBox', 'A buy box of the item (decision 44).', {
  ItemCondition: ConditionText,
  CustomerType: CustomerTypeText,
  offerType: OfferTypeShape,
  EligibleOffers: Type.Integer('How many offers pass every gate.'),
  Holder: Type.Optional(HolderShape),
  RunnerUp: Type.Optional(HolderShape),
  Explanation: Type.String('Why the holder holds it, or why nobody does, in a sentence.'),
});

export const OperatorItemAnswer = Type.Named('OperatorItemAnswer', 'An item as its operator sees it.', {
  payload: Type.Named('OperatorItem', 'The record of an item, and who holds its buy boxes.', {
    MarketplaceId: Type.String('The marketplace.'),
    storeItemId: Type.String('The item.'),
    Title: Type.Optional.String('The title of the item, when the catalogue has one.'),
    OffersOnSale: Type.Integer('How many offers are on sale, of all conditions.'),
    HasBusinessPrices: Type.Boolean('Whether business customers see something else than consumers.'),
    BuyBoxes: Type.Array(
      BoxShape,
      'Those of every condition with an offer on sale. Businesses have boxes of their own only when HasBusinessPrices.',
    ),
    Revision: Type.Optional.Integer('The revision of the last event about the item. Absent: there was none.'),
    DecidedTime: Type.Optional.Time('Since when the boxes are as they are, at the latest. Absent: it is not known.'),
    Record: Type.Object(
      {},
      {
        additionalProperties: true,
        description: "The operator's record of the item, in the form of an import (market-records.md).",
      },
    ),
  }),
});

/** The examples of the demo. */
export const operatorItemExample = {
  payload: {
    ...{ MarketplaceId: 'STORE_US', storeItemId: 'ITEM000001', Title: 'Ember cast iron Dutch oven, 5 quart' },
    ...{ OffersOnSale: 5, HasBusinessPrices: false, Revision: 7 },
    BuyBoxes: [
      {
        ...{ ItemCondition: 'New', CustomerType: 'Consumer', offerType: 'B2C', EligibleOffers: 3 },
        Holder: {
          ...{ SellerId: 'A1DEMOSELLER', SellerName: 'Demo Seller', SellerSKU: 'DEMO-SKU-1', SubCondition: 'New' },
          ...{ FulfillmentChannel: 'SELLER', ...price(22.99) },
        },
        Explanation: 'The offer holds the buy box: its landed price is lower than that of the next offer.',
      },
    ],
    Record: { kind: 'item', marketplaceId: 'STORE_US', itemId: 'ITEM000001', category: 'home' },
  },
};

export type ShownItem = {
  readonly item: Item;
  readonly title: string | undefined;
  readonly decision: Decision;
  readonly names: ReadonlyMap<string, string>;
  readonly revision: number | undefined;
  readonly decidedMs: number | undefined;
  /** Why the holder of a box holds it. */
  explanationOf(box: BoxDecision): string;
};

export function writeOperatorItem(shown: ShownItem): object {
  const { item, decision, revision, decidedMs } = shown;
  return {
    payload: {
      ...{ MarketplaceId: item.marketplaceId, storeItemId: item.itemId, Title: shown.title },
      ...{ OffersOnSale: decision.offers, HasBusinessPrices: decision.hasBusiness },
      BuyBoxes: [
        ...decision.boxes.map((box) => writeBox(box, shown)),
        ...withoutHolder(decision).map((box) => ({
          ...{ ...writeName(box), EligibleOffers: 0 },
          Explanation: 'Nobody holds the buy box: no offer on sale passes every gate.',
        })),
      ],
      Revision: revision,
      DecidedTime: decidedMs === undefined ? undefined : writeTime(decidedMs),
      Record: writeRecord({ kind: 'item', op: 'upsert', value: item }),
    },
  };
}

const writeName = ({ condition, customer, offerType }: BoxName) => ({
  ...{ ItemCondition: condition, CustomerType: customer, offerType },
});

const writeBox = (box: BoxDecision, { item, names, explanationOf }: ShownItem) => {
  const write = ({ sellerId, sku, subCondition, channel, listingMinor, shippingMinor }: BoxDecision['holder']) => ({
    ...{ SellerId: sellerId, SellerName: names.get(sellerId), SellerSKU: sku, SubCondition: subCondition },
    ...{ FulfillmentChannel: channel, ...writePrice(listingMinor, shippingMinor, item.currency) },
  });
  return {
    ...{ ...writeName(box), EligibleOffers: box.eligible, Holder: write(box.holder) },
    RunnerUp: box.runnerUp && write(box.runnerUp),
    Explanation: explanationOf(box),
  };
};

/** Offers on sale of a box that no offer holds. They have several entries for each box: one a channel. */
function withoutHolder({ boxes, lowest }: Decision): BoxName[] {
  const textOf = ({ condition, customer, offerType }: BoxName) => `${condition} ${customer} ${offerType}`;
  const held = new Set(boxes.map(textOf));
  const others = new Map(lowest.map((one) => [textOf(one), one] as const));
  return [...others].filter(([text]) => !held.has(text)).map(([, box]) => box);
}
