import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareEstimates } from '../../src/domain/fees/comparison.ts';
import type { FeeInput } from '../../src/domain/fees/estimate-input.ts';
import type { FeePromotion, FeeSchedule } from '../../src/domain/fees/fee-schedule.ts';
import { estimated } from './fees-input.ts';
import { schedulesWith } from './fees-table.ts';

const US = schedulesWith([]).US as FeeSchedule;
const SPRING: FeePromotion = {
  ...{ promotionId: 'SPRING', name: 'Spring', feeType: 'ReferralFee', kind: 'fixed', value: 50 },
  ...{ fromMs: Date.UTC(2026, 2), untilMs: Date.UTC(2026, 5) },
};
const toy: Omit<FeeInput, 'schedule' | 'atMs'> = {
  item: {
    ...{ itemId: 'ITEM1', category: 'toys_games', hazmat: false, weightThousandthsLb: 6000 },
    dimensions: { lengthHundredthsIn: 1200, widthHundredthsIn: 1000, heightHundredthsIn: 1000 },
  },
  ...{ sellerPlan: 'Individual', listingPriceMinor: 2000, shippingMinor: 399, isStoreFulfilled: true },
};

type Change = Partial<Omit<FeeSchedule, 'referral' | 'fulfillment'>> & {
  toys?: Partial<FeeSchedule['referral']['categories'][string]>;
  ships?: Partial<FeeSchedule['fulfillment']>;
};

function changed({ toys, ships, ...rest }: Change): FeeSchedule {
  const { referral, fulfillment } = US;
  const toys_games = { ...referral.categories.toys_games, ...toys } as FeeSchedule['referral']['categories'][string];
  return {
    ...US,
    ...{ version: '2', effectiveFromMs: Date.UTC(2026, 6) },
    referral: { ...referral, categories: { ...referral.categories, toys_games } },
    fulfillment: { ...fulfillment, ...ships },
    ...rest,
  };
}

/** The reasons of a line: a toy in March, and in August under a changed schedule. */
function allReasonsOf(feeType: string, change: Change, first: Change = {}) {
  const [march, august] = [Date.UTC(2026, 2, 15), Date.UTC(2026, 7, 15)];
  const before = estimated({ ...toy, schedule: { ...changed(first), effectiveFromMs: 0 }, atMs: march });
  const after = estimated({ ...toy, schedule: changed({ ...first, ...change }), atMs: august });
  assert.ok(before && after);
  return compareEstimates(before, after).lines.find((one) => one.feeType === feeType)?.reasons ?? [];
}

function reasonsOf(...given: Parameters<typeof allReasonsOf>): string[] {
  const texts = allReasonsOf(...given).map(({ code, message }) => `${code}: ${message}`);
  return texts.filter((text) => !/^(ScheduleChanged|AmountUnchanged)/.test(text));
}

