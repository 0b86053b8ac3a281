// run: without coverage

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { andThen, mapConcurrently } from '../../src/domain/maybe-promise.ts';

describe('a value that may be a promise', () => {
  test('is passed on synchronously, or when its promise resolves', async () => {
    assert.equal(
      andThen(1, (one) => one + 1),
      2,
    );
    assert.equal(await andThen(Promise.resolve(1), (one) => one + 1), 2);
  });

  test('maps values synchronously while every result is there', () => {
    assert.deepEqual(
      mapConcurrently([1, 2, 3], 4, (one) => one * 2),
      [2, 4, 6],
    );
  });

  for (const limit of [1, 3]) {
    test(`maps values in their order, at most ${limit} in flight`, async () => {
      let inFlight = 0;
      let mostInFlight = 0;
      const work = (one: number) => {
        if (one % 4 === 2) return one * 2;
        mostInFlight = Math.max(mostInFlight, ++inFlight);
        return new Promise<number>((resolve) => setTimeout(resolve, one % 3, one * 2)).finally(() => (inFlight -= 1));
      };
      const values = Array.from({ length: 20 }, (_, n) => n);
      assert.deepEqual(
        await mapConcurrently(values, limit, work),
        values.map((one) => one * 2),
      );
      assert.equal(mostInFlight, limit);
    });
  }

  test('starts nothing more after a failure when one value at a time is in flight', async () => {
    const started: number[] = [];
    const work = (one: number) => {
      started.push(one);
      return one === 2 ? Promise.reject(new Error('two')) : Promise.resolve(one);
    };
    await assert.rejects(async () => mapConcurrently([1, 2, 3], 1, work), /two/);
    assert.deepEqual(started, [1, 2]);
  });
});
