import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TtlValue } from '../../src/async/ttl-value.ts';

describe('a TTL value', () => {
  test('is loaded once for concurrent callers, and again when its time to live is over', async () => {
    let now = 0;
    let loads = 0;
    const value = new TtlValue(
      async () => (loads += 1),
      1_000,
      () => now,
    );
    assert.deepEqual(await Promise.all([value.get(), value.get()]), [1, 1]);
    now = 999;
    assert.equal(value.get(), 1, 'synchronously');
    now = 1_000;
    assert.equal(await value.get(), 2);
  });

  /** The test resolves the loads, in any order. */
  function withManualLoads() {
    const loads: PromiseWithResolvers<string>[] = [];
    const value = new TtlValue(
      () => {
        const load = Promise.withResolvers<string>();
        loads.push(load);
        return load.promise;
      },
      1_000,
      () => 0,
    );
    return { value, loads };
  }

  test('does not cache a load that was in flight when it was invalidated', async () => {
    const { value, loads } = withManualLoads();
    const before = value.get();
    value.invalidate();
    loads[0]?.resolve('old');
    assert.equal(await before, 'old');
    const after = value.get();
    loads[1]?.resolve('new');
    assert.equal(await after, 'new');
    assert.equal(loads.length, 2);
  });

  test('caches the later load, even when the earlier one ends last', async () => {
    const { value, loads } = withManualLoads();
    const before = value.get();
    value.invalidate();
    const after = value.get();
    loads[1]?.resolve('new');
    assert.equal(await after, 'new');
    loads[0]?.resolve('old');
    assert.equal(await before, 'old');
    assert.equal(await value.get(), 'new');
  });

  test('does not cache a failure', async () => {
    let fails = true;
    const value = new TtlValue(
      () => (fails ? Promise.reject(new Error('down')) : Promise.resolve(1)),
      1_000,
      () => 0,
    );
    await assert.rejects(async () => value.get(), /down/);
    fails = false;
    assert.equal(await value.get(), 1);
  });
});
