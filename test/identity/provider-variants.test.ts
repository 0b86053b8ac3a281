import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { IdentityOptions } from '../../src/identity/oidc.ts';
import { json, type ScriptedProvider, startScriptedProvider } from '../harness/scripted-provider.ts';
import { AuthService, CHALLENGE, formTo } from './auth-service.ts';

const basic = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` });
const READ = 'seller-api:pricing:read';
const VERIFIER = 'v'.repeat(43);
const code = {
  grant_type: 'authorization_code',
  code: 'c',
  code_verifier: VERIFIER,
  redirect_uri: 'https://a.example/cb',
};
const refresh = { grant_type: 'refresh_token', refresh_token: 'r' };
const own = { grant_type: 'client_credentials' };

describe('what single providers need of requests', () => {
  let provider: ScriptedProvider;
  const started: AuthService[] = [];
  before(async () => {
    provider = await startScriptedProvider();
  });
  after(async () => {
    for (const { service, identity } of started) await Promise.all([service.app.close(), identity.close()]);
    await provider.close();
  });
  beforeEach(() => {
    provider.received.length = 0;
    provider.paths.set('/token', json(200, { access_token: 'a', token_type: 'Bearer', expires_in: 900 }));
  });
  const start = async (options: Partial<IdentityOptions> = {}) => {
    const service = await AuthService.startAt(provider, options);
    started.push(service);
    return service;
  };
  /** The form and the header that the provider got with the last token request. */
  const got = () => {
    const { body = '', headers = {} } = provider.at('/token').at(-1) ?? {};
    return { form: new URLSearchParams(body), authorization: headers.authorization };
  };
  const authorize = async (service: AuthService, more: Record<string, string> = {}) => {
    const query = new URLSearchParams({
      ...{ response_type: 'code', client_id: 'app', redirect_uri: 'https://a.example/cb' },
      ...{ code_challenge: CHALLENGE, code_challenge_method: 'S256', ...more },
    });
    const { headers } = await service.send({ method: 'GET', url: `/auth/v4/authorize?${query}` });
    return new URL(String(headers.location)).searchParams;
  };

  test('every resource and the audience go with authorization, code, refresh and own token requests, and those of callers do not', async () => {
    const resources = ['https://api.store.example', 'urn:store:api'];
    const service = await start({ resources, audienceParameter: 'store api' });
    const sent = await authorize(service, { resource: 'https://evil.example', audience: 'evil' });
    assert.deepEqual([sent.getAll('resource'), sent.getAll('audience')], [resources, ['store api']]);
    for (const fields of [code, refresh, own]) {
      const asked = { ...fields, resource: 'https://evil.example', audience: 'evil' };
      assert.equal((await service.send(formTo('token', asked, basic('app', 'hush')))).statusCode, 200);
      const { form } = got();
      assert.deepEqual([form.getAll('resource'), form.getAll('audience')], [resources, ['store api']]);
    }
    const without = await start();
    assert.ok(!(await authorize(without)).has('resource'));
    await without.send(formTo('token', own, basic('app', 'hush')));
    assert.deepEqual([...got().form.keys()], ['grant_type']);
  });

  test('no prompt is added where the provider refuses every prompt, and that of the application passes', async () => {
    const service = await start({ sendsPrompt: false });
    assert.equal((await authorize(service)).get('prompt'), null);
    assert.equal((await authorize(service, { prompt: 'login' })).get('prompt'), 'login');
    const byDefault = await start();
    assert.equal((await authorize(byDefault)).get('prompt'), 'consent');
    assert.equal((await authorize(byDefault, { scope: 'seller-api:pricing:read' })).get('prompt'), null);
  });

  test('rights have the prefix in requests that the provider wants, and none in tokens', async () => {
    const map = new Map([[READ, 'pricing.read']]);
    const service = await start({ scopes: { map, extra: ['openid'], prefix: 'api://store/' } });
    const asked = await authorize(service, { scope: `${READ} offline_access` });
    assert.equal(asked.get('scope'), 'api://store/pricing.read offline_access openid');
    provider.paths.set(
      '/token',
      json(200, { access_token: 'a', token_type: 'Bearer', scope: 'api://store/pricing.read openid' }),
    );
    const { body } = await service.send(formTo('token', { ...refresh, scope: READ }, basic('app', 'hush')));
    assert.equal(got().form.get('scope'), 'api://store/pricing.read');
    assert.equal(JSON.parse(body).scope, `${READ} openid`);
    const claims = {
      active: true,
      token_type: 'Bearer',
      client_id: 'app',
      sub: 'ann',
      seller_id: 'S1',
      scope: 'pricing.read',
    };
    provider.paths.set('/introspect', json(200, claims));
    const own = await start({ claimRules: { scopeMap: map } });
    assert.deepEqual([...((await own.identity.callerOf('token-1'))?.rights ?? [])], [READ]);
  });

  const secret = 'p&s:w+d %';
  const encoded = 'Basic YXBwJTNBMTpwJTI2cyUzQXclMkJkKyUyNQ==';
  test('credentials reach the provider in the one way that it takes, encoded as RFC 6749 2.3.1 says', async () => {
    const inBody = { client_id: 'app:1', client_secret: secret };
    const header = { authorization: encoded };
    for (const fields of [code, refresh, own]) {
      const byBasic = await start({ clientAuth: 'basic' });
      for (const request of [formTo('token', { ...fields, ...inBody }), formTo('token', fields, header)]) {
        await byBasic.send(request);
        const { form, authorization } = got();
        assert.deepEqual([authorization, form.has('client_id'), form.has('client_secret')], [encoded, false, false]);
      }
      const byPost = await start({ clientAuth: 'post' });
      for (const request of [formTo('token', { ...fields, ...inBody }), formTo('token', fields, header)]) {
        await byPost.send(request);
        const { form, authorization } = got();
        assert.deepEqual(
          [form.get('client_id'), form.get('client_secret'), authorization],
          ['app:1', secret, undefined],
        );
      }
    }
    const asSent = await start();
    await asSent.send(formTo('token', own, header));
    assert.deepEqual([got().authorization, got().form.has('client_id')], [encoded, false]);
    await asSent.send(formTo('token', { ...own, ...inBody }));
    assert.deepEqual([got().authorization, got().form.get('client_secret')], [undefined, secret]);
  });

  test('a public client stays one with every provider, also when it sends Basic with an empty secret', async () => {
    for (const clientAuth of ['as-sent', 'basic', 'post'] as const) {
      const service = await start({ clientAuth });
      for (const request of [
        formTo('token', refresh, basic('public', '')),
        formTo('token', { ...refresh, client_id: 'public' }, basic('public', '')),
        formTo('token', { ...refresh, client_id: 'public' }),
      ]) {
        assert.equal((await service.send(request)).statusCode, 200);
        const { form, authorization } = got();
        assert.deepEqual(
          [form.getAll('client_id'), form.has('client_secret'), authorization],
          [['public'], false, undefined],
        );
      }
    }
  });

  test('a wrong code or verifier is invalid_grant whatever the provider calls it; a missing redirect_uri may stay invalid_request', async () => {
    const service = await start();
    const errorOf = async (fields: Record<string, string>, upstream: object, status = 400) => {
      provider.paths.set('/token', json(status, upstream));
      const { statusCode, body } = await service.send(formTo('token', fields, basic('app', 'hush')));
      return [statusCode, JSON.parse(body).error];
    };
    for (const error of ['invalid_request', 'invalid_grant', 'invalid_code', 'access_denied', 'bad_verifier_code'])
      assert.deepEqual(await errorOf(code, { error }), [400, 'invalid_grant'], error);
    assert.deepEqual(await errorOf(refresh, { error: 'invalid_request' }), [400, 'invalid_grant']);
    assert.deepEqual(await errorOf(code, { error: 'invalid_request' }, 401), [400, 'invalid_grant']);
    assert.deepEqual(await errorOf(code, { error: 'invalid_client' }, 401), [401, 'invalid_client']);
    const { redirect_uri: _, ...bare } = code;
    assert.deepEqual(await errorOf(bare, { error: 'invalid_request' }), [400, 'invalid_request']);
    assert.deepEqual(await errorOf(code, { error: 'unauthorized_client' }), [400, 'unauthorized_client']);
    assert.deepEqual(await errorOf(code, { error: 'invalid_client' }), [401, 'invalid_client']);
    assert.deepEqual(await errorOf(own, { error: 'invalid_request' }), [400, 'invalid_request']);
  });
});
