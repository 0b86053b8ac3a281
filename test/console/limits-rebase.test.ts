import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { foreignChanges, rebased } from '../../console/price-changes/limits/many/rebased-limits.ts';
import { NO_LIMITS } from '../../console/price-changes/limits/typed-limits.ts';

const limits = (MinimumPrice: string, MaximumPrice = '') => ({ ...NO_LIMITS, MinimumPrice, MaximumPrice });
const before = new Map([
  ['A', limits('20.00', '35.00')],
  ['B', limits('5.00')],
]);

describe('limits that somebody else saves while others are typed', () => {
  it('keep what was typed in the fields that were touched, and follow in all others', () => {
    const typed = new Map([['A', limits('22', '35')]]);
    const now = new Map([['A', limits('21.00', '40.00')]]);
    assert.deepEqual([...rebased(typed, before, now, 'USD')], [['A', limits('22', '40.00')]]);
  });

  it('are told with both values, only for listings that are saved', () => {
    const now = new Map([
      ['A', limits('21.00')],
      ['C', limits('1.00')],
    ]);
    assert.deepEqual(foreignChanges(['A', 'C'], before, now, 'USD'), [
      { sku: 'A', text: 'Never below 20.00 → 21.00, Never above 35.00 → none' },
      { sku: 'C', text: 'Never below none → 1.00' },
    ]);
    assert.deepEqual(foreignChanges(['B'], before, new Map([['B', limits('5')]]), 'USD'), []);
  });
});
