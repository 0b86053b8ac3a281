import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Fault } from '../../src/domain/fault.ts';
import { createExposition } from '../../src/http/metrics/exposition.ts';
import { createMetrics } from '../../src/http/metrics/metrics.ts';
import { identityAt, json, type ScriptedProvider, startScriptedProvider } from '../harness/scripted-provider.ts';

const good = { active: true, token_type: 'Bearer', client_id: 'app', sub: 'app', seller_id: 'SELLER-1' };

describe('what the service counts about the provider', () => {
  let provider: ScriptedProvider;
  before(async () => {
    provider = await startScriptedProvider();
  });
  after(() => provider.close());

  test('requests by endpoint and outcome, and the hits of both token caches', async () => {
    const identity = identityAt(provider.origin);
    const exposition = createExposition(createMetrics(), { identity: () => identity.use });
    provider.paths.set('/introspect', json(200, good));
    await Promise.all([1, 2, 3].map(async () => identity.callerOf('good')));
    for (let n = 0; n < 4; n += 1) assert.ok(identity.cachedCaller('good'));
    provider.paths.set('/introspect', json(200, { active: false }));
    assert.equal(await identity.callerOf('bad'), undefined);
    for (let n = 0; n < 2; n += 1) assert.equal(identity.callerOf('bad'), undefined);
    provider.paths.set('/introspect', json(503, {}));
    await assert.rejects(async () => identity.callerOf('another'), Fault);
    provider.paths.set('/token', json(400, { error: 'invalid_grant' }));
    const form = new URLSearchParams({ grant_type: 'authorization_code', code: 'spent' });
    const answer = await identity.requestToken({ form, authorization: undefined, clientAddress: '127.0.0.1' });
    assert.equal(answer.status, 400);
    await identity.close();
    const lines = (await exposition.metrics()).split('\n');
    const shown = (prefix: string) => lines.filter((line) => line.startsWith(prefix) && !line.endsWith(' 0')).sort();
    assert.deepEqual(shown('identity_provider_duration_seconds_count'), [
      'identity_provider_duration_seconds_count{endpoint="discovery",outcome="ok"} 2',
      'identity_provider_duration_seconds_count{endpoint="introspection",outcome="failed"} 1',
      'identity_provider_duration_seconds_count{endpoint="introspection",outcome="ok"} 2',
      'identity_provider_duration_seconds_count{endpoint="token",outcome="rejected"} 1',
    ]);
    // Two of the first three joined the introspection of the first: they are neither hits nor misses.
    assert.deepEqual(shown('cache_lookups_total'), [
      'cache_lookups_total{cache="rejected_token",result="hit"} 2',
      'cache_lookups_total{cache="rejected_token",result="miss"} 3',
      'cache_lookups_total{cache="token",result="hit"} 4',
      'cache_lookups_total{cache="token",result="miss"} 5',
    ]);
    assert.deepEqual(shown('cache_entries'), [
      'cache_entries{cache="rejected_token"} 1',
      'cache_entries{cache="token"} 1',
    ]);
    assert.ok(!lines.join().includes('good') && !lines.join().includes('another'), 'no token is a label');
  });
});
