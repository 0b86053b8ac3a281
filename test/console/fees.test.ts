// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FeeDetail, FeeExplanation } from 'marketplace-seller-sdk';
import { edgesOf, gridOf, rangeOf } from '../../console/pages/fees/curve.ts';
import { explainFee } from '../../console/pages/fees/explain-fee.ts';
import { inputsOf } from '../../console/pages/fees/inputs.ts';
import { splitOf } from '../../console/pages/fees/split.ts';

const usd = (Amount: number) => ({ CurrencyCode: 'USD', Amount });
const write = ({ Amount }: { Amount: number }) => (Amount === 10 ? '10.00 USD' : Amount.toFixed(2));

function line(FeeType: string, amount: number, explanation: Partial<FeeExplanation> = {}): FeeDetail {
  const Schedule = { ScheduleId: 's', Version: '1', EffectiveFrom: '2026-01-01T00:00:00.000Z' };
  const Explanation = { Rule: 'ReferralBand', Schedule, TaxRatePercent: 0, Promotions: [], ...explanation };
  const fee = { FeeType, FeeAmount: usd(amount), FeePromotion: usd(0), TaxAmount: usd(0), FinalFee: usd(amount) };
  return { ...fee, Explanation };
}

const estimate = (...FeeDetailList: FeeDetail[]) => ({
  TimeOfFeesEstimation: '2026-01-01T00:00:00.000Z',
  TotalFeesEstimate: usd(0),
  FeeDetailList,
});

describe('the parts of a sale', () => {
  it('add up to what the customer pays, to the cent', () => {
    const { paid, net, netShare, totalFees, fees } = splitOf(
      0.1,
      0.2,
      estimate(line('ReferralFee', 0.07), line('FSFulfillmentFee', 0.02)),
      'USD',
    );
    assert.deepEqual([paid, totalFees, net], [0.3, 0.09, 0.21]);
    assert.equal(netShare + fees.reduce((sum, { share }) => sum + share, 0), 1);
  });

  it('fill the bar with fees, and no more, when they are more than the price', () => {
    const { net, netShare, fees } = splitOf(1, 0, estimate(line('ReferralFee', 1), line('FSFulfillmentFee', 3)), 'USD');
    assert.deepEqual([net, netShare], [-3, 0]);
    assert.deepEqual(
      fees.map(({ share }) => share),
      [0.25, 0.75],
    );
  });
});

describe('the explanation of a fee', () => {
  it('names each part of a price that several rates share', () => {
    const Tiers = [
      { UpTo: usd(100), RatePercent: 15, Base: usd(100), Amount: usd(15) },
      { RatePercent: 8, Base: usd(50), Amount: usd(4) },
    ];
    const explanation = { Rule: 'ReferralMarginal', Base: usd(150), BaseIncludesShipping: true, Tiers };
    assert.deepEqual(explainFee(line('ReferralFee', 19, explanation), write), [
      'Counted: 150.00, price and shipping.',
      '15% of 100.00, the part up to 100.00: 15.00.',
      '8% of 50.00, the part over 100.00: 4.00.',
    ]);
  });

  it('names the category that stands in for another, the minimum, promotions and tax', () => {
    const explanation = {
      Category: 'garden_gnomes',
      ChargedAs: 'everything_else',
      IsDefaultCategory: true,
      Tiers: [{ RatePercent: 15, Base: usd(2), Amount: usd(0.3) }],
      Minimum: usd(0.4),
      Promotions: [{ PromotionId: 'P', Name: 'Spring', Amount: usd(0.1) }],
      TaxRatePercent: 5,
    };
    assert.deepEqual(explainFee({ ...line('ReferralFee', 0.4, explanation), TaxAmount: usd(0.02) }, write), [
      'Category: garden gnomes, charged as everything else, because the schedule has no rate for it.',
      '15% of 2.00: 0.30.',
      'That is less than the minimum: 0.40 is charged.',
      'Promotion “Spring” takes 0.10 off.',
      'Tax on fees, 5%: 0.02.',
    ]);
  });

  it('names weights, weight tier, surcharges and program of a parcel', () => {
    const explanation = {
      Rule: 'FulfillmentWeightTier',
      Weights: {
        UnitLb: 6,
        DimensionalLb: 8.6331,
        PackagingLb: 0.25,
        ShippingLb: 9,
        DecidedBy: 'dimensional' as const,
      },
      WeightTier: { MaxLb: 20, Base: usd(5.75), PerLb: usd(0.4), OverLb: 4, Amount: usd(7.75) },
      Surcharges: [
        { Name: 'hazmat', Amount: usd(0.5) },
        { Name: 'priceUnder10', Amount: usd(1) },
      ],
      Program: { Name: 'FS_EXPEDITED', Addition: usd(2) },
    };
    assert.deepEqual(explainFee(line('FSFulfillmentFee', 10.25, explanation), write), [
      'The unit weighs 6 lb, by its size 8.63 lb. The size counts.',
      'With 0.25 lb of packaging it ships as 9 lb.',
      'Parcels up to 20 lb: 5.75 and 0.40 for each lb over 4 lb: 7.75.',
      'Dangerous goods: 0.50 more.',
      'Price under 10.00 USD: 1.00 more.',
      'Expedited delivery: 2.00 more.',
    ]);
  });
});

