import { money } from '../../example-amounts.ts';
import { invalidSku } from '../position/expected-price.ts';

const identifier = (sellerId: string, sku: string | undefined, fulfillmentType: string) => ({
  ...{ marketplaceId: 'STORE_US', sellerId, ...(sku === undefined ? {} : { sku }) },
  ...{ storeItemId: 'ITEM000001', fulfillmentType },
});
const own = identifier('A1DEMOSELLER', 'DEMO-SKU-1', 'SELLER');

const featured = (offerIdentifier: object, price: number, rating: number, count: number) => ({
  offerIdentifier,
  condition: 'New',
  subCondition: 'New',
  price: { listingPrice: money(price), shippingPrice: money(0), landedPrice: money(price) },
  SellerFeedbackRating: { SellerPositiveFeedbackRating: rating, FeedbackCount: count },
});

/** FS ships the rival's offer, which therefore wins a tie: the expected price is one cent below its price. */
const valid = (CustomerType: string, offerType: string, prices: { own: number; rival: number; expected: number }) => ({
  CustomerType,
  offerType,
  resultStatus: 'VALID_FOEP',
  featuredOfferExpectedPrice: { listingPrice: money(prices.expected) },
  competingFeaturedOffer: featured(identifier('A7BRIGHTHARBOR', undefined, 'FS'), prices.rival, 98.5, 15_320),
  currentFeaturedOffer: featured(own, prices.own, 97.5, 812),
});

/** The answer of a fresh demo to the documented batch. */
export const expectedPriceExample = {
  responses: [
    {
      headers: { 'x-request-id': '4f7c' },
      status: { statusCode: 200, reasonPhrase: 'OK' },
      body: {
        offerIdentifier: own,
        featuredOfferExpectedPriceResults: [
          valid('Consumer', 'B2C', { own: 22.99, rival: 23.99, expected: 23.98 }),
          valid('Business', 'B2B', { own: 21.99, rival: 22.79, expected: 22.78 }),
          {
            CustomerType: 'Business',
            offerType: 'B2C',
            resultStatus: 'OFFER_NOT_ELIGIBLE',
            reasons: ['hasBusinessPrice'],
          },
        ],
      },
      request: { marketplaceId: 'STORE_US', sku: 'DEMO-SKU-1' },
    },
    {
      headers: { 'x-request-id': '4f7c' },
      status: { statusCode: 400, reasonPhrase: 'Bad Request' },
      body: { errors: [invalidSku('STORE_US')] },
      request: { marketplaceId: 'STORE_US', sku: 'NOPE' },
    },
  ],
};
