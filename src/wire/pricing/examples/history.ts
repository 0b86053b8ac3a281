import { DAY_MS } from '../../../domain/duration.ts';
import { money, price } from '../../example-amounts.ts';
import { noListing } from '../no-product.ts';

/* Answers of a fresh demo about its five days of history, as the OpenAPI document shows them (see `examples.ts`). */

/** A step in which the holder also has the lowest price. */
const step = (at: string, sellerId: string, channel: string, prices: object) => ({
  at: `2026-11-${at}:00:00.000Z`,
  BuyBox: {
    MyOffer: sellerId === 'A1DEMOSELLER',
    SellerId: sellerId,
    ...(sellerId === 'A1DEMOSELLER' && { SellerSKU: 'DEMO-SKU-1' }),
    FulfillmentChannel: channel,
    ...prices,
  },
  LowestPrice: prices,
});

const steps = [
  step('11T00', 'A7BRIGHTHARBOR', 'FS', price(23.99)),
  step('12T09', 'A1DEMOSELLER', 'SELLER', price(23.49)),
  step('13T12', 'A2DEMORIVAL', 'SELLER', price(20.25, 2.5)),
  step('14T06', 'A1DEMOSELLER', 'SELLER', price(22.99)),
];

const ownPrices = [
  { at: '2026-11-11T00:00:00.000Z', OwnPrice: price(24.49), BusinessPrice: money(23.49) },
  { at: '2026-11-12T09:00:00.000Z', OwnPrice: price(23.49), BusinessPrice: money(22.49) },
  { at: '2026-11-14T06:00:00.000Z', OwnPrice: price(22.99), BusinessPrice: money(21.99) },
];

const observedSince = '2026-11-11T00:00:00.000Z';

const priceHistoryExample = {
  payload: {
    MarketplaceId: 'STORE_US',
    storeItemId: 'ITEM000001',
    ItemCondition: 'New',
    CustomerType: 'Consumer',
    offerType: 'B2C',
    observedSince,
    Steps: steps,
  },
};

/** With and without SellerSKU. */
export const priceHistoryExamples = {
  Success: priceHistoryExample,
  OwnPrices: { payload: { ...priceHistoryExample.payload, OwnPrices: ownPrices } },
};

const times = (whole: string, heldMs: number, ofMs: number, Share: number) => ({
  HeldMilliseconds: heldMs,
  [whole]: ofMs,
  Share,
});

/** Five whole days, and eight hours of today. */
const listingDay = (day: number, Share: number, ofMs = DAY_MS) => ({
  Date: `2026-11-${day}`,
  ...times('ObservedMilliseconds', Share * ofMs, ofMs, Share),
});

const listingShares = {
  storeItemId: 'ITEM000001',
  ItemCondition: 'New',
  observedSince,
  Days: [
    listingDay(11, 0),
    listingDay(12, 0.625),
    listingDay(13, 0.5),
    listingDay(14, 0.75),
    listingDay(15, 1),
    listingDay(16, 1, DAY_MS / 3),
  ],
  Total: times('ObservedMilliseconds', 277_200_000, 460_800_000, 0.6016),
};

export const listingShareExample = {
  payload: { MarketplaceId: 'STORE_US', SellerSKU: 'DEMO-SKU-1', ...listingShares },
};

const sellerDay = (day: number, heldMs: number, onSaleMs: number, share: number) => ({
  Date: `2026-11-${day}`,
  ...times('OnSaleMilliseconds', heldMs, onSaleMs, share),
});

export const sellerShareExample = {
  payload: {
    MarketplaceId: 'STORE_US',
    observedSince,
    Days: [
      sellerDay(11, 1_641_600_000, 2_160_000_000, 0.76),
      sellerDay(12, 1_681_200_000, 2_160_000_000, 0.7783),
      sellerDay(13, 1_486_800_000, 2_109_600_000, 0.7048),
      sellerDay(14, 1_404_000_000, 2_073_600_000, 0.6771),
      sellerDay(15, 1_310_400_000, 2_059_200_000, 0.6364),
      sellerDay(16, 403_200_000, 662_400_000, 0.6087),
    ],
    Total: times('OnSaleMilliseconds', 7_927_200_000, 11_224_800_000, 0.7062),
  },
};

export const listingHistoryExample = {
  payload: {
    MarketplaceId: 'STORE_US',
    Listings: [
      { status: 'Success', SellerSKU: 'DEMO-SKU-1', ...listingShares, Steps: steps, OwnPrices: ownPrices },
      {
        status: 'ClientError',
        SellerSKU: 'NOPE',
        errors: [{ code: 'NotFound', ...noListing('STORE_US') }],
      },
    ],
  },
};
