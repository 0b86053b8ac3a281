/** A market of one marketplace, one seller and one item, in the records of an operator. */
export const marketplace = {
  kind: 'marketplace',
  marketplaceId: 'M1',
  name: 'One',
  countryCode: 'US',
  currency: 'USD',
  isDefault: true,
};

export const seller = {
  kind: 'seller',
  sellerId: 'S1',
  plan: 'Professional',
  feedbackRating: 95,
  feedbackCount: 100,
  featuredMerchant: true,
};

export const item = { kind: 'item', marketplaceId: 'M1', itemId: 'I1', category: 'books' };

/** An offer of that seller on that item. */
export const offer = (sku: string, more: object = {}) => ({
  ...{ kind: 'offer', marketplaceId: 'M1', sellerId: 'S1', sku, itemId: 'I1', condition: 'New', subCondition: 'New' },
  ...{ channel: 'FS', listingPrice: 20, shipping: 0, quantity: 5, ...more },
});
