import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { defaultFeeSchedule } from '../../../src/cli/fee-schedules/default.ts';
import { HOUR_MS } from '../../../src/domain/duration.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { item, marketplace, offer, seller } from '../../harness/market-records.ts';
import { applyRecords } from './apply-records.ts';
import { openPricing, type PricingApp, payloadOf } from './pricing-app.ts';
import { NOW } from './worked-market.ts';

const M1 = { MarketplaceId: 'M1' };

withEnginesInTorture('pricing answers for a clock that is set back', (engine) => {
  let pricing: PricingApp;
  before(async () => {
    pricing = await openPricing(engine, NOW);
    const rival = { ...seller, sellerId: 'S2' };
    const start = { listingPrice: 10, startTime: new Date(NOW + HOUR_MS).toISOString() };
    const fees = { ...defaultFeeSchedule(), marketplaceId: 'M1' };
    await applyRecords(pricing, [marketplace, fees, seller, rival, item, offer('A', start)]);
    await applyRecords(pricing, [{ ...offer('B'), sellerId: 'S2' }]);
  });
  after(() => pricing.close());

  /** What four endpoints say about the offer that has started, or has not. */
  async function said(): Promise<unknown[]> {
    const whatIf = { ...M1, strategy: { type: 'match' }, SellerSKUs: ['A'] };
    const requests = [{ marketplaceId: 'M1', sku: 'A' }];
    const expected = await pricing.post('S1', '/offer/featuredOfferExpectedPrice', { requests });
    return [
      payloadOf(await pricing.get('S1', '/listings/A/buyBox', M1)),
      payloadOf(await pricing.get('S1', '/listings', M1)),
      payloadOf(await pricing.post('S1', '/whatIf', whatIf, '/products/pricing/v4')),
      expected.json().responses[0].body,
    ];
  }

  test('200 a listing stands as the decision about its item says, in every answer (decision 23)', async () => {
    const soon = await said();
    pricing.clock.now = NOW + HOUR_MS;
    const started = await said();
    for (const [n, one] of soon.entries()) assert.notDeepEqual(started[n], one);
    pricing.clock.now = NOW + HOUR_MS - 300;
    assert.deepEqual(await said(), started);
  });
});
