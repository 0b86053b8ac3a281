import { money } from '../example-amounts.ts';

/*
 * Answers of a fresh demo about ITEM000001, as the OpenAPI document shows them. `test/e2e/start-and-stop.test.ts` sends the
 * documented requests to a demo and compares.
 */

type IdType = 'StoreItemId' | 'SellerSKU';

const identifier = (IdType: IdType, IdValue: string) => ({
  MarketplaceId: 'STORE_US',
  IdType,
  IdValue,
  IsStoreFulfilled: true,
  PriceToEstimateFees: { ListingPrice: money(22.99), Shipping: money(0) },
  SellerId: 'A1DEMOSELLER',
  SellerInputIdentifier: 'my-request-1',
  OptionalFulfillmentProgram: 'FS_STANDARD',
});

const category = { Category: 'home_garden_kitchen', ChargedAs: 'home_garden_kitchen', IsDefaultCategory: false };
const everyFee = {
  Promotions: [],
  TaxRatePercent: 0,
  Schedule: {
    ScheduleId: 'store-us-default',
    Version: '2026-01 with promotions',
    EffectiveFrom: '2026-01-02T00:00:00.000Z',
  },
};

const explanations: Readonly<Record<string, object>> = {
  ReferralFee: {
    ...{ Rule: 'ReferralBand', ...category, Base: money(22.99), BaseIncludesShipping: true },
    Tiers: [{ RatePercent: 15, Base: money(22.99), Amount: money(3.45) }],
    ...everyFee,
  },
  VariableClosingFee: { Rule: 'ClosingNotMedia', ...category, ...everyFee },
  FSFulfillmentFee: {
    ...{ Rule: 'FulfillmentWeightTier', ...category, Program: { Name: 'FS_STANDARD', Addition: money(0) } },
    Size: { LongestIn: 12, MedianIn: 10, LongestPlusGirthIn: 52 },
    Weights: { UnitLb: 6, DimensionalLb: 8.634, PackagingLb: 0.25, ShippingLb: 9, DecidedBy: 'dimensional' },
    WeightTier: { MaxLb: 20, Base: money(5.75), PerLb: money(0.4), OverLb: 4, Amount: money(7.75) },
    Surcharges: [],
    ...everyFee,
  },
};

const fee = (FeeType: string, amount: number, isExplained: boolean) => ({
  FeeType,
  FeeAmount: money(amount),
  FeePromotion: money(0),
  TaxAmount: money(0),
  FinalFee: money(amount),
  ...(isExplained ? { Explanation: explanations[FeeType] } : {}),
});

const result = (idType: IdType, idValue: string, isExplained: boolean) => ({
  Status: 'Success',
  FeesEstimateIdentifier: identifier(idType, idValue),
  FeesEstimate: {
    TimeOfFeesEstimation: '2026-11-15T00:00:00.000Z',
    TotalFeesEstimate: money(11.2),
    FeeDetailList: [
      fee('ReferralFee', 3.45, isExplained),
      fee('VariableClosingFee', 0, isExplained),
      fee('FSFulfillmentFee', 7.75, isExplained),
    ],
  },
});

const failure = {
  Status: 'ClientError',
  FeesEstimateIdentifier: identifier('StoreItemId', 'NOPE'),
  Error: {
    Type: 'Sender',
    Code: 'InvalidParameterValue',
    Message: 'NOPE is an invalid StoreItemId for marketplace STORE_US',
    Detail: ['There is no item NOPE in STORE_US.'],
  },
};

/** By name, as the document shows them. */
export function estimateExamples(idType: IdType, idValue: string) {
  const answer = (isExplained: boolean) => ({
    payload: { FeesEstimateResult: result(idType, idValue, isExplained) },
  });
  return { Success: answer(false), Explained: answer(true) };
}

export const batchExamples = {
  Success: [result('StoreItemId', 'ITEM000001', false), failure],
  Explained: [result('StoreItemId', 'ITEM000001', true), failure],
};
