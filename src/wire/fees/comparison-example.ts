import { money } from '../example-amounts.ts';

/*
 * The answer of a fresh demo to the documented comparison: a schedule of 2040 has a higher referral rate, which a promotion makes
 * up for until April, and a higher fulfilment price.
 */

const AS_OF = ['2039-12-31T00:00:00.000Z', '2040-01-01T00:00:00.000Z', '2040-04-01T00:00:00.000Z'] as const;

const schedule = (Version: string, EffectiveFrom: string) => ({
  ScheduleId: 'store-us-default',
  Version,
  EffectiveFrom,
});
const today = schedule('2026-01 with promotions', '2026-01-02T00:00:00.000Z');
const later = schedule('2040-01', '2040-01-01T00:00:00.000Z');

const fee = (FeeType: string, amount: number, promotion = 0) => ({
  FeeType,
  FeeAmount: money(amount),
  FeePromotion: money(promotion),
  TaxAmount: money(0),
  FinalFee: money(amount - promotion),
});

const estimate = (total: number, referral: ReturnType<typeof fee>, fulfillment: number) => ({
  TimeOfFeesEstimation: '2026-11-15T00:00:00.000Z',
  TotalFeesEstimate: money(total),
  FeeDetailList: [referral, fee('VariableClosingFee', 0), fee('FSFulfillmentFee', fulfillment)],
});

const reason = (Code: string, Message: string) => ({ Code, Message });

const scheduleChanged = reason(
  'ScheduleChanged',
  'The fee schedule is store-us-default, version 2040-01, in force from 2040-01-01 on; ' +
    'at the first date the fee schedule is store-us-default, version 2026-01 with promotions, in force from 2026-01-02 on.',
);
const rateChanged = reason(
  'ReferralRateChanged',
  'The rates give 15 % of 100.00 USD and 9 % of 50.00 USD = 19.50 USD; ' +
    'at the first date the rates give 15 % of 100.00 USD and 8 % of 50.00 USD = 19.00 USD.',
);
const promotionAdded = reason(
  'PromotionAdded',
  'Promotion DEMO-DOCK-50 (0.50 off the referral fee of selected docking stations, from 2040-01-01 until 2040-04-01) ' +
    'takes 0.50 USD off. At the first date it does not apply: it begins on 2040-01-01.',
);
const amountUnchanged = reason(
  'AmountUnchanged',
  'The final fee stays 19.00 USD: it is made of fee 19.50 USD, promotion 0.50 USD, tax 0.00 USD; ' +
    'at the first date of fee 19.00 USD, promotion 0.00 USD, tax 0.00 USD.',
);
const priceChanged = reason(
  'FulfillmentPriceChanged',
  'The price is 5.10 USD, and 0.00 USD a pound over 2 lb; at the first date the price is 4.95 USD, and 0.00 USD a pound over 2 lb.',
);

type Amounts = { before: number; after: number; change: number };

const line = (FeeType: string, { before, after, change }: Amounts, Reasons: object[]) => ({
  FeeType,
  Before: money(before),
  After: money(after),
  Difference: money(change),
  Reasons,
});

const difference = (total: number, referral: ReturnType<typeof line>) => ({
  TotalDifference: money(total),
  FeeDifferenceList: [
    referral,
    line('VariableClosingFee', { before: 0, after: 0, change: 0 }, []),
    line('FSFulfillmentFee', { before: 4.95, after: 5.1, change: 0.15 }, [scheduleChanged, priceChanged]),
  ],
});

const success = (AsOf: string, Schedule: object, FeesEstimate: object) => ({
  AsOf,
  Status: 'Success',
  Schedule,
  FeesEstimate,
});

const unchanged = line('ReferralFee', { before: 19, after: 19, change: 0 }, [
  scheduleChanged,
  rateChanged,
  promotionAdded,
  amountUnchanged,
]);
const raised = line('ReferralFee', { before: 19, after: 19.5, change: 0.5 }, [scheduleChanged, rateChanged]);

const compared = {
  FeesEstimateIdentifier: {
    MarketplaceId: 'STORE_US',
    IdType: 'SellerSKU',
    IdValue: 'DEMO-SKU-7',
    IsStoreFulfilled: true,
    PriceToEstimateFees: { ListingPrice: money(150), Shipping: money(0) },
    SellerId: 'A1DEMOSELLER',
    OptionalFulfillmentProgram: 'FS_STANDARD',
  },
  EstimateList: [
    success(AS_OF[0], today, estimate(23.95, fee('ReferralFee', 19), 4.95)),
    {
      ...success(AS_OF[1], later, estimate(24.1, fee('ReferralFee', 19.5, 0.5), 5.1)),
      Difference: difference(0.15, unchanged),
    },
    {
      ...success(AS_OF[2], later, estimate(24.6, fee('ReferralFee', 19.5), 5.1)),
      Difference: difference(0.65, raised),
    },
  ],
};

const unknown = {
  FeesEstimateIdentifier: {
    MarketplaceId: 'STORE_US',
    IdType: 'SellerSKU',
    IdValue: 'NOPE',
    SellerId: 'A1DEMOSELLER',
  },
  EstimateList: AS_OF.map((AsOf) => ({
    AsOf,
    Status: 'ClientError',
    Error: {
      Type: 'Sender',
      Code: 'InvalidParameterValue',
      Message: 'NOPE is an invalid SellerSKU for marketplace STORE_US',
      Detail: ['The caller has no listing with SellerSKU NOPE in STORE_US.'],
    },
  })),
};

export const comparisonExample = { payload: { AsOf: AS_OF, FeesComparisonList: [compared, unknown] } };
