import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isLoosening,
  type ListingLimits,
  limitsAfter,
  sameLimits,
  type WantedLimits,
} from '../../../src/domain/price-changes/limits.ts';

const before: ListingLimits = { minimumPriceMinor: 1000, maximumPriceMinor: 2000, minimumNetMinor: 500 };

describe('a change of limits', () => {
  const rows: [title: string, before: ListingLimits, wanted: WantedLimits, loosens: boolean][] = [
    ['the same limits do not loosen', before, before, false],
    ['first limits do not loosen', {}, before, false],
    ['a higher minimum price does not loosen', before, { ...before, minimumPriceMinor: 1001 }, false],
    ['a lower minimum price loosens', before, { ...before, minimumPriceMinor: 999 }, true],
    ['a removed minimum price loosens', before, { ...before, minimumPriceMinor: undefined }, true],
    ['a lower maximum price does not loosen', before, { ...before, maximumPriceMinor: 1999 }, false],
    ['a higher maximum price loosens', before, { ...before, maximumPriceMinor: 2001 }, true],
    ['a removed maximum price loosens', before, { ...before, maximumPriceMinor: undefined }, true],
    ['a higher minimum net does not loosen', before, { ...before, minimumNetMinor: 501 }, false],
    ['a lower minimum net loosens', before, { ...before, minimumNetMinor: 499 }, true],
    ['a removed minimum net loosens', before, { ...before, minimumNetMinor: undefined }, true],
    ['a minimum of zero is a limit', { minimumPriceMinor: 0 }, {}, true],
    [
      'one tightened and one loosened limit loosen',
      before,
      { ...before, minimumPriceMinor: 1500, maximumPriceMinor: 9999 },
      true,
    ],
    ['a first cost needs the same right', before, { ...before, costMinor: 300 }, true],
    ['the present cost needs it, too', { ...before, costMinor: 300 }, { ...before, costMinor: 300 }, true],
    ['a removed cost needs it, too', { ...before, costMinor: 300 }, { ...before, costMinor: null }, true],
    ['a cost that is not named stays', { ...before, costMinor: 300 }, before, false],
  ];
  for (const [title, from, wanted, loosens] of rows) it(title, () => assert.equal(isLoosening(from, wanted), loosens));

  it('replaces the limits and keeps the cost, unless it names one', () => {
    const stored = { ...before, costMinor: 300 };
    assert.ok(sameLimits(limitsAfter(stored, { minimumPriceMinor: 1 }), { minimumPriceMinor: 1, costMinor: 300 }));
    assert.ok(sameLimits(limitsAfter(stored, { costMinor: 0 }), { costMinor: 0 }));
    assert.ok(sameLimits(limitsAfter(stored, { costMinor: null }), {}));
    assert.ok(!sameLimits(stored, before));
  });
});
