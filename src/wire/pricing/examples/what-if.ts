import { money, net, price } from '../../example-amounts.ts';

const priced = (listing: number, fees: number, amount: number) => ({ ...price(listing), AfterFees: net(amount, fees) });

/** The answer of a fresh demo to the documented request. */
export const whatIfExample = {
  payload: {
    MarketplaceId: 'STORE_US',
    CustomerType: 'Consumer',
    Totals: {
      Listings: 2,
      InvalidSKUs: 1,
      WinsNow: 1,
      WouldWin: 1,
      Net: money(47.26),
      NewNet: money(48.1),
      NetUnknown: 0,
    },
    Listings: [
      {
        SellerSKU: 'DEMO-SKU-1',
        status: 'WOULD_WIN',
        storeItemId: 'ITEM000001',
        Title: 'Ember cast iron Dutch oven, 5 quart',
        ItemCondition: 'New',
        offerType: 'B2C',
        TermsRevision: 3,
        IsBuyBoxWinner: true,
        WouldWin: true,
        CompetingLandedPrice: money(23.99),
        StrategyPrice: money(23.98),
        PresentPrice: priced(22.99, 3.45, 19.54),
        NewPrice: priced(23.98, 3.6, 20.38),
      },
      {
        SellerSKU: 'DEMO-SKU-26',
        status: 'BELOW_FLOOR',
        storeItemId: 'ITEM000026',
        Title: 'Gauge digital caliper, 6 inch',
        ItemCondition: 'New',
        offerType: 'B2C',
        TermsRevision: 1,
        IsBuyBoxWinner: false,
        WouldWin: false,
        CompetingLandedPrice: money(29.9),
        StrategyPrice: money(29.89),
        PresentPrice: priced(31.5, 3.78, 27.72),
        NewPrice: priced(31.5, 3.78, 27.72),
      },
      { SellerSKU: 'NOPE', status: 'INVALID_SKU' },
    ],
  },
};