describe('the reason of a difference', () => {
  const { tiers, surcharges, weight } = US.fulfillment;
  const rates = (...list: [number | null, number][]) =>
    list.map(([upToMinor, rateBasisPoints]) => ({ upToMinor, rateBasisPoints }));
  const cases: [feeType: string, change: Change, reason: string, first?: Change][] = [
    [
      'ReferralFee',
      { toys: { tiers: rates([null, 1625]) } },
      'ReferralRateChanged: The rates give 16.25 % of 23.99 USD = 3.90 USD; at the first date the rates give 15 % of 23.99 USD = 3.60 USD.',
    ],
    [
      'ReferralFee',
      { toys: { tiers: rates([2500, 1500], [null, 800]) } },
      'ReferralTierChanged: The band tiers give 15 % of 23.99 USD (up to 25.00 USD) = 3.60 USD; at the first date the band tiers give 15 % of 23.99 USD (without an upper bound) = 3.60 USD.',
    ],
    [
      'ReferralFee',
      { toys: { minimumMinor: 500 } },
      'ReferralMinimumChanged: The minimum of 5.00 USD is the fee, because the rates give only 3.60 USD; at the first date the rates give 3.60 USD, which is at least the minimum.',
    ],
    [
      'VariableClosingFee',
      { toys: { media: true }, closingMinor: 180 },
      'ClosingFeeChanged: The closing fee is 1.80 USD, because the category is media; at the first date the closing fee is 0.00 USD, because the category is not media.',
    ],
    [
      'PerItemFee',
      { perItemMinor: 99 },
      'PerItemFeeChanged: The per-item fee is 0.99 USD; at the first date the per-item fee is 0.00 USD.',
    ],
    [
      'PerItemFee',
      { taxOnFeesBasisPoints: 850 },
      'TaxRateChanged: The tax on fees is 8.5 %; at the first date the tax on fees is 0 %.',
    ],
    [
      'FSFulfillmentFee',
      { ships: { weight: { ...weight, dimDivisor: 166 } } },
      'ShippingWeightChanged: The shipping weight is 8 lb, with packaging of 0.25 lb (unit weight is 6 lb, dimensional weight is 7.229 lb); ' +
        'at the first date the shipping weight is 9 lb, with packaging of 0.25 lb (unit weight is 6 lb, dimensional weight is 8.634 lb).',
    ],
    [
      'FSFulfillmentFee',
      { ships: { tiers: tiers.map((tier) => ({ ...tier, perLbMinor: tier.perLbMinor + 5 })) } },
      'FulfillmentPriceChanged: The price is 5.75 USD, and 0.45 USD a pound over 4 lb; at the first date the price is 5.75 USD, and 0.40 USD a pound over 4 lb.',
    ],
    [
      'FSFulfillmentFee',
      {
        ships: {
          tiers: tiers.map((tier) => (tier.maxThousandthsLb === 20_000 ? { ...tier, maxThousandthsLb: 15_000 } : tier)),
        },
      },
      'WeightTierChanged: The weight tier is up to 15 lb; at the first date the weight tier is up to 20 lb.',
    ],
    [
      'FSFulfillmentFee',
      { ships: { oversizeWhen: { longestOverHundredthsIn: 1000 }, surcharges: { ...surcharges, oversizeMinor: 300 } } },
      'SurchargeChanged: The surcharge oversize is 3.00 USD; at the first date the surcharge oversize does not apply.',
    ],
    [
      'FSFulfillmentFee',
      { ships: { programs: { FS_STANDARD: { additionMinor: 25 } } } },
      'ProgramChanged: The program FS_STANDARD adds 0.25 USD; at the first date the program FS_STANDARD adds 0.00 USD.',
    ],
    [
      'ReferralFee',
      {},
      'PromotionRemoved: Promotion SPRING (Spring, from 2026-03-01 until 2026-06-01) takes 0.50 USD off at the first date. It does not apply: it ends on 2026-06-01.',
      { promotions: [SPRING] },
    ],
    [
      'ReferralFee',
      { promotions: [{ ...SPRING, promotionId: 'LATE', fromMs: Date.UTC(2026, 7, 1, 9), untilMs: Date.UTC(2027, 0) }] },
      'PromotionAdded: Promotion LATE (Spring, from 2026-08-01T09:00:00.000Z until 2027-01-01) takes 0.50 USD off. At the first date it does not apply: it begins on 2026-08-01T09:00:00.000Z.',
    ],
    [
      'ReferralFee',
      { promotions: [] },
      'PromotionRemoved: Promotion SPRING (Spring, from 2026-03-01 until 2027-01-01) takes 0.50 USD off at the first date. It does not apply: the schedule then does not have it.',
      { promotions: [{ ...SPRING, untilMs: Date.UTC(2027, 0) }] },
    ],
    [
      'ReferralFee',
      { promotions: [{ ...SPRING, untilMs: Date.UTC(2027, 0), minPriceMinor: 5000 }] },
      'PromotionRemoved: Promotion SPRING (Spring, from 2026-03-01 until 2027-01-01) takes 0.50 USD off at the first date. It does not apply: its conditions in the schedule then do not hold.',
      { promotions: [{ ...SPRING, untilMs: Date.UTC(2027, 0) }] },
    ],
    [
      'ReferralFee',
      { promotions: [{ ...SPRING, untilMs: Date.UTC(2027, 0), value: 75 }] },
      'PromotionChanged: Promotion SPRING (Spring, from 2026-03-01 until 2027-01-01) takes 0.75 USD off; at the first date 0.50 USD.',
      { promotions: [{ ...SPRING, untilMs: Date.UTC(2027, 0) }] },
    ],
  ];
  for (const [feeType, change, reason, first] of cases) {
    it(`of the ${feeType} is ${reason.slice(0, 75)}...`, () =>
      assert.deepEqual(reasonsOf(feeType, change, first), [reason]));
  }

  it('is both a base without shipping and the category, when an unknown category becomes media', () => {
    const { toys_games: _gone, ...others } = US.referral.categories;
    const media = { ...others.everything_else, media: true } as FeeSchedule['referral']['categories'][string];
    const later = { ...changed({}), referral: { defaultCategory: 'rest', categories: { ...others, rest: media } } };
    const first = estimated({ ...toy, schedule: US, atMs: 0 });
    const other = estimated({ ...toy, schedule: later, atMs: 0 });
    assert.ok(first && other);
    const [referral] = compareEstimates(first, other).lines;
    assert.deepEqual(
      referral?.reasons.slice(1).map(({ message }) => message),
      [
        'The item is charged as rest, the default category; at the first date the item is charged as toys_games.',
        'The rates apply to 20.00 USD, without shipping; at the first date the rates apply to 23.99 USD, with shipping.',
      ],
    );
  });

  it('is the schedule as well, unless a promotion only begins or ends by its own dates', () => {
    const codesOf = (change: Change, first: Change) =>
      allReasonsOf('ReferralFee', change, first).map(({ code }) => code);
    const allYear = { ...SPRING, untilMs: Date.UTC(2027, 0) };
    assert.deepEqual(codesOf({}, { promotions: [SPRING] }), ['PromotionRemoved']);
    assert.deepEqual(codesOf({ promotions: [] }, { promotions: [SPRING] }), ['PromotionRemoved']);
    assert.deepEqual(codesOf({ promotions: [] }, { promotions: [allYear] }), ['ScheduleChanged', 'PromotionRemoved']);
    // The later schedule ends it sooner.
    assert.deepEqual(codesOf({ promotions: [SPRING] }, { promotions: [allYear] }), [
      'ScheduleChanged',
      'PromotionRemoved',
    ]);
  });

  it('is that nothing differs for this unit, when a term changes that its amount does not depend on', () => {
    const first = estimated({ ...toy, schedule: US, atMs: 0 });
    const other = estimated({
      ...toy,
      schedule: changed({ toys: { tiers: rates([9900, 1500], [null, 100]) } }),
      atMs: 0,
    });
    assert.ok(first && other);
    const [referral] = compareEstimates(first, other).lines;
    assert.equal(referral?.differenceMinor, 0);
    assert.equal(
      referral?.reasons.at(-1)?.message,
      'The final fee stays 3.60 USD: what changed makes no difference for this unit.',
    );
  });
});
