import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HOUR_MS } from '../../src/domain/duration.ts';
import { identityAt, json, startScriptedProvider } from '../harness/scripted-provider.ts';

const good = { active: true, token_type: 'Bearer', client_id: 'app', sub: 'app', seller_id: 'SELLER-1' };

describe('a system clock that is set back by an hour', () => {
  const withProvider = async (work: (parts: Parts) => Promise<void>) => {
    const provider = await startScriptedProvider();
    const clock = { wallMs: 1_800_000_000_000, monotonicMs: 5 };
    const identity = identityAt(provider.origin, { now: () => clock.wallMs, monotonic: () => clock.monotonicMs });
    const pass = (ms: number) => {
      clock.wallMs += ms;
      clock.monotonicMs += ms;
    };
    try {
      await work({ provider, identity, clock, pass });
    } finally {
      await identity.close();
      await provider.close();
    }
  };
  type Parts = {
    provider: Awaited<ReturnType<typeof startScriptedProvider>>;
    identity: ReturnType<typeof identityAt>;
    clock: { wallMs: number; monotonicMs: number };
    pass(ms: number): void;
  };

  test('does not prolong a cached token: the token of a removed client ends with its time in the cache', () =>
    withProvider(async ({ provider, identity, clock, pass }) => {
      provider.paths.set('/introspect', json(200, good));
      assert.ok(await identity.callerOf('token-1'));
      provider.paths.set('/introspect', json(200, { active: false }));
      clock.wallMs -= HOUR_MS;
      assert.ok(identity.cachedCaller('token-1'));
      pass(30_000);
      assert.equal(identity.cachedCaller('token-1'), undefined);
      const asking = identity.callerOf('token-1');
      assert.ok(asking instanceof Promise, 'the provider is asked again');
      assert.equal(await asking, undefined);
      assert.equal(identity.provenCaller('token-1'), undefined);
    }));

  test('does not prolong a cached rejection, nor a token beyond its exp', () =>
    withProvider(async ({ provider, identity, clock, pass }) => {
      provider.paths.set('/introspect', json(200, { active: false }));
      assert.equal(await identity.callerOf('token-2'), undefined);
      provider.paths.set('/introspect', json(200, { ...good, exp: clock.wallMs / 1000 + 10 }));
      assert.ok(await identity.callerOf('token-3'));
      clock.wallMs -= HOUR_MS;
      pass(9_999);
      assert.ok(identity.cachedCaller('token-3'));
      provider.paths.set('/introspect', json(200, good));
      assert.ok(await identity.callerOf('token-2'));
      pass(1);
      assert.equal(identity.cachedCaller('token-3'), undefined);
    }));

  test('does not prolong the discovery document', () =>
    withProvider(async ({ provider, identity, clock, pass }) => {
      await identity.authorizationEndpoint();
      clock.wallMs -= HOUR_MS;
      pass(HOUR_MS - 1);
      await identity.authorizationEndpoint();
      const discoveries = () => provider.received.filter(({ path }) => path.includes('openid-configuration')).length;
      assert.equal(discoveries(), 1);
      pass(1);
      await identity.authorizationEndpoint();
      assert.equal(discoveries(), 2);
    }));
});
