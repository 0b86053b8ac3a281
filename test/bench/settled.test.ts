// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Measurement } from '../../bench/requests/measure.ts';
import { rowResult } from '../../bench/requests/row-result.ts';
import { isEnough, isSettled, MIN_ROUNDS, ratiosOf, roundsWithin } from '../../bench/requests/settled.ts';
import { TimeBudget } from '../../bench/requests/time-budget.ts';

const measured = (cpuMicros: number, requestsPerSecond = 1e6 / cpuMicros): Measurement => ({
  ...{ cpuMicros, storeCpuMicros: 0, requestsPerSecond },
  ...{ p50Ms: cpuMicros / 1_000, p99Ms: cpuMicros / 100 },
});

/** The limit takes 50 µs in every round. */
const limitOf = (own: readonly Measurement[]) => own.map(() => measured(50));

describe('a row is measured', () => {
  it('until the intervals of both ratios are at most 5 %', () => {
    const steady = [100, 101, 99, 100].map((cpu) => measured(cpu));
    assert.equal(isEnough(steady, limitOf(steady)), true);
    const noisy = [100, 130, 80, 100].map((cpu) => measured(cpu));
    assert.equal(isEnough(noisy, limitOf(noisy)), false);
  });

  it('further while only the throughput is unsettled', () => {
    const own = [1_000, 2_000, 500, 1_000].map((throughput) => measured(100, throughput));
    assert.equal(isEnough(own, limitOf(own)), false);
  });

  it('four times at least, however well the first rounds agree', () => {
    const own = Array.from({ length: MIN_ROUNDS }, () => measured(100));
    assert.equal(isEnough(own.slice(1), limitOf(own.slice(1))), false);
    assert.equal(isEnough(own, limitOf(own)), true);
  });

  it('is never settled when a round has no figure', () => {
    const own = [0, 100, 100, 100].map((cpu) => measured(cpu, 1_000));
    assert.equal(isSettled(ratiosOf(own, limitOf(own)).byCpu), false);
  });
});

describe('the result of a row', () => {
  it('has means whose quotients are its ratios', () => {
    const own = [90, 100, 120, 110].map((cpu) => measured(cpu));
    const limit = [50, 60, 55, 52].map((cpu) => measured(cpu));
    const { cpuMicros, limitCpuMicros, byCpu, byThroughput, rounds } = rowResult('fees', own, limit);
    assert.equal(byCpu.ratio.toFixed(2), (limitCpuMicros / cpuMicros).toFixed(2));
    assert.equal(byThroughput.ratio, byCpu.ratio);
    assert.equal(rounds, 4);
  });

  it('has the processor time of the database server where there is one', () => {
    const own = [90, 100].map((cpu) => ({ ...measured(cpu), storeCpuMicros: 40 }));
    assert.equal(rowResult('fees', own, limitOf(own)).storeCpuMicros, 40);
    assert.equal('storeCpuMicros' in rowResult('fees', limitOf(own), limitOf(own)), false);
  });
});

describe('the rounds that the time allows', () => {
  // A round of the service and of its limit, each with a second of load before: 6 s.
  const pace = { rounds: 12, seconds: 2, warmUpSeconds: 10 };

  it('are the maximum while there is enough', () => {
    assert.equal(roundsWithin(pace, { secondsLeft: 10_000, rowsLeft: 10 }), 12);
  });

  it('are an equal share of what is left', () => {
    assert.equal(roundsWithin(pace, { secondsLeft: 10 * (10 + 6 * 6), rowsLeft: 10 }), 6);
  });

  it('are never fewer than the minimum', () => {
    assert.equal(roundsWithin(pace, { secondsLeft: -100, rowsLeft: 3 }), MIN_ROUNDS);
  });

  it('grow for the rows after one that took less than its share, or failed', async () => {
    const budget = new TimeBudget(pace, { seconds: 2 * (10 + 5 * 6), rows: 2 });
    const failing = budget.spend(({ rounds }) => Promise.reject(new Error(String(rounds))));
    await assert.rejects(failing, /^Error: 5$/);
    assert.equal(await budget.spend(async ({ rounds }) => rounds), 11);
  });
});
