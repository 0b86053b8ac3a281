import { money, price, winning } from '../example-amounts.ts';
import { boxExplanationExample } from '../pricing/examples/box-explanation.ts';

const { Gates, Explanation, TermsRevision } = boxExplanationExample.payload;

/** The first offer on ITEM000001 of a fresh demo. */
export const itemOffersExample = {
  payload: {
    MarketplaceId: 'STORE_US',
    storeItemId: 'ITEM000001',
    Title: 'Ember cast iron Dutch oven, 5 quart',
    CompetitivePriceThreshold: money(27.5),
    Offers: [
      {
        SellerId: 'A1DEMOSELLER',
        SellerName: 'Demo Seller',
        SellerSKU: 'DEMO-SKU-1',
        TermsRevision,
        ItemCondition: 'New',
        SubCondition: 'New',
        offerType: 'B2C',
        FulfillmentChannel: 'SELLER',
        ...price(22.99),
        Quantity: 40,
        IsBuyBoxWinner: true,
        IsEligible: true,
        Explanation,
        DecidedBy: 'LandedPrice',
        Gates,
        WinningPrice: winning(23.98),
      },
    ],
    nextToken: 'cGNHYjJBVHFwcklTZzNzRlsiQTFERU1PU0VMTEVSIiwiREVNTy1TS1UtMSJd',
  },
};
