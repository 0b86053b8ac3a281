import { money, net, price, winning } from '../../example-amounts.ts';

const LastChanged = '2026-11-15T09:30:00.000Z';

const dutchOven = {
  ...{ SellerSKU: 'DEMO-SKU-1', storeItemId: 'ITEM000001', Title: 'Ember cast iron Dutch oven, 5 quart' },
  ...{ ItemCondition: 'New', FulfillmentChannel: 'SELLER', State: 'winning' },
  ...{ OwnPrice: price(22.99, 0), BuyBoxPrice: price(22.99, 0), GapToBuyBox: money(0) },
  ...{ WinningPrice: winning(23.98, 23.98), NetAtOwnPrice: net(19.54, 3.45), NetAtWinningPrice: net(20.38, 3.6) },
  ...{ Quantity: 40, OffersCount: 5, TermsRevision: 3, LastChanged },
};

const book = {
  ...{ SellerSKU: 'DEMO-SKU-10', storeItemId: 'ITEM000010', Title: 'Late Trains (club edition)' },
  ...{ ItemCondition: 'Club', FulfillmentChannel: 'SELLER', State: 'winning' },
  ...{ OwnPrice: price(9.5, 2.99), BuyBoxPrice: price(9.5, 2.99), GapToBuyBox: money(0) },
  ...{ WinningPrice: winning(10.24, 13.23), NetAtOwnPrice: net(11.06, 1.43), NetAtWinningPrice: net(11.69, 1.54) },
  ...{ Quantity: 40, OffersCount: 3, TermsRevision: 1, LastChanged },
};

const coffee = {
  ...{ SellerSKU: 'DEMO-SKU-20', storeItemId: 'ITEM000020', Title: 'Terrace whole bean coffee, 2 lb' },
  ...{ ItemCondition: 'New', FulfillmentChannel: 'FS', State: 'unhealthy' },
  ...{ OwnPrice: price(18.4, 0), BuyBoxPrice: price(15.99, 0), GapToBuyBox: money(2.41) },
  ...{ WinningPrice: winning(15.99, 15.99), NetAtOwnPrice: net(10.19, 8.21), NetAtWinningPrice: net(8.14, 7.85) },
  ...{ Quantity: 40, OffersCount: 4, TermsRevision: 2, LastChanged },
};

/** The answers of a fresh demo to the documented requests: the first page of two, and one that is filtered. */
export const listingsExamples = {
  Success: {
    payload: {
      MarketplaceId: 'STORE_US',
      Listings: [dutchOven, book],
      nextToken: 'ekNFRm9qTTg4dDBqWjEyS1siYWxsIiwwLCJERU1PLVNLVS0xMCJd',
    },
  },
  Filtered: { payload: { MarketplaceId: 'STORE_US', Listings: [coffee] } },
};
