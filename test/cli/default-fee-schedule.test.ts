import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canadianFeeSchedule } from '../../src/cli/fee-schedules/canada.ts';
import { defaultFeeSchedule } from '../../src/cli/fee-schedules/default.ts';
import type { FeeCategory, FeeSchedule } from '../../src/domain/fees/fee-schedule.ts';
import { readRecord } from '../../src/domain/market/records/market-record.ts';

/** Every figure of the US schedule: category, mode, `bound:percent` tiers, minimum fee, media or apparel. */
const CATEGORIES = `
  apparel_accessories       band      15.00:5 20.00:10 *:15  min 0.00  apparel
  appliances_compact        marginal  300.00:12 *:8          min 0.00
  appliances_major          band      *:8                    min 0.00
  automotive_powersports    band      *:12                   min 0.00
  baby                      band      10.00:8 *:15           min 0.00
  beauty_health_personal    band      10.00:8 *:15           min 0.00
  books                     band      *:15                   min 0.00  media
  camera_photo              band      *:8                    min 0.00
  cell_phones               band      *:8                    min 0.00
  consumer_electronics      band      *:8                    min 0.00
  electronics_accessories   marginal  100.00:15 *:8          min 0.00
  furniture                 marginal  200.00:15 *:10         min 0.00
  grocery                   band      15.00:8 *:15           min 0.00
  home_garden_kitchen       band      *:15                   min 0.00
  industrial_scientific     band      *:12                   min 0.00
  jewelry                   marginal  250.00:20 *:5          min 0.00
  luggage_travel            band      *:15                   min 0.00
  music_video_software      band      *:15                   min 0.00  media
  musical_instruments       band      *:12                   min 0.00
  office_products           band      *:15                   min 0.00
  outdoor_power_tools       marginal  500.00:15 *:8          min 0.00
  personal_computers        band      *:6                    min 0.00
  pet_supplies              band      *:15                   min 0.00
  plumbing_heating_cooling  band      *:10                   min 0.00
  shoes_handbags_eyewear    band      *:15                   min 0.00
  sports_outdoors           band      *:15                   min 0.00
  tires_wheels              band      *:10                   min 0.00
  tools_home_improvement    band      *:15                   min 0.00
  toys_games                band      *:15                   min 0.00
  video_game_consoles       band      *:8                    min 0.00
  video_games               band      *:15                   min 0.00  media
  watches                   marginal  1500.00:15 *:3         min 0.00
  everything_else           band      *:15                   min 0.00`;

const FULFILLMENT: FeeSchedule['fulfillment'] = {
  weight: {
    dimDivisor: 139,
    unitWeightOnlyBelowThousandthsLb: 1000,
    packagingThousandthsLb: 250,
    roundUpToThousandthsLb: 1000,
  },
  tiers: [
    { maxThousandthsLb: 1000, baseMinor: 345, perLbMinor: 0, overThousandthsLb: 1000 },
    { maxThousandthsLb: 2000, baseMinor: 495, perLbMinor: 0, overThousandthsLb: 2000 },
    { maxThousandthsLb: 3000, baseMinor: 545, perLbMinor: 0, overThousandthsLb: 3000 },
    { maxThousandthsLb: 20_000, baseMinor: 575, perLbMinor: 40, overThousandthsLb: 4000 },
    { maxThousandthsLb: 30_000, baseMinor: 1555, perLbMinor: 40, overThousandthsLb: 21_000 },
    { maxThousandthsLb: 50_000, baseMinor: 1955, perLbMinor: 40, overThousandthsLb: 31_000 },
    { maxThousandthsLb: 150_000, baseMinor: 2755, perLbMinor: 40, overThousandthsLb: 51_000 },
  ],
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
    longestPlusGirthOverHundredthsIn: 10_500,
  },
  additionalOversizeWhen: { longestOverHundredthsIn: 9600, longestPlusGirthOverHundredthsIn: 13_000 },
  bigAndBulky: {
    when: {
      weightOverThousandthsLb: 150_000,
      longestOverHundredthsIn: 10_800,
      longestPlusGirthOverHundredthsIn: 16_500,
    },
    baseMinor: 15_500,
    perLbMinor: 80,
    overThousandthsLb: 90_000,
  },
  programs: { FS_STANDARD: { additionMinor: 0 }, FS_EXPEDITED: { additionMinor: 200 } },
};

