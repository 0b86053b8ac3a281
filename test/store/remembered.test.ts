import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Remembered } from '../../src/store/remembered.ts';

describe('what is remembered', () => {
  test('is asked for once by all who want it, and again when its time is up', async () => {
    let now = 0;
    let loads = 0;
    const thing = new Remembered(
      async () => (loads += 1),
      1_000,
      () => now,
    );
    assert.deepEqual(await Promise.all([thing.get(), thing.get()]), [1, 1]);
    now = 999;
    assert.equal(thing.get(), 1, 'at once');
    now = 1_000;
    assert.equal(await thing.get(), 2);
  });

  test('is not what was being loaded when it was forgotten', async () => {
    const answers = ['old', 'new'];
    const gate = Promise.withResolvers<void>();
    const thing = new Remembered(
      async () => {
        const answer = answers.shift();
        await gate.promise;
        return answer;
      },
      1_000,
      () => 0,
    );
    const before = thing.get();
    thing.forget();
    const after = thing.get();
    gate.resolve();
    assert.deepEqual([await before, await after, await thing.get()], ['old', 'new', 'new']);
  });

  test('is not a failure', async () => {
    let fails = true;
    const thing = new Remembered(
      () => (fails ? Promise.reject(new Error('down')) : Promise.resolve(1)),
      1_000,
      () => 0,
    );
    await assert.rejects(async () => thing.get(), /down/);
    fails = false;
    assert.equal(await thing.get(), 1);
  });
});
