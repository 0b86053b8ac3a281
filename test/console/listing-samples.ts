import type { BoxExplanation, BuyBoxRival, GateVerdict, Money, Offer, PriceStep } from '../../sdk/src/index.ts';

export const usd = (Amount: number): Money => ({ CurrencyCode: 'USD', Amount });

export const gate = (Name: string, Passed: boolean): GateVerdict => ({ Name, Passed, Explanation: `${Name}.` });

export const explained = (changes: object): BoxExplanation => ({
  MarketplaceId: 'M',
  SellerSKU: 'A-1',
  storeItemId: 'I-1',
  TermsRevision: 1,
  ItemCondition: 'New',
  CustomerType: 'Consumer',
  offerType: 'B2C',
  Offer: { ListingPrice: usd(20), Shipping: usd(0), FulfillmentChannel: 'SELLER', AfterFees: {} },
  IsBuyBoxWinner: false,
  Explanation: '',
  IsEligible: true,
  Gates: [],
  EligibleOffers: 2,
  WinningPrice: { resultStatus: 'VALID_FOEP', Explanation: '' },
  ...changes,
});

export const rival = (landed: number): BuyBoxRival => ({
  MyOffer: false,
  SellerId: 'RIVAL',
  SubCondition: 'New',
  FulfillmentChannel: 'SELLER',
  LandedPrice: usd(landed),
  ListingPrice: usd(landed),
  Shipping: usd(0),
  SellerFeedbackRating: { SellerPositiveFeedbackRating: 90, FeedbackCount: 50 },
});

export const offer = (listing: number, shipping: number): Offer => ({
  MyOffer: false,
  offerType: 'B2C',
  SubCondition: 'New',
  SellerId: 'RIVAL',
  SellerFeedbackRating: { SellerPositiveFeedbackRating: 90, FeedbackCount: 50 },
  ShippingTime: { availabilityType: 'NOW' },
  ListingPrice: usd(listing),
  quantityDiscountPrices: [],
  Shipping: usd(shipping),
  IsFulfilledByFS: false,
  IsBuyBoxWinner: false,
  IsFeaturedMerchant: true,
});

/** A step at which somebody holds the box; `sku` is only known of the reader's own. */
export const boxStep = (at: string, SellerId: string, price: number, sku?: string): PriceStep => ({
  at,
  BuyBox: {
    MyOffer: sku !== undefined,
    SellerId,
    ...(sku === undefined ? {} : { SellerSKU: sku }),
    FulfillmentChannel: 'SELLER',
    LandedPrice: usd(price),
    ListingPrice: usd(price),
    Shipping: usd(0),
  },
  LowestPrice: { LandedPrice: usd(price), ListingPrice: usd(price), Shipping: usd(0) },
});
