import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '../../src/domain/duration.ts';
import { DURATION_BOUNDS_MS, DURATION_BUCKETS, durationBucket, quantileMs } from '../../src/domain/usage/durations.ts';
import { type CountedSpan, coverageOf } from '../../src/domain/usage/gaps.ts';

const M = MINUTE_MS;

test('a duration is in the first bucket whose bound it does not exceed, and a longer one in the last', () => {
  assert.deepEqual([0, 1, 1.01, 2, 5, 9_999, 10_000, 10_001].map(durationBucket), [0, 0, 1, 1, 2, 12, 12, 13]);
  assert.equal(durationBucket(10_001), DURATION_BUCKETS - 1);
});

test('a quantile is within the bucket of the request that it names', () => {
  const counts = Array<number>(DURATION_BUCKETS).fill(0);
  assert.equal(quantileMs(counts, 0.5), undefined);
  counts[2] = 10;
  assert.deepEqual([quantileMs(counts, 0.5), quantileMs(counts, 1)], [3.5, 5]);
  counts[13] = 10;
  assert.deepEqual([quantileMs(counts, 0.5), quantileMs(counts, 0.95)], [5, DURATION_BOUNDS_MS.at(-1)]);
});

const span = (from: number, until: number, ended: number | null = until): CountedSpan => ({
  fromMs: from * M,
  untilMs: until * M,
  endedMs: ended === null ? null : ended * M,
});
const gapsOf = (spans: CountedSpan[], range: [number, number], now: number) => {
  const { gaps, untilMs } = coverageOf(spans, { fromMs: range[0] * M, toMs: range[1] * M }, now * M);
  return [...gaps.map(({ fromMs, toMs, counted }) => [fromMs / M, toMs / M, counted]), untilMs / M];
};

const cases: readonly [string, CountedSpan[], [number, number], number, unknown[]][] = [
  ['nobody ever counted', [], [0, 10], 20, [[0, 10, 'none'], 10]],
  ['one process counted all of it', [span(0, 30)], [5, 10], 40, [10]],
  ['a process that runs has written until a moment ago', [span(0, 9.9, null)], [5, 11], 10, [9.9]],
  ['one of two that run is behind', [span(0, 9.9, null), span(0, 9.5, null)], [5, 11], 10, [9.5]],
  ['a stop and a start later', [span(0, 6), span(8, 20)], [5, 10], 40, [[6, 8, 'none'], 10]],
  ['one process is replaced by another', [span(0, 6), span(5.9, 20)], [5, 10], 40, [10]],
  ['the only process was killed', [span(0, 6, null)], [5, 10], 40, [[6, 10, 'none'], 10]],
  [
    'one of two was killed: what it had not written is missing',
    [span(0, 6, null), span(0, 20)],
    [5, 10],
    40,
    [[6, 7, 'part'], 10],
  ],
  [
    'the only process was killed, and started again at once',
    [span(0, 6, null), span(6.2, 20)],
    [5, 10],
    40,
    [[6, 6.2, 'none'], [6.2, 7, 'part'], 10],
  ],
  [
    'a process could not write for long and dropped counts',
    [span(0, 6, 8), span(8, 20), span(0, 20)],
    [5, 10],
    40,
    [[6, 8, 'part'], 10],
  ],
  [
    'two were killed at nearly the same time',
    [span(0, 6, null), span(0, 6.5, null), span(0, 20)],
    [5, 10],
    40,
    [[6, 7.5, 'part'], 10],
  ],
];

for (const [title, spans, range, now, expected] of cases)
  test(`gaps: ${title}`, () => assert.deepEqual(gapsOf(spans, range, now), expected));
