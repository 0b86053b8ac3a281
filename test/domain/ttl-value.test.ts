import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TtlValue } from '../../src/domain/ttl-value.ts';

describe('what is remembered', () => {
  test('is asked for once by all who want it, and again when its time is up', async () => {
    let now = 0;
    let loads = 0;
    const thing = new TtlValue(
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

  /** Loads that end when they are told to, in whatever order. */
  function slowly() {
    const loads: PromiseWithResolvers<string>[] = [];
    const thing = new TtlValue(
      () => {
        const load = Promise.withResolvers<string>();
        loads.push(load);
        return load.promise;
      },
      1_000,
      () => 0,
    );
    return { thing, loads };
  }

  test('is not what was being loaded when it was forgotten', async () => {
    const { thing, loads } = slowly();
    const before = thing.get();
    thing.forget();
    loads[0]?.resolve('old');
    assert.equal(await before, 'old');
    const after = thing.get();
    loads[1]?.resolve('new');
    assert.equal(await after, 'new');
    assert.equal(loads.length, 2);
  });

  test('is the later load, even when the earlier one ends last', async () => {
    const { thing, loads } = slowly();
    const before = thing.get();
    thing.forget();
    const after = thing.get();
    loads[1]?.resolve('new');
    assert.equal(await after, 'new');
    loads[0]?.resolve('old');
    assert.equal(await before, 'old');
    assert.equal(await thing.get(), 'new');
  });

  test('is not a failure', async () => {
    let fails = true;
    const thing = new TtlValue(
      () => (fails ? Promise.reject(new Error('down')) : Promise.resolve(1)),
      1_000,
      () => 0,
    );
    await assert.rejects(async () => thing.get(), /down/);
    fails = false;
    assert.equal(await thing.get(), 1);
  });
});