function parsed(value: unknown, currency: string): FeeSchedule {
  const result = readRecord(value, { currencyOf: () => currency });
  assert.ok(result.ok, JSON.stringify(result));
  assert.ok(result.record.kind === 'feeSchedule' && result.record.op === 'upsert');
  return result.record.value;
}

/** A category in the notation of `CATEGORIES`. */
function described(name: string, category: FeeCategory): string {
  const tiers = category.tiers.map(
    ({ upToMinor, rateBasisPoints }) =>
      `${upToMinor === null ? '*' : (upToMinor / 100).toFixed(2)}:${rateBasisPoints / 100}`,
  );
  const parts = [name, category.mode, ...tiers, 'min', (category.minimumMinor / 100).toFixed(2)];
  if (category.media) parts.push('media');
  if (category.apparel) parts.push('apparel');
  return parts.join(' ');
}

describe('the default fee schedule', () => {
  const schedule = parsed(defaultFeeSchedule(), 'USD');

  it('has the figures of all 33 categories', () => {
    const expected = CATEGORIES.trim().split('\n');
    const actual = Object.entries(schedule.referral.categories).map(([name, category]) => described(name, category));
    assert.equal(actual.length, 33);
    assert.deepEqual(
      actual,
      expected.map((line) => line.trim().replace(/ +/g, ' ')),
    );
  });

  it('has the fulfilment figures', () => {
    assert.deepEqual(schedule.fulfillment, FULFILLMENT);
  });

  it('has no tax, closing or per-item fee, and no promotions', () => {
    const { fulfillment: _, referral, ...rest } = schedule;
    assert.equal(referral.defaultCategory, 'everything_else');
    assert.deepEqual(rest, {
      marketplaceId: 'STORE_US',
      effectiveFromMs: Date.UTC(2026, 0, 1),
      scheduleId: 'store-us-default',
      version: '2026-01',
      currency: 'USD',
      taxOnFeesBasisPoints: 0,
      closingMinor: 0,
      perItemMinor: 0,
      storageMinor: { 'Jan-Sep': 75, 'Oct-Dec': 75, 'Oct-Dec over 30 days': 225 },
      promotions: [],
    });
  });

  it('takes the id of another marketplace', () => {
    assert.equal(parsed(defaultFeeSchedule('STORE_X'), 'USD').marketplaceId, 'STORE_X');
  });
});

describe('the Canadian fee schedule', () => {
  const schedule = parsed(canadianFeeSchedule(), 'CAD');

  it('charges what the US schedule leaves at zero: minimum fees, closing and per-item fees, 5 % tax', () => {
    assert.equal(schedule.marketplaceId, 'STORE_CA');
    assert.equal(schedule.currency, 'CAD');
    assert.equal(schedule.taxOnFeesBasisPoints, 500);
    assert.equal(schedule.closingMinor, 100);
    assert.equal(schedule.perItemMinor, 149);
    for (const [name, { minimumMinor }] of Object.entries(schedule.referral.categories)) {
      assert.ok(minimumMinor > 0, name);
    }
  });

  it('has the categories of the US schedule, in the same modes', () => {
    const us = parsed(defaultFeeSchedule(), 'USD');
    const shape = ({ referral }: FeeSchedule): string[] =>
      Object.entries(referral.categories).map(([name, { mode, media }]) => `${name} ${mode} ${media}`);
    assert.deepEqual(shape(schedule), shape(us));
  });
});
