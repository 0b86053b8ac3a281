// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dailyPrices } from '../../console/pages/listings/daily-prices.ts';
import { boxStep } from './listing-samples.ts';

const history = (Steps: object[]) => ({ status: 'Success' as const, SellerSKU: 'A-1', Steps: Steps as never });
const now = Date.parse('2026-11-16T12:00:00Z');

describe('the sparkline of a listing', () => {
  it('has the price at the end of each day, and today the present one', () => {
    const steps = [
      boxStep('2026-11-13T08:00:00Z', 'A', 10),
      boxStep('2026-11-14T00:00:00Z', 'A', 11),
      boxStep('2026-11-16T09:00:00Z', 'A', 12),
    ];
    assert.deepEqual(dailyPrices(history(steps), 5, now), [undefined, 10, 11, 11, 12]);
  });

  it('has a gap while nobody held the box, and before anything was known', () => {
    const steps = [boxStep('2026-11-14T08:00:00Z', 'A', 10), { at: '2026-11-15T08:00:00Z' }];
    assert.deepEqual(dailyPrices(history(steps), 3, now), [10, undefined, undefined]);
    assert.deepEqual(dailyPrices({ status: 'ClientError', SellerSKU: 'A-1' }, 2, now), [undefined, undefined]);
  });
});
