// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allCurves, ownCurveOf } from '../../console/pages/listing/own-prices.ts';
import { curvesOf } from '../../console/pages/listing/price-steps.ts';
import { authorsOf } from '../../console/price-changes/change-authors.ts';
import type { OwnPriceStep, PriceChangeReceipt } from '../../sdk/src/index.ts';
import { boxStep, usd } from './listing-samples.ts';

const HOUR_MS = 3_600_000;
const at = (hour: number) => new Date(hour * HOUR_MS).toISOString();
const priced = (hour: number, price: number, shipping?: number, business?: number): OwnPriceStep => ({
  at: at(hour),
  OwnPrice: { ListingPrice: usd(price), ...(shipping !== undefined && { Shipping: usd(shipping) }) },
  ...(business !== undefined && { BusinessPrice: usd(business) }),
});
const shown = { sinceMs: 2 * HOUR_MS, isBusiness: false, decimals: 2 };
const hours = (seconds: readonly number[]) => seconds.map((second) => second / 3600);

describe('the own price in the history of a listing', () => {
  const steps = [priced(1, 10.1, 0.2), priced(3, 9.1, 0.2), { at: at(4) }, priced(5, 9.1, 0.2), priced(7, 9.1)];

  it('is with shipping, and has gaps where the listing was not on the item or had no shipping charge', () => {
    const { x, prices, changes } = ownCurveOf(steps, shown);
    assert.deepEqual(hours(x), [2, 3, 4, 5, 7]);
    assert.deepEqual(prices, [10.3, 9.3, null, 9.3, null]);
    assert.deepEqual(hours(changes.map((change) => change.at)), [3, 5]);
  });

  it('is the business price in the box of business prices, whose changes alone count there', () => {
    const business = [priced(1, 10, 1, 8), priced(3, 9, 1, 8), priced(4, 9, 1, 7), priced(5, 9, 1)];
    const { prices, changes } = ownCurveOf(business, { ...shown, isBusiness: true });
    assert.deepEqual(prices, [9, 9, 8, null]);
    assert.deepEqual(hours(changes.map((change) => change.at)), [4]);
  });

  it('has a value at each moment at which the box changes, and the box one at each change of the own price', () => {
    const box = curvesOf([boxStep(at(4), 'RIVAL', 8)], { ...shown, sku: 'A-1', nowMs: 8 * HOUR_MS }, String);
    const all = allCurves(box, ownCurveOf(steps, shown), 8 * HOUR_MS);
    assert.deepEqual(hours(all.x), [2, 3, 4, 5, 7, 8]);
    assert.deepEqual(all.ownPrices, [10.3, 9.3, null, 9.3, null, null]);
    assert.deepEqual(all.boxPrices, [null, null, 8, 8, 8, 8]);
    assert.deepEqual(all.holders, ['', '', 'RIVAL', 'RIVAL', 'RIVAL', 'RIVAL']);
    assert.deepEqual(
      allCurves(box, ownCurveOf([], shown), 8 * HOUR_MS).x,
      box.x,
      'nothing is added where none is known',
    );
  });
});

describe('the author of a change of the own price', () => {
  const receipt = (kind: string, created: number, settled: number, price: number, more: object = {}) =>
    ({
      ...{ State: 'APPLIED', CreatedTime: at(created), SettledTime: at(settled), ChangedBy: { Kind: kind } },
      TermsAfter: { ListingPrice: usd(price), Shipping: usd(0), quantityDiscountPrices: [] },
      ...more,
    }) as unknown as PriceChangeReceipt;
  const changes = (...given: [hour: number, price: number][]) =>
    given.map(([hour, price]) => ({ at: hour * 3600, step: priced(hour, price, 0) }));

  it('is that of the receipt with the same terms, asked for before and settled after; others are the operator\u2019s', () => {
    const receipts = [
      receipt('member', 6, 6, 7),
      receipt('application', 4, 5, 8),
      receipt('member', 3, 3, 9, { State: 'REJECTED' }),
      receipt('application', 1, 1, 12, { State: 'OVERRIDDEN' }),
    ];
    const known = authorsOf(changes([1, 12], [3, 9], [5, 8], [6, 7], [7, 8]), receipts);
    assert.deepEqual(known, ['application', 'operator', 'application', 'member', 'operator']);
  });

  it('is not known where the receipts do not reach back so far, or there are none', () => {
    assert.deepEqual(authorsOf(changes([2, 9], [5, 8]), [receipt('member', 5, 5, 8)]), [undefined, 'member']);
    assert.deepEqual(authorsOf(changes([2, 9]), []), [undefined]);
  });
});
