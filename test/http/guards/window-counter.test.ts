import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { WindowCounter } from '../../../src/http/guards/window-counter.ts';

/** Counts one request, as a limit does, and returns how many are left. */
function take(counter: WindowCounter, key: string, now: number): number {
  const window = counter.at(key, now);
  window.left -= 1;
  return window.left;
}

describe('a window counter', () => {
  test('counts each key separately, from its first request', () => {
    const counter = new WindowCounter({ requests: 3, seconds: 10 });
    assert.deepEqual(counter.at('a', 500), { left: 3, endsAt: 10_500 });
    assert.deepEqual([take(counter, 'a', 600), take(counter, 'a', 700), take(counter, 'b', 900)], [2, 1, 2]);
    assert.deepEqual(counter.at('a', 9_000), { left: 1, endsAt: 10_500 });
    assert.deepEqual(counter.at('b', 9_000), { left: 2, endsAt: 10_900 });
  });

  test('opens a new window with the first request after the end', () => {
    const counter = new WindowCounter({ requests: 2, seconds: 1 });
    take(counter, 'a', 0);
    take(counter, 'a', 0);
    assert.equal(counter.at('a', 999.9).left, 0);
    assert.deepEqual(counter.at('a', 1_000), { left: 2, endsAt: 2_000 });
    take(counter, 'a', 1_500);
    assert.deepEqual(counter.at('a', 1_999), { left: 1, endsAt: 2_000 });
    assert.deepEqual(counter.at('a', 7_000), { left: 2, endsAt: 8_000 });
  });

  test('evicts few ended windows at once, and only ended ones, when other keys open theirs', () => {
    const counter = new WindowCounter({ requests: 2, seconds: 1 });
    const keysOf = (name: string) => Array.from({ length: 10_000 }, (_, n) => `${name}-${n}`);
    for (const key of keysOf('early')) take(counter, key, 0);
    for (const key of keysOf('late')) take(counter, key, 500);
    // Before its end, a window that is still stored is the old one; an evicted one is new.
    const leftOf = (name: string) => new Set(keysOf(name).map((key) => counter.at(key, 999).left));
    counter.at('next', 1_000);
    assert.equal(counter.at('early-100', 999).left, 1, 'one request does not evict 10,000 windows');
    for (let n = 0; n < 1_000; n += 1) counter.at(`next-${n}`, 1_000);
    assert.deepEqual(leftOf('late'), new Set([1]));
    assert.deepEqual(leftOf('early'), new Set([2]));
  });

  test('evicts ended windows also behind a key that opened a new one', () => {
    const counter = new WindowCounter({ requests: 2, seconds: 1 });
    take(counter, 'again', 0);
    take(counter, 'once', 100);
    take(counter, 'again', 1_050);
    take(counter, 'next', 1_100);
    assert.equal(counter.at('again', 1_100).left, 1);
    assert.equal(counter.at('once', 1_099).left, 2);
  });

  test('takes back one counted request, and never has more left than its size', () => {
    const counter = new WindowCounter({ requests: 2, seconds: 1 });
    take(counter, 'a', 0);
    counter.giveBack('a');
    counter.giveBack('a');
    counter.giveBack('unknown');
    assert.equal(counter.at('a', 1).left, 2);
  });
});
