// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { geometricMeanOf, pairedDifference, pairedRatio } from '../../bench/compare/statistics.ts';

const near = (actual: number, expected: number) => assert.ok(Math.abs(actual - expected) < 0.01, `${actual}`);

describe('the difference of paired measurements', () => {
  it('is the mean ratio', () => {
    const { percent, low, high } = pairedDifference([100, 200, 50], [110, 220, 55]);
    for (const value of [percent, low, high]) near(value, 10);
  });

  it('has the bounds of a t interval on the logarithms', () => {
    // Logarithms -0.1, 0 and 0.1: mean 0, standard error 0.1 / sqrt(3), t(2) = 4.303.
    const { percent, low, high } = pairedDifference([1, 1, 1], [Math.exp(-0.1), 1, Math.exp(0.1)]);
    const margin = (4.303 * 0.1) / Math.sqrt(3);
    near(percent, 0);
    near(low, (Math.exp(-margin) - 1) * 100);
    near(high, (Math.exp(margin) - 1) * 100);
  });

  it('ignores a drift of the machine that affects both alike', () => {
    const { low, high } = pairedDifference([100, 150, 300], [101, 151.5, 303]);
    near(low, 1);
    near(high, 1);
  });

  it('has wider bounds with fewer rounds', () => {
    const widthOf = (rounds: number) => {
      const values = Array.from({ length: rounds }, (_, n) => (n % 2 === 0 ? 1 : 1.1));
      const { low, high } = pairedDifference(
        values.map(() => 1),
        values,
      );
      return high - low;
    };
    assert.ok(widthOf(2) > widthOf(4));
    assert.ok(widthOf(4) > widthOf(40));
  });

  it('needs two rounds at least', () => {
    assert.throws(() => pairedDifference([1], [1]), /two rounds/);
  });
});

describe('the ratio of paired measurements', () => {
  it('has the same interval as their difference, in percent of itself', () => {
    const [baseline, values] = [
      [100, 120, 90],
      [50, 66, 43],
    ];
    const { ratio, marginPercent } = pairedRatio(baseline, values);
    const { percent, high } = pairedDifference(baseline, values);
    near(ratio, 1 + percent / 100);
    near(ratio * (1 + marginPercent / 100), 1 + high / 100);
  });

  it('is the quotient of the geometric means', () => {
    near(pairedRatio([1, 4], [3, 3]).ratio, geometricMeanOf([3, 3]) / geometricMeanOf([1, 4]));
  });
});
