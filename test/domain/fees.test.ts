import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { estimateFees, isEstimateFailure, scheduleInForce } from '../../src/domain/fees/estimate.ts';
import type { FeeInput } from '../../src/domain/fees/estimate-input.ts';
import type { FeeBasis } from '../../src/domain/fees/explanation.ts';
import { schedulesWith } from './fees-table.ts';

const promotion = { name: 'Spring', feeType: 'ReferralFee', from: '2026-01-01', until: '2027-01-01' };
const schedules = schedulesWith([
  { ...promotion, promotionId: 'TENTH', kind: 'percentage', value: 10 },
  { ...promotion, promotionId: 'WHOLE', kind: 'fixed', value: 900 },
]);

function inputOf(schedule: string, changes: Partial<FeeInput> & { category?: string } = {}): FeeInput {
  const { category = 'jewelry', ...rest } = changes;
  const dimensions = { lengthHundredthsIn: 1200, widthHundredthsIn: 1000, heightHundredthsIn: 1000 };
  return {
    schedule: schedules[schedule] as FeeInput['schedule'],
    item: { itemId: 'ITEM1', category, dimensions, weightThousandthsLb: 6000, hazmat: true },
    sellerPlan: 'Individual',
    listingPriceMinor: 30_000,
    shippingMinor: 0,
    isStoreFulfilled: true,
    atMs: Date.UTC(2026, 6),
    ...rest,
  };
}

function basesOf(input: FeeInput): FeeBasis[] {
  const result = estimateFees(input);
  assert.ok(!isEstimateFailure(result));
  return result.details.map(({ explanation }) => explanation.basis);
}

describe('an explanation', () => {
  it('has every figure behind the fees', () => {
    const category = { itemCategory: 'jewelry', chargedAs: 'jewelry', isDefault: false };
    assert.deepEqual(basesOf(inputOf('US')), [
      {
        rule: 'ReferralMarginal',
        category,
        mode: 'marginal',
        baseMinor: 30_000,
        includesShipping: true,
        tiers: [
          { upToMinor: 25_000, rateBasisPoints: 2000, baseMinor: 25_000, amountMinor: 5000 },
          { upToMinor: null, rateBasisPoints: 500, baseMinor: 5000, amountMinor: 250 },
        ],
      },
      { rule: 'ClosingNotMedia', category },
      { rule: 'PerItemPlan', plan: 'Individual' },
      {
        rule: 'FulfillmentWeightTier',
        category,
        program: { name: 'FS_STANDARD', additionMinor: 0 },
        size: { longestHundredthsIn: 1200, medianHundredthsIn: 1000, longestPlusGirthHundredthsIn: 5200 },
        weights: {
          unitThousandthsLb: 6000,
          dimensionalThousandthsLb: 8634,
          packagingThousandthsLb: 250,
          shippingThousandthsLb: 9000,
          decidedBy: 'dimensional',
        },
        tier: { maxThousandthsLb: 20_000, baseMinor: 575, perLbMinor: 40, overThousandthsLb: 4000, amountMinor: 775 },
        surcharges: [{ name: 'hazmat', amountMinor: 50 }],
      },
    ]);
  });

  it('names the schedule, the tax and the share of each promotion; the last takes the rest of the fee', () => {
    const result = estimateFees(inputOf('CA + promotions', { category: 'toys_games', listingPriceMinor: 2000 }));
    assert.ok(!isEstimateFailure(result));
    const { basis, ...rest } = result.details[0]?.explanation ?? assert.fail();
    assert.equal(basis.rule, 'ReferralBand');
    assert.deepEqual(rest, {
      schedule: { scheduleId: 'store-ca-default', version: '2026-01', effectiveFromMs: Date.UTC(2026, 0) },
      promotions: [
        { promotionId: 'TENTH', name: 'Spring', amountMinor: 30 },
        { promotionId: 'WHOLE', name: 'Spring', amountMinor: 270 },
      ],
      taxRateBasisPoints: 500,
    });
  });

  it('shows when the minimum is the fee, and when the default category is charged', () => {
    const [basis] = basesOf(inputOf('CA', { category: 'gnomes', listingPriceMinor: 200 }));
    assert.ok(basis !== undefined && 'mode' in basis);
    assert.deepEqual(basis.category, { itemCategory: 'gnomes', chargedAs: 'everything_else', isDefault: true });
    assert.equal(basis.minimumMinor, 40);
    // 0.4005 rounds to exactly the minimum, so the minimum does not change the fee.
    const [enough] = basesOf(inputOf('CA', { listingPriceMinor: 267, category: 'everything_else' }));
    assert.ok(enough !== undefined && 'mode' in enough && !('minimumMinor' in enough) && !enough.category.isDefault);
  });
});

describe('an estimate that fails', () => {
  it('lists the known programs, or the measures that the catalogue lacks', () => {
    assert.deepEqual(estimateFees(inputOf('US', { program: 'FS_"NOW"' })), {
      code: 'InvalidParameterValue',
      message: '"FS_\\"NOW\\"" is not a known fulfillment program.',
      reasons: ['OptionalFulfillmentProgram must be one of FS_STANDARD, FS_CORE, FS_EXPEDITED, not "FS_\\"NOW\\"".'],
    });
    assert.deepEqual(estimateFees(inputOf('US', { item: { itemId: 'ITEM1', category: 'baby', hazmat: false } })), {
      code: 'DataNotAvailable',
      message: 'The fulfillment fee of ITEM1 needs its dimensions and weight.',
      reasons: ['The catalogue has no dimensions of ITEM1.', 'The catalogue has no weight of ITEM1.'],
    });
  });
});

describe('the schedule in force', () => {
  const [early, late] = [100, 200].map((effectiveFromMs) => ({ ...inputOf('US').schedule, effectiveFromMs }));
  for (const [atMs, expected] of [
    [99, undefined],
    [100, early],
    [199, early],
    [200, late],
    [999, late],
  ] as const) {
    it(`at ${atMs} of 100 and 200 is ${expected?.effectiveFromMs ?? 'none'}, in any order`, () => {
      assert.ok(early !== undefined && late !== undefined);
      assert.equal(scheduleInForce([early, late], atMs), expected);
      assert.equal(scheduleInForce([late, early], atMs), expected);
    });
  }
});
