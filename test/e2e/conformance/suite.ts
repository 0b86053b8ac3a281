import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { readConfig } from '../../../src/config/config.ts';
import { BASIC_RIGHTS } from '../../../src/domain/authorization/rights.ts';
import { examineIdentity } from '../../../src/roles/commands/doctor/identity.ts';
import { freePort } from '../../harness/free-port.ts';
import { isTorture } from '../../harness/scale.ts';
import { Application, type Arrived, RedirectServer } from './application.ts';
import { type Client, type ConformanceProvider, SELLER, type StartProvider } from './provider.ts';
import { type RunningService, startApi } from './service.ts';

const basic = ({ id, secret }: Client) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

const ofSeller = { rights: [...BASIC_RIGHTS], seller: SELLER };

type Json = Readonly<Record<string, unknown>>;
type Answer = { status: number; headers: Headers; body: Json };

/**
 * The same tests for every provider: what the service promises does not depend on it. `npm test` signs in once with each of
 * them, `npm run torture` for every test.
 */
export function conformanceOf(name: string, start: StartProvider, browser: () => Browser): void {
  describe(`authorization with ${name}`, () => {
    let redirect: RedirectServer;
    let provider: ConformanceProvider;
    let service: RunningService;
    let application: Application;
    let credentials: Client;
    let doctorPort: number;
    const folder = mkdtempSync(join(tmpdir(), 'conformance-doctor-'));
    let connected: Arrived;
    let first: { access_token: string; refresh_token?: string; scope?: string };

    before(async () => {
      redirect = await new RedirectServer().listen();
      doctorPort = await freePort();
      provider = await start([redirect.uri, doctorUri()]);
      service = await startApi(provider);
    });
    after(async () => {
      await service?.close();
      await provider?.stop();
      redirect?.close();
      rmSync(folder, { recursive: true, force: true });
    });
    /** The service starts it itself; there are no settings that the doctor could examine. */
    const isEmbedded = () => provider.settings.IDP_ISSUER === undefined;
    const doctorUri = () => `http://127.0.0.1:${doctorPort}/callback`;

    const send = async (path: string, init: RequestInit): Promise<Answer> => {
      const answer = await fetch(`${service.base}${path}`, init);
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, body: text === '' ? {} : (JSON.parse(text) as Json) };
    };
    const requestToken = (fields: Record<string, string>, client?: Client) =>
      send('/auth/v4/token', {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: client ? { authorization: basic(client) } : {},
      });
    const register = (metadata: object) =>
      send('/auth/v4/register', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(metadata),
      });

    /** The rights that the API honours, and the seller whose destinations the token creates. */
    const usedAtApi = async (token: string) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const offers = await send('/products/pricing/v4/competitivePrice', { headers });
      const list = await send('/notifications/v4/destinations', { headers });
      const created = await send('/notifications/v4/destinations', {
        method: 'POST',
        headers,
        body: '{"type":"PULL"}',
      });
      const change = await send('/operator/v1/changes', { method: 'POST', headers, body: '[]' });
      assert.equal(change.status, 403, 'a seller never has the right of the operator');
      const rights = [offers, list, created].map(({ status }, at) => (isAllowed(status) ? [BASIC_RIGHTS[at]] : []));
      return { rights: rights.flat(), seller: created.body.channelOwner };
    };
    const isAllowed = (status: number) => {
      assert.ok([200, 400, 403].includes(status), `status ${status}`);
      return status !== 403;
    };

    /** Every error has the form of RFC 6749 5.2, whatever the provider sends. */
    const assertOAuthError = ({ status, headers, body }: Answer, expected: string) => {
      const seen = `${status} ${JSON.stringify(body)}`;
      const statusOf: Record<string, number> = { invalid_client: 401, not_offered: 501 };
      assert.equal(body.error, expected === 'not_offered' ? 'invalid_request' : expected, seen);
      assert.equal(status, statusOf[expected] ?? 400, seen);
      assert.match(String(body.error_description), /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/, seen);
      assert.deepEqual(Object.keys(body).sort(), ['error', 'error_description']);
      assert.equal(headers.get('cache-control'), 'no-store');
      if (status === 401) assert.match(headers.get('www-authenticate') ?? '', /^Basic realm=/, seen);
    };

    test('the service is ready', async () => {
      const { status, body } = await send('/health/ready', {});
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal((body.parts as Json)['identity provider'], 'ok');
    });

    for (const form of ['HTTP Basic', 'body fields']) {
      test(`client_credentials by ${form} gives a token that acts for the seller with all seller rights`, async () => {
        const grant = { grant_type: 'client_credentials' };
        const { id, secret } = provider.own;
        const { status, body, headers } =
          form === 'HTTP Basic'
            ? await requestToken(grant, provider.own)
            : await requestToken({ ...grant, client_id: id, client_secret: secret });
        assert.equal(status, 200, JSON.stringify(body));
        assert.deepEqual(Object.keys(body).sort(), ['access_token', 'expires_in', 'token_type']);
        assert.equal(body.token_type, 'Bearer');
        assert.equal(headers.get('cache-control'), 'no-store');
        const isNamed = form === 'HTTP Basic' || provider.namesBodyClient;
        // A token of nobody is never taken for one of the seller.
        const expected = isNamed ? ofSeller : { rights: [], seller: undefined };
        assert.deepEqual(await usedAtApi(String(body.access_token)), expected);
      });
    }

    test('client_credentials with the scope of the operator stays a token of the seller', async () => {
      const { body } = await requestToken(
        { grant_type: 'client_credentials', scope: 'operator:market:write' },
        provider.own,
      );
      assert.deepEqual(await usedAtApi(String(body.access_token)), ofSeller);
    });

    test('a wrong secret and an unknown client are 401 invalid_client with a challenge', async () => {
      const grant = { grant_type: 'client_credentials' };
      assertOAuthError(await requestToken(grant, { ...provider.own, secret: 'wrong' }), 'invalid_client');
      assertOAuthError(await requestToken(grant, { id: 'nobody-knows-this', secret: 'wrong' }), 'invalid_client');
    });

    test('a grant that the service does not offer is 400 unsupported_grant_type', async () => {
      assertOAuthError(
        await requestToken({ grant_type: 'password', username: 'a', password: 'b' }, provider.own),
        'unsupported_grant_type',
      );
    });

    test('a token that the provider did not issue is 401 at the API', async () => {
      const headers = { authorization: 'Bearer 0123456789abcdef0123456789abcdef' };
      const { status, headers: answered } = await send('/notifications/v4/destinations', { headers });
      assert.equal(status, 401);
      assert.match(answered.get('www-authenticate') ?? '', /^Bearer .*error="invalid_token"/);
    });

    test('an application registers and gets its credentials; without registration the answer is 501', async () => {
      const answer = await register({ client_name: 'Example Repricer', redirect_uris: [redirect.uri, doctorUri()] });
      if (provider.application) {
        assertOAuthError(answer, 'not_offered');
        credentials = provider.application;
        application = new Application(service.base, provider, credentials, redirect);
        return;
      }
      const { status, body } = answer;
      assert.equal(status, 201, JSON.stringify(body));
      assert.deepEqual(body.redirect_uris, [redirect.uri, doctorUri()]);
      assert.equal(body.token_endpoint_auth_method, 'client_secret_basic');
      assert.equal(typeof body.client_secret_expires_at, 'number');
      assert.ok(!('registration_access_token' in body));
      credentials = { id: String(body.client_id), secret: String(body.client_secret) };
      application = new Application(service.base, provider, credentials, redirect);
    });

    test('a registration that the service finds wrong never reaches the provider', async () => {
      assertOAuthError(await register({ redirect_uris: ['http://evil.example/callback'] }), 'invalid_redirect_uri');
    });

    test('code with PKCE, through the pages of the provider, gives a token that acts for the person who consented', async () => {
      connected = await application.connect(browser(), 'offline_access');
      first = await application.exchange(connected);
      assert.deepEqual(
        (first.scope ?? '')
          .split(' ')
          .filter((word) => word.startsWith('seller-api:'))
          .sort(),
        [...[...BASIC_RIGHTS].sort()],
      );
      assert.ok(!('id_token' in first));
      assert.deepEqual(await usedAtApi(first.access_token), ofSeller);
    });

    test('a refresh token gives a new access token, rotates where the provider does that, and is no access token itself', async () => {
      const old = first.refresh_token ?? '';
      const { status } = await send('/notifications/v4/destinations', { headers: { authorization: `Bearer ${old}` } });
      assert.equal(status, 401, 'a refresh token is no access token');
      const second = await application.refresh(old);
      assert.notEqual(second.access_token, first.access_token);
      assert.deepEqual(await usedAtApi(second.access_token), ofSeller);
      if (!provider.rotates) return assert.equal(second.refresh_token, undefined);
      assert.ok(second.refresh_token !== undefined && second.refresh_token !== old);
      await assert.rejects(application.refresh(old), { error: 'invalid_grant', status: 400 });
    });

    test('a code works once; made-up codes and refresh tokens are 400 invalid_grant', async () => {
      await assert.rejects(application.exchange(connected), { error: 'invalid_grant', status: 400 });
      await assert.rejects(application.refresh('made-up'), { error: 'invalid_grant', status: 400 });
    });

    test('the doctor says what the service makes of a token', async () => {
      const { code, output } = await doctor(provider.own);
      assert.equal(code, 0, output);
      const examined = new RegExp(`acts for the seller ${SELLER}, with seller-api:`);
      assert.match(output, isEmbedded() ? /embedded provider/ : examined);
      // The setting is there only where the provider gives no sign.
      const isTrusted = provider.settings.IDP_OWN_TOKENS === 'without-person';
      const proof = isTrusted ? /own tokens of this provider have no sign/ : /the provider proves own tokens/;
      assert.match(output, isEmbedded() ? /own tokens: the embedded provider/ : proof);
    });

    /** Runs `npm run doctor -- identity` in this process. */
    const doctor = async (client: Client, args: string[] = [], onAddress = (_url: string) => {}) => {
      let output = '';
      const file = join(folder, 'secret');
      writeFileSync(file, client.secret);
      const options = ['identity', '--client', client.id, '--secret-file', file, ...args];
      const code = await examineIdentity(readConfig(provider.settings), options, (line) => {
        output += `${line}\n`;
        if (/^http\S+response_type=code/.test(line)) onAddress(line.trim());
      });
      return { code, output };
    };

    test('no token, code or secret is in the log', () => {
      const secrets = [provider.own.secret, first.access_token, first.refresh_token ?? '', connected.verifier];
      const leaks = service.logLines.filter((line) => secrets.some((secret) => secret !== '' && line.includes(secret)));
      assert.deepEqual(leaks, []);
    });

    if (!isTorture) return;

    test('the doctor says that no refresh token and no ID token of this provider passes as an access token, and what the provider does not hold', async (t) => {
      const args = ['--authorize', '--port', String(doctorPort)];
      const { code, output } = await doctor(credentials, args, (url) => void application.visit(browser(), url));
      assert.equal(code, 0, output);
      if (isEmbedded()) return assert.match(output, /embedded provider/);
      assert.match(output, /the refresh_token, sent as an access token, is refused/);
      assert.match(output, /the id_token, sent as an access token, is refused/);
      assert.match(output, /IDP_UNTYPED_TOKENS=accept is safe with this provider/);
      assert.match(output, /IDP_OWN_TOKENS=without-person is safe with this provider/);
      assert.match(output, /ok +the token has no right that was not asked for/);
      assert.match(output, provider.rotates ? /ok +refresh tokens rotate/ : / - +refresh tokens do not rotate/);
      const [redirects = ''] = /^.*redirect addresses: .*$/m.exec(output) ?? [];
      t.diagnostic(redirects);
      assert.match(redirects, provider.redirects ?? /ok +redirect addresses: only the registered one is accepted/);
    });

    test('a wrong code_verifier is 400 invalid_grant', async () => {
      const arrived = await application.connect(browser());
      const wrong = { ...arrived, verifier: 'w'.repeat(43) };
      await assert.rejects(application.exchange(wrong), { error: 'invalid_grant', status: 400 });
    });

    test('a seller who grants one right grants no other', async () => {
      const arrived = await application.connect(browser(), 'seller-api:pricing:read offline_access');
      const tokens = await application.exchange(arrived);
      const { rights } = await usedAtApi(tokens.access_token);
      assert.deepEqual(rights, ['seller-api:pricing:read']);
    });
  });
}
