import { money } from '../../example-amounts.ts';
import { noItem } from '../no-product.ts';
import { offersExample } from './offers.ts';

/* The answer of a fresh demo to the documented body of competitive summaries. */

const held = (CustomerType: string, offerType: string, listing: number) => ({
  condition: 'New',
  CustomerType,
  offerType,
  eligibleOffers: 4,
  featuredOffer: {
    MyOffer: true,
    sellerId: 'A1DEMOSELLER',
    condition: 'New',
    subCondition: 'New',
    fulfillmentChannel: 'SELLER',
    price: { listingPrice: money(listing), shippingPrice: money(0), landedPrice: money(listing) },
    SellerFeedbackRating: { SellerPositiveFeedbackRating: 97.5, FeedbackCount: 812 },
  },
});

const refurbished = {
  MyOffer: true,
  SellerId: 'A1DEMOSELLER',
  offerType: 'B2B',
  SubCondition: 'RefurbishedWarranty',
  ConditionNotes: 'New battery, one-year warranty.',
  SellerFeedbackRating: { SellerPositiveFeedbackRating: 97.5, FeedbackCount: 812 },
  ShippingTime: { minimumHours: 0, maximumHours: 24, availabilityType: 'NOW' },
  ListingPrice: money(415),
  quantityDiscountPrices: [{ quantityTier: 5, quantityDiscountType: 'QUANTITY_DISCOUNT', listingPrice: money(405) }],
  Shipping: money(0),
  ShipsFrom: { State: 'KY', Country: 'US' },
  IsFulfilledByFS: true,
  FSPrimeDetails: { IsFSPrime: true, IsNationalFSPrime: true },
  IsBuyBoxWinner: true,
  IsFeaturedMerchant: true,
};

/** Five days of history are not 30: there is no `days`. */
const observed = (CustomerType: string) => ({
  condition: 'New',
  CustomerType,
  offerType: 'B2C',
  since: '2026-11-10T00:00:00.000Z',
  until: '2026-11-15T09:30:00.000Z',
  observedSince: '2026-11-10T00:00:00.000Z',
});

const consumers = { itemCondition: 'New', CustomerType: 'Consumer' };
const businesses = { itemCondition: 'Refurbished', CustomerType: 'Business', offerType: 'B2B' };

const succeeded = (body: object, request: object) => ({
  headers: { 'x-request-id': '4f7c' },
  status: { statusCode: 200, reasonPhrase: 'OK' },
  body,
  request,
});

const first = { marketplaceId: 'STORE_US', storeItemId: 'ITEM000001' };
const second = { marketplaceId: 'STORE_US', storeItemId: 'ITEM000009' };
const third = { marketplaceId: 'STORE_US', storeItemId: 'ITEM000004' };
const unknown = { marketplaceId: 'STORE_US', storeItemId: 'NOPE' };

export const summariesExample = {
  responses: [
    succeeded(
      {
        ...first,
        featuredBuyingOptions: [held('Consumer', 'B2C', 22.99), held('Business', 'B2B', 21.99)],
        lowestPricedOffers: [{ lowestPricedOffersInput: consumers, offers: offersExample().payload.Offers }],
      },
      {
        ...first,
        includedData: ['featuredBuyingOptions', 'lowestPricedOffers'],
        lowestPricedOffersInputs: [consumers],
      },
    ),
    succeeded(
      { ...second, lowestPricedOffers: [{ lowestPricedOffersInput: businesses, offers: [refurbished] }] },
      { ...second, includedData: ['lowestPricedOffers'], lowestPricedOffersInputs: [businesses] },
    ),
    succeeded(
      {
        ...third,
        referencePrices: [
          { name: 'CompetitivePriceThreshold', price: money(19.99) },
          { name: 'ListPrice', price: money(22) },
          ...['Consumer', 'Business'].flatMap((CustomerType) => [
            { name: 'LowestBuyBoxPrice', price: money(15), ...observed(CustomerType) },
            { name: 'AverageBuyBoxPrice', price: money(15), ...observed(CustomerType) },
          ]),
        ],
      },
      { ...third, includedData: ['referencePrices'] },
    ),
    {
      headers: { 'x-request-id': '4f7c' },
      status: { statusCode: 404, reasonPhrase: 'Not Found' },
      body: { errors: [{ code: 'NotFound', ...noItem('STORE_US') }] },
      request: { ...unknown, includedData: ['referencePrices'] },
    },
  ],
};