describe('the curve of net proceeds', () => {
  const at = (price: number, ...lines: FeeDetail[]) => ({ price, estimate: estimate(...lines) });
  const band = (RatePercent: number, upTo?: number) => {
    const tier = { RatePercent, Base: usd(1), Amount: usd(1) };
    const Tiers = [upTo === undefined ? tier : { ...tier, UpTo: usd(upTo) }];
    return line('ReferralFee', 1, { BaseIncludesShipping: true, Tiers });
  };

  it('ends at a round price with room above the present one', () => {
    assert.deepEqual([1, 1_500, 15_000, 200_000].map(rangeOf), [2_000, 3_000, 30_000, 300_000]);
    assert.deepEqual(gridOf(3_000, 4), [0, 1_000, 2_000, 3_000]);
  });

  it('marks the listing prices at which another rate begins: shipping reaches a bound earlier', () => {
    const points = [at(100, band(5, 15)), at(1_600, band(10, 20)), at(2_900, band(15))];
    assert.deepEqual(edgesOf(points, 200, 2, 3_000), [
      { last: 1_300, text: 'Referral fee: 5% → 10%' },
      { last: 1_800, text: 'Referral fee: 10% → 15%' },
    ]);
    assert.deepEqual(
      edgesOf(points, 200, 2, 1_500).map(({ last }) => last),
      [1_300],
      'not beyond the end',
    );
  });

  it('marks the surcharge for low prices only where the estimates agree with its name', () => {
    const parcel = (...names: string[]) =>
      line('FSFulfillmentFee', 1, { Surcharges: names.map((Name) => ({ Name, Amount: usd(1) })) });
    const points = [at(0, parcel('priceUnder10')), at(1_000, parcel())];
    assert.deepEqual(edgesOf(points, 0, 2, 2_000), [{ last: 999, text: 'No more surcharge for prices under $10.00' }]);
    assert.deepEqual(edgesOf([...points, at(1_500, parcel('priceUnder10'))], 0, 2, 2_000), []);
    assert.deepEqual(edgesOf([at(0, parcel()), at(1_000, parcel())], 0, 2, 2_000), []);
  });
});

describe('the address of the page of fees', () => {
  const read = (query: string) => inputsOf(new URLSearchParams(query), 'USD', new Date('2026-11-16T10:00:00Z'));

  it('has amounts as people write them, and says of which it cannot read', () => {
    const { id, price, shipping } = read('id= A-1 &price=12,50&shipping=1.999');
    assert.deepEqual([id, price, Number.isNaN(shipping)], ['A-1', 12.5, true]);
    assert.equal(read('sku=B').price, undefined);
  });

  it('compares with a year from now unless it has a day', () => {
    assert.equal(read('date=2040-01-01').date, '2040-01-01');
    assert.equal(read('date=2040-99-01').date, '2027-11-16');
  });
});
