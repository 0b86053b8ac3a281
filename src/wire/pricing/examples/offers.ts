import { money, price } from '../../example-amounts.ts';
import { noListing } from '../no-product.ts';

/*
 * Answers of a fresh demo about ITEM000001, as the OpenAPI document shows them. `test/e2e/start-and-stop.test.ts` sends the
 * documented requests to a demo and compares.
 */

const SALES_RANKINGS = [
  { ProductCategoryId: 'home_garden_display_on_website', Rank: 1523 },
  { ProductCategoryId: 'dutch_ovens', Rank: 12 },
];

type Shown = {
  seller: string;
  notes: string;
  feedback: [percent: number, count: number];
  hours?: [number, number];
  price: number;
  shipping?: number;
  state: string;
  isFS?: boolean;
};

const offer = ({
  seller,
  notes,
  feedback,
  hours = [24, 48],
  price: listing,
  shipping = 0,
  state,
  isFS = false,
}: Shown) => ({
  MyOffer: seller === 'A1DEMOSELLER',
  SellerId: seller,
  offerType: 'B2C',
  SubCondition: 'New',
  ConditionNotes: notes,
  SellerFeedbackRating: { SellerPositiveFeedbackRating: feedback[0], FeedbackCount: feedback[1] },
  ShippingTime: { minimumHours: hours[0], maximumHours: hours[1], availabilityType: 'NOW' },
  ListingPrice: money(listing),
  quantityDiscountPrices: [],
  Shipping: money(shipping),
  ShipsFrom: { State: state, Country: 'US' },
  IsFulfilledByFS: isFS,
  FSPrimeDetails: { IsFSPrime: isFS, IsNationalFSPrime: isFS },
  IsBuyBoxWinner: seller === 'A1DEMOSELLER',
  IsFeaturedMerchant: true,
});

const shownOffers: Shown[] = [
  {
    ...{ seller: 'A1DEMOSELLER', notes: 'New in the original box, with care card.', feedback: [97.5, 812] },
    ...{ price: 22.99, state: 'WA' },
  },
  {
    ...{ seller: 'A7BRIGHTHARBOR', notes: 'Factory sealed.', feedback: [98.5, 15_320], hours: [0, 24] },
    ...{ price: 23.99, state: 'KY', isFS: true },
  },
  {
    ...{ seller: 'A2DEMORIVAL', notes: 'Brand new, ships the next day.', feedback: [94, 356] },
    ...{ price: 22.49, shipping: 2.5, state: 'OR' },
  },
  {
    ...{ seller: 'A9COPPERKETTLE', notes: 'New. Gift wrapping on request.', feedback: [95.5, 1187] },
    ...{ price: 25.49, state: 'OH' },
  },
  {
    ...{ seller: 'A3BARGAINBARN', notes: 'New, box may be dented.', feedback: [71.5, 2240] },
    ...{ price: 19.99, shipping: 6.99, state: 'NV' },
  },
];

const counts = (fs: number, seller: number) => [
  { condition: 'New', fulfillmentChannel: 'FS', OfferCount: fs },
  { condition: 'New', fulfillmentChannel: 'SELLER', OfferCount: seller },
];

/** The answer of spec 4.2; without a SKU, by item. */
export const offersExample = (sku?: string) => ({
  payload: {
    marketplaceId: 'STORE_US',
    storeItemId: 'ITEM000001',
    ...(sku === undefined ? {} : { SKU: sku }),
    ItemCondition: 'New',
    status: 'Success',
    Identifier: {
      MarketplaceId: 'STORE_US',
      storeItemId: 'ITEM000001',
      ...(sku === undefined ? {} : { SellerSKU: sku }),
      ItemCondition: 'New',
    },
    Summary: {
      TotalOfferCount: 5,
      NumberOfOffers: counts(1, 4),
      LowestPrices: [
        { condition: 'New', fulfillmentChannel: 'FS', offerType: 'B2C', ...price(23.99) },
        { condition: 'New', fulfillmentChannel: 'SELLER', offerType: 'B2C', ...price(22.99) },
      ],
      BuyBoxPrices: [{ condition: 'New', offerType: 'B2C', ...price(22.99), sellerId: 'A1DEMOSELLER' }],
      ListPrice: money(29.99),
      CompetitivePriceThreshold: money(27.5),
      SuggestedLowerPricePlusShipping: money(22.99),
      SalesRankings: SALES_RANKINGS,
      BuyBoxEligibleOffers: counts(1, 3),
    },
    Offers: shownOffers.map(offer),
  },
});

const tier = (quantityTier: number, listing: number) => ({
  quantityTier,
  quantityDiscountType: 'QUANTITY_DISCOUNT',
  listingPrice: money(listing),
});

const inches = (Value: number) => ({ Units: 'inches', Value });

const products = {
  payload: [
    {
      status: 'Success',
      SellerSKU: 'DEMO-SKU-1',
      storeItemId: 'ITEM000001',
      Product: {
        Identifiers: {
          MarketplaceItem: { MarketplaceId: 'STORE_US', storeItemId: 'ITEM000001' },
          SKUIdentifier: { MarketplaceId: 'STORE_US', SellerId: 'A1DEMOSELLER', SellerSKU: 'DEMO-SKU-1' },
        },
        AttributeSets: [
          {
            Title: 'Ember cast iron Dutch oven, 5 quart',
            Brand: 'Ember',
            Color: 'Black',
            Size: '5 quart',
            ProductGroup: 'Kitchen',
            ListPrice: money(29.99),
            ItemDimensions: {
              Length: inches(12),
              Width: inches(10),
              Height: inches(10),
              Weight: { Units: 'pounds', Value: 6 },
            },
          },
        ],
        Relationships: [],
        CompetitivePricing: {
          CompetitivePrices: [
            {
              CompetitivePriceId: '1',
              Price: price(22.99),
              condition: 'New',
              subcondition: 'New',
              offerType: 'B2C',
              belongsToRequester: true,
              sellerId: 'A1DEMOSELLER',
            },
          ],
          NumberOfOfferListings: [
            { Count: 5, condition: 'New' },
            { Count: 5, condition: 'Any' },
          ],
        },
        SalesRankings: SALES_RANKINGS,
        Offers: [
          {
            offerType: 'B2C',
            BuyingPrice: price(22.99),
            RegularPrice: money(24.99),
            businessPrice: money(21.99),
            quantityDiscountPrices: [tier(5, 21.49), tier(10, 20.99)],
            FulfillmentChannel: 'SELLER',
            ItemCondition: 'New',
            ItemSubCondition: 'New',
            SellerSKU: 'DEMO-SKU-1',
          },
        ],
      },
    },
    {
      status: 'ClientError',
      SellerSKU: 'NOPE',
      errors: [{ code: 'NotFound', ...noListing('STORE_US') }],
    },
  ],
};

/** The answers of spec 4.3 to a known SKU, and to a known and an unknown one. */
export const productsExamples = {
  Success: { payload: products.payload.slice(0, 1) },
  OneUnknown: products,
};
