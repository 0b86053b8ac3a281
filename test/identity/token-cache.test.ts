import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { Caller } from '../../src/domain/authorization/rights.ts';
import { MINUTE_MS } from '../../src/domain/duration.ts';
import { TokenCache } from '../../src/identity/token-cache.ts';

const caller: Caller = { clientId: 'app', grant: 'own', sellerId: 'S1', rights: new Set() };

describe('tokens in memory', () => {
  let nowMs: number;
  /** The tokens that were introspected, and the address that each was introspected for. */
  let asked: [token: string, address: string | undefined][];
  let cache: TokenCache;
  beforeEach(() => {
    nowMs = 1_000;
    asked = [];
    cache = new TokenCache(
      { positiveMs: 30_000, negativeMs: 5_000, size: 10_000 },
      () => nowMs,
      async (token, address) => {
        asked.push([token, address]);
        if (token.startsWith('made-up')) return undefined;
        return { caller, lifetimeMs: token.startsWith('short') ? 40_000 : Number.POSITIVE_INFINITY };
      },
    );
  });

  test('that were good are known for 15 minutes more, and introspected again for nobody in particular', async () => {
    await cache.callerOf('good', 'address');
    nowMs += 10 * MINUTE_MS;
    assert.equal(cache.goodCaller('good'), undefined, 'its time is over');
    assert.deepEqual([cache.has('good'), cache.provenCaller('good')], [true, caller]);
    assert.equal(await cache.callerOf('good', 'address'), caller);
    nowMs += 16 * MINUTE_MS;
    assert.deepEqual([cache.has('good'), cache.provenCaller('good')], [false, undefined]);
    await cache.callerOf('good', 'address');
    assert.deepEqual(
      asked.map(([, address]) => address),
      ['address', undefined, 'address'],
    );
  });

  test('are not known beyond their own end, nor when they turn out to be bad', async () => {
    await cache.callerOf('short', 'address');
    nowMs += 39_999;
    assert.ok(cache.has('short'));
    nowMs += 1;
    assert.equal(cache.has('short'), false);
    await cache.callerOf('made-up', 'address');
    assert.equal(cache.provenCaller('made-up'), undefined);
  });

  test('leave it when their time is over, also when no others come', async () => {
    for (let n = 0; n < 1_000; n += 1) await cache.callerOf(`made-up-${n}`);
    await cache.callerOf('good');
    assert.deepEqual(cache.sizes, { good: 1, bad: 1_000 });
    nowMs += 5_000;
    cache.sweep();
    assert.deepEqual(cache.sizes, { good: 1, bad: 0 });
    nowMs += 16 * MINUTE_MS;
    cache.sweep();
    assert.equal(cache.has('good'), false);
  });
});
