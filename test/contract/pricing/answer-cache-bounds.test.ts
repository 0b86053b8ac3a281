// run: without coverage

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { ItemKey } from '../../../src/domain/market/item.ts';
import { AnswerCache, type ItemAnswer, itemKeyText } from '../../../src/http/routes/pricing/answer-cache.ts';

describe('the cache of answers', () => {
  const board = { version: 1, oldest_reader: null, valid_from: null, valid_until: null };
  const keyOf = (itemId: string): ItemKey => ({ marketplaceId: 'M1', itemId });
  const answerOf = (length: number, itemId = 'I1', until: number | null = null): ItemAnswer => ({
    ...{ text: 'x'.repeat(length), etag: '"tag"', itemKey: itemKeyText(keyOf(itemId)) },
    board: { ...board, valid_until: until },
  });

  function cacheOf(maxCharacters?: number) {
    const listeners: ((keys: readonly ItemKey[]) => void)[] = [];
    const state: { foreign: number | undefined; now: number } = { foreign: 1, now: 0 };
    const cache = new AnswerCache(
      {
        onBoards: (listener) => void listeners.push(listener),
        foreignChanges: () => state.foreign,
        isCurrent: ({ valid_until }) => valid_until === null || state.now < valid_until,
      },
      maxCharacters,
    );
    const announce = (...itemIds: string[]) => {
      for (const listener of listeners) listener(itemIds.map(keyOf));
    };
    const cached = (...keys: string[]) => keys.filter((key) => cache.get(key) !== undefined).join('');
    return { cache, state, announce, cached };
  }

  test('returns an answer under its own key only', () => {
    const { cache, cached } = cacheOf();
    const answer = answerOf(10);
    cache.put('a', answer);
    assert.equal(cache.get('a'), answer);
    assert.equal(cached('a', 'b'), 'a');
  });

  test('checks for changes by other processes again after each batch of requests, even in one event-loop turn', async () => {
    const { cache, state, cached } = cacheOf();
    cache.put('a', answerOf(10));
    state.foreign = 2;
    assert.equal(cached('a'), 'a', 'handled in one go');
    await Promise.resolve();
    assert.equal(cached('a'), '');
  });

  test('caches from the second request on, when it follows soon after the first', () => {
    const { cache } = cacheOf();
    assert.deepEqual(
      ['a', 'b', 'a'].map((key) => cache.isWorthCaching(key)),
      [false, false, true],
    );
    for (let n = 0; n < 20_000; n += 1) cache.isWorthCaching(`other ${n}`);
    assert.equal(cache.isWorthCaching('b'), false);
  });

  test('still answers part of the requests when callers go through more answers than fit, again and again', () => {
    const { cache } = cacheOf(100);
    let hits = 0;
    for (let round = 0; round < 100; round += 1) {
      for (let n = 0; n < 20; n += 1) {
        if (cache.get(`k${n}`)) hits += 1;
        else if (cache.isWorthCaching(`k${n}`)) cache.put(`k${n}`, answerOf(10));
      }
    }
    assert.ok(hits > 600, `${hits} of 2000 requests, of which half would fit`);
  });

  test('counts an answer that is put twice once', () => {
    const { cache, cached, announce } = cacheOf(100);
    cache.put('a', answerOf(50, 'I1'));
    cache.put('a', answerOf(40, 'I2'));
    cache.put('b', answerOf(60));
    assert.equal(cached('a', 'b'), 'ab');
    announce('I2');
    assert.equal(cached('a', 'b'), 'b');
  });

  test('is bounded by characters, and evicts the oldest answer first', () => {
    const { cache, cached } = cacheOf(100);
    for (const key of ['a', 'b']) cache.put(key, answerOf(50));
    assert.equal(cached('b', 'a'), 'ba', 'exactly full is not too full');
    cache.put('c', answerOf(1));
    assert.equal(cached('a', 'b', 'c'), 'ac');
    cache.put('d', answerOf(100));
    assert.equal(cached('a', 'b', 'c', 'd'), 'd');
  });

  test('does not keep an answer that exceeds the bound alone, and works on after it', () => {
    const { cache, cached } = cacheOf(100);
    cache.put('a', answerOf(101));
    assert.equal(cached('a'), '');
    cache.put('b', answerOf(100));
    assert.equal(cached('a', 'b'), 'b');
  });

  test('evicts the least recently used answer once it has been more than half full', () => {
    const { cache, cached } = cacheOf(100);
    for (const key of ['a', 'b', 'c']) cache.put(key, answerOf(30));
    assert.equal(cached('a'), 'a');
    cache.put('d', answerOf(30));
    assert.equal(cached('a', 'b', 'c', 'd'), 'acd');
    assert.equal(cached('c'), 'c');
    cache.put('e', answerOf(60));
    assert.equal(cached('a', 'b', 'c', 'd', 'e'), 'ce');
  });

  test('evicts all answers about an item that changed, only in its marketplace, and frees their characters', () => {
    const { cache, announce, cached } = cacheOf(100);
    for (const key of ['a', 'b']) cache.put(key, answerOf(20, 'I1'));
    cache.put('c', answerOf(20, 'I2'));
    cache.put('d', { ...answerOf(20), itemKey: itemKeyText({ marketplaceId: 'M2', itemId: 'I1' }) });
    announce('I9');
    assert.equal(cached('a', 'b', 'c', 'd'), 'abcd');
    announce('I9', 'I1');
    assert.equal(cached('a', 'b', 'c', 'd'), 'cd');
    cache.put('e', answerOf(60, 'I1'));
    assert.equal(cached('c', 'd', 'e'), 'cde');
    announce('I2', 'I1');
    assert.equal(cached('c', 'd', 'e'), 'd');
  });

  test('evicts an answer whose validity has ended, and frees its characters', () => {
    const { cache, state, cached } = cacheOf(100);
    cache.put('a', answerOf(60, 'I1', 1_000));
    cache.put('b', answerOf(40, 'I1', null));
    state.now = 999;
    assert.equal(cached('a', 'b'), 'ab');
    state.now = 1_000;
    assert.equal(cached('a', 'b'), 'b');
    cache.put('c', answerOf(60));
    assert.equal(cached('a', 'b', 'c'), 'bc');
  });

  test('evicts everything when another process changed the store, and caches again', async () => {
    const { cache, state, cached } = cacheOf(100);
    cache.put('a', answerOf(50, 'I1'));
    cache.put('b', answerOf(50, 'I2'));
    await setImmediate();
    assert.equal(cached('a', 'b'), 'ab');
    await setImmediate();
    state.foreign = 2;
    assert.equal(cached('a', 'b'), '');
    cache.put('c', answerOf(100));
    assert.equal(cached('c'), 'c');
    await setImmediate();
    state.foreign = 1;
    assert.equal(cached('c'), '', 'any other number is a change');
  });

  test('evicts everything before it caches the first answer of a new batch', async () => {
    const { cache, state, cached } = cacheOf();
    cache.put('a', answerOf(10));
    await setImmediate();
    state.foreign = 2;
    cache.put('b', answerOf(10));
    assert.equal(cached('a', 'b'), 'b');
  });

  test('caches nothing while changes by other processes cannot be detected', async () => {
    const { cache, state, cached } = cacheOf();
    state.foreign = undefined;
    cache.put('a', answerOf(10));
    assert.equal(cached('a'), '');
    await setImmediate();
    state.foreign = 1;
    cache.put('a', answerOf(10));
    assert.equal(cached('a'), 'a');
    await setImmediate();
    state.foreign = undefined;
    assert.equal(cached('a'), '');
    cache.put('b', answerOf(10));
    assert.equal(cached('b'), '');
  });
});
