import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { type FeeSchedule, feeCategoryOf } from '../../src/domain/fees/fee-schedule.ts';
import { readRecord, writeRecord } from '../../src/domain/market/records.ts';
import { context, readOk } from './market.ts';

const given = JSON.parse(readFileSync(new URL('./fee-schedule.json', import.meta.url), 'utf8'));
const record = { kind: 'feeSchedule', marketplaceId: 'STORE_US', effectiveFrom: '2026-01-01', ...given };

const promotion = {
  promotionId: 'P1',
  name: 'Spring',
  feeType: 'referralfee',
  kind: 'percentage',
  value: 12.5,
  from: '2026-03-01',
  until: '2026-06-01',
};

function read(value: unknown): FeeSchedule {
  const { kind, ...rest } = readOk(value);
  assert.ok(kind === 'feeSchedule' && 'value' in rest);
  return rest.value as FeeSchedule;
}

function problemsOf(change: (copy: Record<string, never>) => void): string[] {
  const copy = structuredClone(record);
  change(copy);
  const result = readRecord(copy, context);
  return result.ok ? [] : result.problems.map((problem) => problem.field);
}

describe('a fee schedule', () => {
  it('is read from the given file as it stands, in whole numbers', () => {
    const schedule = read(record);
    assert.equal(Object.keys(schedule.referral.categories).length, 33);
    assert.deepEqual(schedule.referral.categories.apparel_accessories, {
      mode: 'band',
      tiers: [
        { upToMinor: 1500, rateBasisPoints: 500 },
        { upToMinor: 2000, rateBasisPoints: 1000 },
        { upToMinor: null, rateBasisPoints: 1500 },
      ],
      minimumMinor: 0,
      media: false,
      apparel: true,
    });
    assert.equal(schedule.referral.categories.books?.media, true);
    assert.deepEqual(schedule.fulfillment, {
      weight: {
        dimDivisor: 139,
        unitWeightOnlyBelowThousandthsLb: 1000,
        packagingThousandthsLb: 250,
        roundUpToThousandthsLb: 1000,
      },
      tiers: [
        [1000, 345, 0, 1000],
        [2000, 495, 0, 2000],
        [3000, 545, 0, 3000],
        [20000, 575, 40, 4000],
        [30000, 1555, 40, 21000],
        [50000, 1955, 40, 31000],
        [150000, 2755, 40, 51000],
      ].map(([maxThousandthsLb, baseMinor, perLbMinor, overThousandthsLb]) => ({
        maxThousandthsLb,
        baseMinor,
        perLbMinor,
        overThousandthsLb,
      })),
      surcharges: {
        apparelMinor: 50,
        hazmatMinor: 50,
        priceUnder10Minor: 100,
        oversizeMinor: 300,
        additionalOversizeMinor: 2000,
      },
      oversizeWhen: {
        longestOverHundredthsIn: 4800,
        medianOverHundredthsIn: 3000,
        longestPlusGirthOverHundredthsIn: 10500,
      },
      additionalOversizeWhen: { longestOverHundredthsIn: 9600, longestPlusGirthOverHundredthsIn: 13000 },
      bigAndBulky: {
        when: {
          weightOverThousandthsLb: 150000,
          longestOverHundredthsIn: 10800,
          longestPlusGirthOverHundredthsIn: 16500,
        },
        baseMinor: 15500,
        perLbMinor: 80,
        overThousandthsLb: 90000,
      },
      programs: { FS_STANDARD: { additionMinor: 0 }, FS_EXPEDITED: { additionMinor: 200 } },
    });
    assert.deepEqual(schedule.storageMinor, { 'Jan-Sep': 75, 'Oct-Dec': 75, 'Oct-Dec over 30 days': 225 });
    assert.deepEqual(
      [schedule.closingMinor, schedule.perItemMinor, schedule.taxOnFeesBasisPoints, schedule.promotions],
      [0, 0, 0, []],
    );
  });

  it('with tax, closing and per-item fees and promotions comes back the same when written', () => {
    const schedule = read({
      ...record,
      taxOnFeesPct: 8.25,
      closing: { appliesTo: 'media', amount: 1.8 },
      perItem: { appliesTo: 'individual plan', amount: '0.99' },
      promotions: [
        { ...promotion, minPrice: 5, maxPrice: '100.00', categories: ['books'] },
        { ...promotion, promotionId: 'P2', kind: 'Fixed', value: 0.25, itemIds: ['ITEM1', 'ITEM2'] },
      ],
    });
    assert.equal(schedule.taxOnFeesBasisPoints, 825);
    assert.deepEqual([schedule.closingMinor, schedule.perItemMinor], [180, 99]);
    assert.deepEqual(
      schedule.promotions.map(({ kind, value, feeType }) => [kind, value, feeType]),
      [
        ['percentage', 1250, 'ReferralFee'],
        ['fixed', 25, 'ReferralFee'],
      ],
    );
    const line = JSON.stringify(writeRecord({ kind: 'feeSchedule', op: 'upsert', value: schedule }));
    assert.deepEqual(read(JSON.parse(line)), schedule);
  });

  it('charges a category it does not know as its default, even one named like a built-in', () => {
    const schedule = read(record);
    assert.equal(feeCategoryOf(schedule, 'watches'), schedule.referral.categories.watches);
    for (const name of ['unheard_of', 'constructor', '__proto__']) {
      assert.equal(feeCategoryOf(schedule, name), schedule.referral.categories.everything_else);
    }
  });

  it('that contradicts itself is refused, with the place of the contradiction', () => {
    // biome-ignore lint/suspicious/noExplicitAny: a schedule is broken here on purpose, in any place
    const table: [(copy: any) => void, string][] = [
      [(s) => (s.referral.defaultCategory = 'nothing'), 'referral.defaultCategory'],
      [(s) => s.referral.categories.books.tiers.unshift({ pct: 1 }), 'referral.categories.books.tiers[0].upTo'],
      [(s) => (s.referral.categories.baby.tiers[1].upTo = 20), 'referral.categories.baby.tiers[1].upTo'],
      [(s) => (s.referral.categories.grocery.tiers[0].upTo = null), 'referral.categories.grocery.tiers[0].upTo'],
      [
        (s) => (s.referral.categories.apparel_accessories.tiers[1].upTo = 15),
        'referral.categories.apparel_accessories.tiers[1].upTo',
      ],
      [(s) => (s.referral.categories['a b'] = s.referral.categories.books), 'referral.categories.a b'],
      [(s) => (s.fulfillment.tiers[2].maxLb = 2), 'fulfillment.tiers[2].maxLb'],
      [(s) => (s.fulfillment.oversizeWhen = 'longest >= 48 in'), 'fulfillment.oversizeWhen'],
      [(s) => (s.fulfillment.oversizeWhen = 'longest > 48 lb'), 'fulfillment.oversizeWhen'],
      [(s) => (s.fulfillment.oversizeWhen = 'longest > 48 in OR longest > 50 in'), 'fulfillment.oversizeWhen'],
      [(s) => delete s.fulfillment.programs.FS_STANDARD, 'fulfillment.programs'],
      [(s) => (s.closing.appliesTo = 'everything'), 'closing.appliesTo'],
      [(s) => (s.promotions = [{ ...promotion, until: promotion.from }]), 'promotions[0].until'],
      [(s) => (s.promotions = [{ ...promotion, minPrice: 5, maxPrice: 4.99 }]), 'promotions[0].maxPrice'],
      [(s) => (s.promotions = [{ ...promotion, value: 100.01 }]), 'promotions[0].value'],
      [(s) => (s.promotions = [{ ...promotion, kind: 'fixed', value: 0.001 }]), 'promotions[0].value'],
      [(s) => (s.promotions = [promotion, promotion]), 'promotions[1].promotionId'],
    ];
    for (const [change, field] of table) assert.deepEqual(problemsOf(change), [field], field);
  });
});
