// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { trendOf } from '../../bench/soak/trends.ts';

const BOUND = { share: 0.05, amount: 2 };
const seriesOf = (count: number, valueAt: (n: number) => number) => ({
  name: 'heap',
  points: Array.from({ length: count }, (_, n) => ({ atMs: n * 1_000, value: valueAt(n) })),
});

describe('the trend of a series', () => {
  it('grows when it rises by more than the bound, also with outliers', () => {
    const trend = trendOf(
      seriesOf(100, (n) => 100 + n / 2 + (n % 9 === 0 ? 400 : 0)),
      BOUND,
    );
    assert.equal(trend?.isGrowing, true);
    assert.ok(Math.abs((trend?.growth ?? 0) - 29.5) < 1, String(trend?.growth));
  });

  it('does not grow when it swings, when it grew only at the start, or when it rises by less than the bound', () => {
    for (const valueAt of [
      (n: number) => 250 + 50 * Math.sin(n / 3),
      (n: number) => 100 + Math.min(n, 30) * 5,
      (n: number) => 100 + n / 100,
    ])
      assert.equal(trendOf(seriesOf(100, valueAt), BOUND)?.isGrowing, false);
  });

  it('has the first points, too, when they are as warm as the others', () => {
    const grownAtStart = seriesOf(100, (n) => 100 + Math.min(n, 30) * 5);
    assert.equal(trendOf(grownAtStart, BOUND)?.growth, 0);
    assert.equal(
      trendOf({ ...grownAtStart, points: grownAtStart.points.slice(0, 30), isWarm: true }, BOUND)?.growth,
      145,
    );
  });

  it('is unknown of a process that lived too shortly', () => {
    assert.equal(
      trendOf(
        seriesOf(10, (n) => n * 1_000),
        BOUND,
      ),
      undefined,
    );
  });
});
