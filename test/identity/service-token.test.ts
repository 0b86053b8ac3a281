import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Identity } from '../../src/identity/identity.ts';
import { identityAt, json, type ScriptedProvider, startScriptedProvider } from '../harness/scripted-provider.ts';

const good = { active: true, token_type: 'Bearer', client_id: 'app', sub: 'app', seller_id: 'SELLER-1' };

/** A provider that lets only the bearer of its newest service token introspect. */
describe('introspection as the bearer of an own token (RFC 7662 2.1)', () => {
  let provider: ScriptedProvider;
  let identity: Identity;
  let issued = 0;
  let accepted = '';
  before(async () => {
    provider = await startScriptedProvider();
    provider.paths.set('/token', (response, request, raw) => {
      issued += 1;
      accepted = `service-token-${issued}`;
      json(200, { access_token: accepted, token_type: 'Bearer', expires_in: 1 })(response, request, raw);
    });
    provider.paths.set('/introspect', (response, request, raw) => {
      const isAccepted = request.headers.authorization === `Bearer ${accepted}`;
      (isAccepted ? json(200, good) : json(401, {}))(response, request, raw);
    });
  });
  beforeEach(() => {
    provider.received.length = 0;
    issued = 0;
    identity = identityAt(provider.origin, {
      cache: { positiveMs: 0 },
      introspection: {
        ...{ clientId: 'ser:vice', clientSecret: 'own-secret-0815', method: 'client_credentials' },
        scope: 'introspection',
      },
    });
  });
  after(() => provider.close());

  const callers = (count: number) =>
    Promise.all(Array.from({ length: count }, async (_, at) => (await identity.callerOf(`token-${at}`))?.sellerId));

  test('one token serves many introspections; it is asked for by Basic, with the scope of the settings', async () => {
    assert.deepEqual(await callers(5), Array(5).fill('SELLER-1'));
    assert.deepEqual(await callers(5), Array(5).fill('SELLER-1'));
    const [asked, ...more] = provider.at('/token');
    assert.equal(asked?.body, 'grant_type=client_credentials&scope=introspection');
    assert.equal(asked?.headers.authorization, `Basic ${btoa('ser%3Avice:own-secret-0815')}`);
    assert.equal(more.length, 0);
    await identity.close();
  });

  test('a token that the provider has lost is replaced, and the caller does not notice', async () => {
    await callers(1);
    accepted = 'another one';
    assert.deepEqual(await callers(1), ['SELLER-1']);
    assert.equal(provider.at('/token').length, 2);
    await identity.close();
  });

  test('the token is renewed before it expires', async () => {
    await callers(1);
    const deadline = Date.now() + 20_000;
    while (provider.at('/token').length < 2 && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      assert.deepEqual(await callers(1), ['SELLER-1']);
    }
    assert.equal(provider.at('/token').length, 2);
    assert.ok(provider.at('/introspect').every(({ headers }) => headers.authorization !== undefined));
    await identity.close();
  });

  test('without a token the provider counts as unavailable: nobody is rejected, nobody admitted (decision 10)', async () => {
    const refused = await startScriptedProvider();
    refused.paths.set('/token', json(401, { error: 'invalid_client' }));
    refused.paths.set('/introspect', json(200, good));
    const other = identityAt(refused.origin, {
      introspection: { clientId: 'service', clientSecret: 'wrong', method: 'client_credentials' },
    });
    await assert.rejects(async () => other.callerOf('token'), { code: 'ServiceUnavailable' });
    assert.equal(refused.at('/introspect').length, 0);
    await other.close();
    await refused.close();
  });
});
