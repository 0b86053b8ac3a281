import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DAY_MS } from '../../../src/domain/duration.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { item, marketplace, offer, seller } from '../../harness/market-records.ts';
import { applyRecords } from './apply-records.ts';
import { openPricing, type PricingApp } from './pricing-app.ts';

const START = Date.UTC(2026, 8, 1);
const dayAfterStart = (days: number) => START + days * DAY_MS;

type Reference = Record<'name' | 'since' | 'until' | 'observedSince', string> & {
  price: { Amount: number };
  condition?: string;
  CustomerType?: string;
  offerType?: string;
  days?: number;
};

withEnginesInTorture('reference prices from history', (engine) => {
  let pricing: PricingApp;
  before(async () => {
    pricing = await openPricing(engine, START);
    await applyRecords(pricing, [marketplace, seller, item, { ...item, itemId: 'NEVER' }]);
  });
  after(() => pricing.close());

  /** The prices from history of an item, `name box` -> the rest. */
  const observed = async (storeItemId = 'I1') => {
    const requests = [{ marketplaceId: 'M1', storeItemId, includedData: ['referencePrices'] }];
    const answer = await pricing.post('S1', '/items/competitiveSummary', { requests });
    const [{ body }] = answer.json().responses as [{ body: { referencePrices: Reference[] } }];
    return Object.fromEntries(
      body.referencePrices.map(({ name, condition, CustomerType, offerType, price, ...times }) => {
        return [[name, condition, CustomerType, offerType].join(' '), { ...times, amount: price.Amount }];
      }),
    );
  };
  const changeAt = async (days: number, more: object) => {
    pricing.clock.now = dayAfterStart(days);
    await applyRecords(pricing, [offer('SKU1', more)]);
  };
  const time = (days: number) => new Date(dayAfterStart(days)).toISOString();

  test('200 covers what is observed and never calls less than 30 days "30 days"', async () => {
    assert.deepEqual(await observed(), {});
    await changeAt(0, { listingPrice: 20 });
    await changeAt(1, { listingPrice: 8, shipping: 2 });
    pricing.clock.now = dayAfterStart(3);
    const times = { since: time(0), until: time(3), observedSince: time(0) };
    // A day at 20.00, two at 10.00. Businesses see the same, as the item has no business terms.
    assert.deepEqual(await observed(), {
      'LowestBuyBoxPrice New Consumer B2C': { ...times, amount: 10 },
      'AverageBuyBoxPrice New Consumer B2C': { ...times, amount: 13.33 },
      'LowestBuyBoxPrice New Business B2C': { ...times, amount: 10 },
      'AverageBuyBoxPrice New Business B2C': { ...times, amount: 13.33 },
    });

    // Nobody holds the buy box for a week: that time does not count.
    await changeAt(3, { active: false });
    await changeAt(10, { listingPrice: 30 });
    const average = async () => (await observed())['AverageBuyBoxPrice New Consumer B2C'];
    assert.equal((await average())?.amount, 13.33);
    pricing.clock.now = dayAfterStart(30) - 1;
    assert.equal((await average())?.days, undefined);

    pricing.clock.now = dayAfterStart(30);
    const whole = { days: 30, since: time(0), until: time(30), observedSince: time(0) };
    assert.deepEqual(await average(), { ...whole, amount: amountOf([1, 20], [2, 10], [20, 30]) });
    pricing.clock.now = dayAfterStart(31.5);
    const moved = { days: 30, since: time(1), until: time(31.5), observedSince: time(0) };
    assert.deepEqual(await average(), { ...moved, amount: amountOf([2, 10], [21.5, 30]) });
    pricing.clock.now = dayAfterStart(40);
    const { 'LowestBuyBoxPrice New Consumer B2C': lowest } = await observed();
    assert.deepEqual(lowest, { days: 30, since: time(10), until: time(40), observedSince: time(0), amount: 30 });
  });

  test('200 has each condition and both boxes of business customers, at the prices that they see', async () => {
    await changeAt(50, { listingPrice: 30, businessPrice: 25 });
    await applyRecords(pricing, [
      offer('SKU2', { listingPrice: 27, shipping: 1.5 }),
      offer('SKU3', { listingPrice: 9, condition: 'Used', subCondition: 'Good' }),
    ]);
    pricing.clock.now = dayAfterStart(51);
    const prices = Object.entries(await observed()).filter(([name]) => name.startsWith('Lowest'));
    assert.deepEqual(Object.fromEntries(prices.map(([name, { amount }]) => [name.slice(18), amount])), {
      'New Consumer B2C': 28.5,
      'New Business B2B': 25,
      'New Business B2C': 28.5,
      'Used Consumer B2C': 9,
      'Used Business B2C': 9,
    });
    assert.deepEqual(await observed('NEVER'), {});
  });
});

/** The average of prices, each over some days, in cents. */
function amountOf(...parts: [days: number, amount: number][]): number {
  const days = parts.reduce((sum, [one]) => sum + one, 0);
  const sum = parts.reduce((all, [one, amount]) => all + one * amount, 0);
  return Math.round((sum / days) * 100) / 100;
}
