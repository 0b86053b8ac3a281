import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { ItemKey } from '../../src/domain/market/item.ts';
import { ItemCache } from '../../src/market/records/item-cache.ts';

describe('the cache of what was read about items', () => {
  const keyOf = (itemId: string): ItemKey => ({ marketplaceId: 'M1', itemId });

  function cacheOf(maxSize = 100) {
    const listeners: ((keys: readonly ItemKey[]) => void)[] = [];
    const state: { foreign: number | undefined } = { foreign: 1 };
    const cache = new ItemCache<string>(
      { onBoards: (listener) => void listeners.push(listener), foreignChanges: () => state.foreign },
      maxSize,
    );
    const announce = (...itemIds: string[]) => {
      for (const listener of listeners) listener(itemIds.map(keyOf));
    };
    /** A read of the store, for each key that is not cached. */
    const read = (key: string, itemId = key, size = 1) => {
      if (cache.get('G', key) === undefined) cache.put('G', key, `about ${key}`, { item: keyOf(itemId), size });
    };
    const cached = (...keys: string[]) => keys.filter((key) => cache.get('G', key) === `about ${key}`).join('');
    return { state, cache, announce, read, cached };
  }

  test('returns a value under its own key, until its item changes', () => {
    const { cache, announce, read, cached } = cacheOf();
    read('a', 'I1');
    read('b', 'I1');
    read('c', 'I2');
    assert.equal(cached('a', 'b', 'c', 'd'), 'abc');
    assert.equal(cache.get('another caller', 'a'), undefined);
    announce('I1', 'I9');
    assert.equal(cached('a', 'b', 'c'), 'c');
    read('a', 'I1');
    assert.equal(cached('a', 'b', 'c'), 'ac', 'read after the change');
  });

  test('drops everything when another process changed the store, also values of the same batch', async () => {
    const { state, read, cached } = cacheOf();
    read('a');
    state.foreign = 2;
    assert.equal(cached('a'), 'a', 'handled in one go');
    await setImmediate();
    assert.equal(cached('a'), '');
    read('b');
    assert.equal(cached('a', 'b'), 'b');
  });

  test('caches nothing where changes by other processes cannot be detected', async () => {
    const { state, read, cached } = cacheOf();
    state.foreign = undefined;
    read('a');
    assert.equal(cached('a'), '');
    await setImmediate();
    state.foreign = 1;
    read('a');
    assert.equal(cached('a'), 'a');
  });

  test('caches nothing that comes after the batch of its request: a change may have come before it', async () => {
    const { cache, cached } = cacheOf();
    assert.equal(cache.get('G', 'a'), undefined);
    await setImmediate();
    cache.put('G', 'a', 'about a', { item: keyOf('a'), size: 1 });
    assert.equal(cached('a'), '');
  });

  test('is bounded, and a full cache takes one of sixteen values in place of the oldest', () => {
    const { read, cached } = cacheOf(3);
    for (const key of ['a', 'b', 'c']) read(key);
    for (let n = 0; n < 15; n += 1) read(`other ${n}`);
    assert.equal(cached('a', 'b', 'c', 'other 14'), 'abc');
    read('d');
    assert.equal(cached('a', 'b', 'c', 'd'), 'bcd');
  });

  test('is empty after changes of very many items, and caches again', () => {
    const { announce, read, cached } = cacheOf();
    read('a');
    announce(...Array.from({ length: 20_001 }, (_, n) => `other ${n}`));
    assert.equal(cached('a'), '');
    read('a');
    assert.equal(cached('a'), 'a');
  });
});
