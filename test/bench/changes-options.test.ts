// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callsIn, planOf, readChangesOptions, stepsOf } from '../../bench/changes/options.ts';
import { MAX_CALLERS } from '../../bench/changes/price-feed.ts';

describe('the options of the bench of changes', () => {
  it('are all engines, sizes, callers and receivers by default', () => {
    assert.deepEqual(readChangesOptions([]), {
      engines: ['sqlite', 'postgres'],
      sizes: [1, 100, 1_000],
      callers: [1, 8],
      receivers: ['none', 'all'],
      rounds: 5,
      calls: undefined,
      items: 8_000,
    });
  });

  it('choose rows', () => {
    const args = [
      '--engine',
      'postgres',
      '--changes',
      '1,20',
      '--callers',
      '8',
      '--receivers',
      'all',
      '--items',
      '160',
    ];
    const { engines, sizes, callers, receivers, items } = readChangesOptions(args);
    assert.deepEqual([engines, sizes, callers, receivers, items], [['postgres'], [1, 20], [8], ['all'], 160]);
  });

  for (const args of [
    ['--engine', 'oracle'],
    ['--changes', '0'],
    ['--callers', '9'],
    ['--receivers', 'some'],
    ['--rounds', '1'],
    ['--changes', '100', '--items', '799'],
  ]) {
    it(`are refused: ${args.join(' ')}`, () => assert.throws(() => readChangesOptions(args)));
  }
});

describe('the calls of a row', () => {
  it('are shared out among its steps, each with calls of all parts of the feed', () => {
    for (const [changes, calls] of [[1], [100], [1_000], [1, 3]] as const) {
      const plan = planOf(changes, { rounds: 3, calls });
      const steps = stepsOf(plan);
      // A warm-up, and in each round a lead-in and a measurement.
      assert.equal(steps.length, 1 + 2 * 3);
      let end = 0;
      for (const [n, [from, until]] of steps.entries()) {
        assert.equal(from, end);
        assert.equal((until - from) % MAX_CALLERS, 0);
        // Only a lead-in may be empty.
        assert.ok(until > from || n % 2 === 1, `step ${n}: ${from} to ${until}`);
        end = until;
      }
      assert.equal(end, callsIn(plan));
    }
  });
});
