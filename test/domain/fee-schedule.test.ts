import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultFeeSchedule } from '../../src/cli/fee-schedules/default.ts';
import { type FeeSchedule, feeCategoryOf } from '../../src/domain/fees/fee-schedule.ts';
import { readRecord, writeRecord } from '../../src/domain/market/records/market-record.ts';
import { context, readOk } from './market.ts';

const record = defaultFeeSchedule();

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

function problemsOf(change: (copy: Record<string, unknown>) => void): string[] {
  const copy = structuredClone(record);
  change(copy);
  const result = readRecord(copy, context);
  return result.ok ? [] : result.problems.map((problem) => problem.field);
}

describe('a fee schedule', () => {
  it('may hold remarks, and leave out tax and promotions', () => {
    // biome-ignore lint/suspicious/noExplicitAny: the remarks are no fields of a schedule
    const remarked: any = structuredClone(record);
    remarked.referral.basis = 'ListingPrice + Shipping (media categories: ListingPrice only)';
    remarked.referral.note = 'upTo is inclusive; null = no upper bound.';
    remarked.fulfillment.feeType = 'FSFulfillmentFee';
    remarked.fulfillment.appliesWhen = 'IsStoreFulfilled = true';
    delete remarked.taxOnFeesPct;
    delete remarked.promotions;
    assert.deepEqual(read(remarked), read(record));
  });

  it('keeps tax, closing and per-item fees and promotions when it is written and read again', () => {
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

  it('charges an unknown category as its default category, even one named like a property of every object', () => {
    const schedule = read(record);
    assert.equal(feeCategoryOf(schedule, 'watches'), schedule.referral.categories.watches);
    for (const name of ['unheard_of', 'constructor', '__proto__']) {
      assert.equal(feeCategoryOf(schedule, name), schedule.referral.categories.everything_else);
    }
  });

  it('is rejected when it contradicts itself, with the field of the contradiction', () => {
    // biome-ignore lint/suspicious/noExplicitAny: the table breaks a schedule on purpose, in any field
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
      [(s) => (s.promotions = [{ ...promotion, value: 12.255 }]), 'promotions[0].value'],
      [(s) => (s.promotions = [{ ...promotion, kind: 'fixed', value: 0.001 }]), 'promotions[0].value'],
      [(s) => (s.promotions = [promotion, promotion]), 'promotions[1].promotionId'],
    ];
    for (const [change, field] of table) assert.deepEqual(problemsOf(change), [field], field);
  });

  it('takes a promotion with three decimals where the currency has three', () => {
    const inDinars = (value: number) =>
      problemsOf((s) => {
        const promotions = [{ ...promotion, kind: 'fixed', value }];
        Object.assign(s, { marketplaceId: 'STORE_KW', currency: 'KWD', promotions });
      });
    assert.deepEqual(inDinars(0.001), []);
    assert.deepEqual(inDinars(0.0001), ['promotions[0].value']);
  });
});
