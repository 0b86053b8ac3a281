import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { estimateFees, isEstimateFailure } from '../../src/domain/fees/estimate.ts';
import type { FeeSchedule } from '../../src/domain/fees/fee-schedule.ts';
import { feesInForce, netProceeds, type OfferedUnit } from '../../src/domain/fees/net-proceeds.ts';
import { schedulesWith } from './fees-table.ts';

const schedule = { ...(schedulesWith([]).US as FeeSchedule), effectiveFromMs: Date.UTC(2026, 0) };
const later: FeeSchedule = { ...schedule, effectiveFromMs: Date.UTC(2027, 0), perItemMinor: 5000 };
const elsewhere: FeeSchedule = { ...schedule, marketplaceId: 'STORE_JP', perItemMinor: 7000 };
const NOW = Date.UTC(2026, 10);
const fees = feesInForce([later, elsewhere, schedule], schedule.marketplaceId, NOW);

const dimensions = { lengthHundredthsIn: 1000, widthHundredthsIn: 800, heightHundredthsIn: 200 };
const measured = { itemId: 'ITEM1', category: 'home', hazmat: false, dimensions, weightThousandthsLb: 1500 };
const bare = { itemId: 'ITEM1', category: 'home', hazmat: false };

describe('net proceeds', () => {
  it('are listing price plus shipping minus the fees that the fee endpoints estimate', () => {
    const plans = [undefined, 'Professional', 'Individual'] as const;
    for (const plan of plans) {
      for (const channel of ['FS', 'SELLER'] as const) {
        const estimate = estimateFees({
          schedule,
          item: measured,
          sellerPlan: plan ?? 'Professional',
          listingPriceMinor: 2299,
          shippingMinor: 499,
          isStoreFulfilled: channel === 'FS',
          atMs: NOW,
        });
        assert.ok(!isEstimateFailure(estimate));
        assert.ok(estimate.totalMinor > 0);
        assert.deepEqual(netProceeds(fees, { item: measured, plan, channel }, 2299, 499), {
          netMinor: 2299 + 499 - estimate.totalMinor,
          feesMinor: estimate.totalMinor,
        });
      }
    }
  });

  it('of 22.99 + 0.00 in home, shipped by the seller, are 19.54: the referral fee is 3.45', () => {
    const unit: OfferedUnit = { item: bare, channel: 'SELLER' };
    assert.deepEqual(netProceeds(fees, unit, 2299, 0), { netMinor: 1954, feesMinor: 345 });
  });

  it('are negative where the fees exceed the price', () => {
    const result = netProceeds(fees, { item: measured, channel: 'FS' }, 1, 0);
    assert.ok('netMinor' in result && result.netMinor < 0, JSON.stringify(result));
  });

  it('have a reason in place of a figure where FS ships an item without measures', () => {
    const result = netProceeds(fees, { item: bare, channel: 'FS' }, 2299, 0);
    assert.ok('reasons' in result);
    assert.deepEqual(result.reasons, [
      'The catalogue has no dimensions of ITEM1.',
      'The catalogue has no weight of ITEM1.',
    ]);
  });

  it('have a reason in place of a figure where no schedule of the marketplace is in force', () => {
    const before = feesInForce([later, elsewhere, schedule], schedule.marketplaceId, Date.UTC(2025, 0));
    const result = netProceeds(before, { item: bare, channel: 'SELLER' }, 2299, 0);
    assert.ok('reasons' in result);
    assert.deepEqual(result.reasons, [`No fee schedule of ${schedule.marketplaceId} is in force.`]);
  });
});
