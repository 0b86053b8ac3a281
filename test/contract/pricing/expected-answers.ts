/** The shapes of spec section 2, filled with figures worked out by hand. Nothing here is calculated. */

export const usd = (Amount: number) => ({ CurrencyCode: 'USD', Amount });

/** Landed, listing and shipping: three literal figures, none derived from the others. */
export const price = (landed: number, listing: number, shipping: number) => ({
  LandedPrice: usd(landed),
  ListingPrice: usd(listing),
  Shipping: usd(shipping),
});

export const count = (condition: string, fulfillmentChannel: string, OfferCount: number) => ({
  condition,
  fulfillmentChannel,
  OfferCount,
});

export const lowest = (condition: string, fulfillmentChannel: string, offerType: string, prices: object) => ({
  condition,
  fulfillmentChannel,
  offerType,
  ...prices,
});

export const buyBox = (condition: string, offerType: string, sellerId: string, prices: object) => ({
  condition,
  offerType,
  sellerId,
  ...prices,
});

export const tier = (quantityTier: number) => ({ quantityTier, quantityDiscountType: 'QUANTITY_DISCOUNT' });

export const discount = (quantityTier: number, listingPrice: number) => ({
  ...tier(quantityTier),
  listingPrice: usd(listingPrice),
});

export const listings = (...counts: [condition: string, Count: number][]) =>
  counts.map(([condition, Count]) => ({ Count, condition }));

/** The public facts of a seller, from the table of sellers. */
const feedback = (SellerPositiveFeedbackRating: number, FeedbackCount: number, IsFeaturedMerchant: boolean) => ({
  SellerFeedbackRating: { SellerPositiveFeedbackRating, FeedbackCount },
  IsFeaturedMerchant,
});
const sellers: Record<string, object> = {
  ACME: feedback(98, 1000, true),
  BOLT: feedback(95.5, 400, true),
  CORE: feedback(95.5, 250, true),
  DUNE: feedback(95.5, 250, true),
  EDGE: feedback(80, 10, true),
  FAIL: feedback(79.9, 5000, true),
  GREN: feedback(100, 9, true),
  HUSH: feedback(99, 800, false),
};

/** An element of `Offers`. Default: another seller's B2C offer, sub-condition New, available now, not the winner. */
export const shown = (SellerId: string, channel: 'FS' | 'SELLER', listing: number, shipping: number, more = {}) => ({
  MyOffer: false,
  SellerId,
  offerType: 'B2C',
  SubCondition: 'New',
  ...sellers[SellerId],
  ShippingTime: { availabilityType: 'NOW' },
  ListingPrice: usd(listing),
  quantityDiscountPrices: [] as object[],
  Shipping: usd(shipping),
  IsFulfilledByFS: channel === 'FS',
  IsBuyBoxWinner: false,
  ...more,
});

export const wins = { IsBuyBoxWinner: true };
export const mine = { MyOffer: true };

/** An element of `CompetitivePrices`. */
export const competitive = (CompetitivePriceId: '1' | '2', sellerId: string, prices: object, more: object) => ({
  CompetitivePriceId,
  Price: prices,
  condition: CompetitivePriceId === '1' ? 'New' : 'Used',
  offerType: 'B2C',
  sellerId,
  belongsToRequester: false,
  ...more,
});

/** An element of `Product.Offers`. Default: New and B2C. */
export const own = (SellerSKU: string, FulfillmentChannel: 'FS' | 'SELLER', BuyingPrice: object, more: object) => ({
  offerType: 'B2C',
  BuyingPrice,
  quantityDiscountPrices: [] as object[],
  FulfillmentChannel,
  ItemCondition: 'New',
  ItemSubCondition: 'New',
  SellerSKU,
  ...more,
});

/** The payload of spec 4.2: by SKU, or by item when there is no SKU. */
export const offersOf = (
  storeItemId: string,
  sku: string | undefined,
  ItemCondition: string,
  status: string,
  Summary: object,
  Offers: object[],
) => ({
  marketplaceId: 'STORE_US',
  storeItemId,
  ...(sku === undefined ? {} : { SKU: sku }),
  ItemCondition,
  status,
  Identifier: {
    MarketplaceId: 'STORE_US',
    storeItemId,
    ...(sku === undefined ? {} : { SellerSKU: sku }),
    ItemCondition,
  },
  Summary,
  Offers,
});

/** An element of spec 4.3: by SKU, or by item when there is no SKU. */
export const productOf = (
  storeItemId: string,
  identifier: { SellerId: string; SellerSKU: string } | undefined,
  rest: object,
) => ({
  status: 'Success',
  ...(identifier === undefined ? {} : { SellerSKU: identifier.SellerSKU }),
  storeItemId,
  Product: {
    Identifiers: {
      MarketplaceItem: { MarketplaceId: 'STORE_US', storeItemId },
      ...(identifier === undefined ? {} : { SKUIdentifier: { MarketplaceId: 'STORE_US', ...identifier } }),
    },
    ...rest,
  },
});
