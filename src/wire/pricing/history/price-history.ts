import type { BoxName } from '../../../domain/pricing/decision.ts';
import { writeTime } from '../../../domain/time.ts';
import { CONDITIONS, CUSTOMER_TYPES, type FulfillmentChannel } from '../../../domain/vocabulary.ts';
import { MarketplaceIdShape } from '../../marketplace-id.ts';
import { priceFields, writePrice } from '../../money.ts';
import { Type } from '../../type.ts';
import { ChannelText, ConditionText } from '../offer-summary.ts';
import { SellerSkuShape } from '../query.ts';
import { OfferTypeShape } from '../shelf-offer.ts';
import { SinceShape, UntilShape } from './history-range.ts';
import { ownPricesShape } from './own-prices.ts';
import { CustomerTypeText } from './reference-price.ts';

const MAX_PAGE_SIZE = 500;
export const DEFAULT_HISTORY_PAGE_SIZE = 100;

export const PriceHistoryQuery = Type.Object({
  MarketplaceId: MarketplaceIdShape,
  ItemCondition: Type.Enum(CONDITIONS, { description: 'The condition whose buy box is meant.', examples: ['New'] }),
  CustomerType: Type.Optional.Enum(CUSTOMER_TYPES, { default: 'Consumer', description: 'Whose buy box is meant.' }),
  OfferType: Type.Optional.Enum(['B2C', 'B2B'], {
    default: 'B2C',
    description: 'With CustomerType Business: the box of ordinary prices (B2C) or of business prices (B2B).',
  }),
  SellerSKU: Type.Optional(SellerSkuShape),
  since: SinceShape,
  until: UntilShape,
  pageSize: Type.Optional.Integer({
    minimum: 1,
    maximum: MAX_PAGE_SIZE,
    default: DEFAULT_HISTORY_PAGE_SIZE,
    description: 'The maximum number of steps.',
  }),
  nextToken: Type.Optional.String({
    maxLength: 256,
    description: 'Where the last page ended. The box must be the same.',
  }),
});

export const StepShape = Type.Named('PriceStep', 'The state of a buy box between two changes.', {
  at: Type.Time('From this time on, until the next step. The first step may have begun before.'),
  BuyBox: Type.Optional.Named('PastBuyBox', 'Who holds the buy box, at which price. Absent: nobody does.', {
    MyOffer: Type.Boolean('Whether an offer of the caller holds it.'),
    SellerId: Type.String('The seller that holds it.'),
    SellerSKU: Type.Optional.String("The SKU, only when it is the caller's own offer."),
    FulfillmentChannel: ChannelText,
    ...priceFields,
  }),
  LowestPrice: Type.Optional.Named(
    'PastLowestPrice',
    'The lowest landed price of all offers of the box, eligible or not. Absent: there is no offer.',
    priceFields,
  ),
});

export const ObservedSinceShape = Type.Optional.Time(
  'From this time on the history is known. What was before is unknown. Absent: nothing is known.',
);

export const PriceHistoryAnswer = Type.Named(
  'PriceHistoryAnswer',
  'Who held a buy box at which prices, step by step.',
  {
    payload: Type.Named('PriceHistory', 'A page of the history of a buy box.', {
      MarketplaceId: Type.String('The marketplace.'),
      storeItemId: Type.String('The item.'),
      ItemCondition: ConditionText,
      CustomerType: CustomerTypeText,
      offerType: OfferTypeShape,
      observedSince: ObservedSinceShape,
      Steps: Type.Array(
        StepShape,
        'Oldest first. The first step of the first page is the one in force at since, or at observedSince.',
      ),
      OwnPrices: ownPricesShape(
        "With SellerSKU: the own price of that listing of the caller on this item, in the time of this page's Steps, oldest first. Empty: the caller has no such listing, and had none as far as is known.",
      ),
      nextToken: Type.Optional.String(
        'Gets the next page. Absent: this is the last one. A page can be short, or empty, before the last.',
      ),
    }),
  },
);

export type StoredStep = {
  at_ms: number;
  seller_id: string | null;
  sku: string | null;
  channel: FulfillmentChannel | null;
  listing_minor: number | null;
  shipping_minor: number | null;
  lowest_listing_minor: number | null;
  lowest_shipping_minor: number | null;
};

/** A rival's SKU is private: it is never written. */
export function writeStep(step: StoredStep, sellerId: string, currency: string) {
  const { seller_id, sku, channel, listing_minor, shipping_minor } = step;
  const { lowest_listing_minor, lowest_shipping_minor } = step;
  const isMine = seller_id === sellerId;
  return {
    at: writeTime(step.at_ms),
    ...(seller_id !== null &&
      listing_minor !== null &&
      shipping_minor !== null && {
        BuyBox: {
          MyOffer: isMine,
          SellerId: seller_id,
          ...(isMine && { SellerSKU: sku }),
          FulfillmentChannel: channel,
          ...writePrice(listing_minor, shipping_minor, currency),
        },
      }),
    ...(lowest_listing_minor !== null &&
      lowest_shipping_minor !== null && {
        LowestPrice: writePrice(lowest_listing_minor, lowest_shipping_minor, currency),
      }),
  };
}

export const writeObservedSince = (observedSinceMs: number | undefined) =>
  observedSinceMs === undefined ? {} : { observedSince: writeTime(observedSinceMs) };

type WrittenPage = {
  readonly steps: readonly object[];
  /** Undefined: the request names no SKU. */
  readonly ownPrices: readonly object[] | undefined;
  readonly nextToken: string | undefined;
};

export function writePriceHistory(
  { marketplaceId, itemId, condition, customer, offerType }: BoxName & { marketplaceId: string; itemId: string },
  observedSinceMs: number | undefined,
  { steps, ownPrices, nextToken }: WrittenPage,
) {
  return {
    payload: {
      MarketplaceId: marketplaceId,
      storeItemId: itemId,
      ItemCondition: condition,
      CustomerType: customer,
      offerType,
      ...writeObservedSince(observedSinceMs),
      Steps: steps,
      ...(ownPrices !== undefined && { OwnPrices: ownPrices }),
      ...(nextToken !== undefined && { nextToken }),
    },
  };
}
