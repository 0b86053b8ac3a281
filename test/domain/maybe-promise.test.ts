import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { andThen, inTurn } from '../../src/domain/maybe-promise.ts';

describe('what is there already, or will be', () => {
  test('goes on at once, or later', async () => {
    assert.equal(
      andThen(1, (one) => one + 1),
      2,
    );
    assert.equal(await andThen(Promise.resolve(1), (one) => one + 1), 2);
  });

  test('in turn: at once when all are there', () => {
    assert.deepEqual(
      inTurn([1, 2, 3], (one) => one * 2),
      [2, 4, 6],
    );
  });

  test('in turn: in order and never two at a time, whichever of them must be waited for', async () => {
    let running = 0;
    const work = (one: number) => {
      assert.equal(running, 0);
      if (one % 2 === 0) return one * 2;
      running += 1;
      return new Promise<number>((resolve) => setImmediate(resolve, one * 2)).finally(() => (running -= 1));
    };
    assert.deepEqual(await inTurn([1, 2, 3, 4, 5], work), [2, 4, 6, 8, 10]);
  });

  test('in turn: the first failure ends it', async () => {
    const asked: number[] = [];
    const work = (one: number) => {
      asked.push(one);
      return one === 2 ? Promise.reject(new Error('two')) : Promise.resolve(one);
    };
    await assert.rejects(async () => inTurn([1, 2, 3], work), /two/);
    assert.deepEqual(asked, [1, 2]);
  });
});
