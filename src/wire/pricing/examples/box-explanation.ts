import { money, net, price, winning } from '../../example-amounts.ts';

/* The answer of a fresh demo about DEMO-SKU-1, which holds the consumers' buy box: see `examples.ts`. */

type Gate = { figure?: unknown; required: unknown; more?: object; explanation: string };

const gate = (Name: string, { figure, required, more, explanation }: Gate) => ({
  Name,
  Passed: true,
  ...(figure === undefined ? {} : { Figure: figure }),
  Required: required,
  ...more,
  Explanation: explanation,
});

const gates = [
  gate('active', { figure: true, required: true, explanation: 'The offer is active.' }),
  gate('startTime', { required: 'none, or a time that has passed', explanation: 'The offer has no start time.' }),
  gate('stock', { figure: 40, required: 1, explanation: 'The offer has 40 in stock.' }),
  gate('availability', {
    ...{ figure: 'NOW', required: 'NOW or FUTURE_WITH_DATE', explanation: 'The offer is available now.' },
  }),
  gate('shippingCharge', {
    figure: money(0),
    required: 'any charge, 0.00 USD included',
    explanation: 'The shipping charge is 0.00 USD.',
  }),
  gate('featuredMerchant', { figure: true, required: true, explanation: 'The seller is a featured merchant.' }),
  gate('feedbackRating', {
    figure: 97.5,
    required: 80,
    explanation: 'The positive feedback of the seller is 97.5 %. At least 80 % passes.',
  }),
  gate('feedbackCount', {
    figure: 812,
    required: 10,
    explanation: 'The seller has 812 ratings. At least 10 pass.',
  }),
  gate('competitivePriceThreshold', {
    figure: money(22.99),
    required: money(27.5),
    more: { PassingListingPrice: money(27.5) },
    explanation:
      'The landed price of 22.99 USD is not above the competitive price threshold of 27.50 USD. With shipping of 0.00 USD, a listing price of at most 27.50 USD passes.',
  }),
];

export const boxExplanationExample = {
  payload: {
    MarketplaceId: 'STORE_US',
    SellerSKU: 'DEMO-SKU-1',
    storeItemId: 'ITEM000001',
    TermsRevision: 3,
    ItemCondition: 'New',
    CustomerType: 'Consumer',
    offerType: 'B2C',
    Offer: {
      ...price(22.99),
      FulfillmentChannel: 'SELLER',
      AfterFees: net(19.54, 3.45),
    },
    IsBuyBoxWinner: true,
    Explanation: 'The offer holds the buy box: its landed price is lower by 1.00 USD.',
    IsEligible: true,
    Gates: gates,
    Rank: 1,
    EligibleOffers: 4,
    RunnerUp: {
      MyOffer: false,
      SellerId: 'A7BRIGHTHARBOR',
      SubCondition: 'New',
      FulfillmentChannel: 'FS',
      ...price(23.99),
      SellerFeedbackRating: { SellerPositiveFeedbackRating: 98.5, FeedbackCount: 15_320 },
    },
    GapToRunnerUp: money(-1),
    DecidedBy: 'LandedPrice',
    WinningPrice: {
      ...winning(23.98),
      AfterFees: net(20.38, 3.6),
      Explanation: 'A listing price of at most 23.98 USD holds the buy box.',
    },
  },
};
