// run: mostly waiting

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { examineIdentity } from '../../src/roles/commands/doctor/identity.ts';
import { freePort } from '../harness/free-port.ts';
import { discoveryDocument, json, type ScriptedProvider, startScriptedProvider } from '../harness/scripted-provider.ts';

const seconds = (fromNow: number) => Math.floor(Date.now() / 1000) + fromNow;
const unproven = () => ({ active: true, token_type: 'Bearer', client_id: 'shop', seller_id: 'S1', exp: seconds(900) });
const good = () => ({ ...unproven(), sub: 'shop' });

describe('npm run doctor -- identity', () => {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-test-'));
  const secretFile = join(folder, 'secret');
  let provider: ScriptedProvider;
  /** The introspection answer of each token. Every other token is inactive. */
  let tokens: Record<string, object>;
  before(async () => {
    writeFileSync(secretFile, 'shop-secret-4711\n');
    provider = await startScriptedProvider();
  });
  after(async () => {
    await provider.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    tokens = { 'token-of-shop-4711': good() };
    provider.paths.set('/.well-known/openid-configuration', json(200, discoveryDocument(provider.origin)));
    provider.paths.set('/token', json(200, { access_token: 'token-of-shop-4711', token_type: 'Bearer' }));
    provider.paths.set('/introspect', (response, request, raw) => {
      const token = new URLSearchParams(request.body).get('token') ?? '';
      json(200, tokens[token] ?? { active: false })(response, request, raw);
    });
  });

  const run = async (args: string[], settings: Record<string, string> = {}, onAddress = (_url: URL) => {}) => {
    let output = '';
    const config = readConfig({
      IDP_ISSUER: provider.origin,
      IDP_INTROSPECTION_CLIENT_ID: 'service',
      IDP_INTROSPECTION_CLIENT_SECRET: 'own-secret-0815',
      ...settings,
    });
    const code = await examineIdentity(config, ['identity', ...args], (line) => {
      output += `${line}\n`;
      if (/^http\S+response_type=code/.test(line)) onAddress(new URL(line.trim()));
    });
    // With the hyphen: the digits alone may be in a random state or nonce.
    assert.doesNotMatch(output, /-4711|-0815/, 'no secret and no token is shown');
    return { code, output };
  };
  const asClient = ['--client', 'shop', '--secret-file', secretFile];

  test('walks discovery, a token, introspection and the claims, and says what it makes of them', async () => {
    const { code, output } = await run(asClient);
    assert.equal(code, 0, output);
    assert.match(output, /ok +introspection endpoint: http\S+\/introspect \(from the discovery document\)/);
    assert.match(output, /ok +introspection: the provider accepts the service's own client/);
    assert.match(output, /^ +seller_id: "S1"$/m);
    assert.match(
      output,
      /accepted: own token of the application shop, acts for the seller S1, with seller-api:pricing:read,/,
    );
    assert.match(output, /The service can use this provider\.\n$/);
  });

  test('a token without a seller, an untyped one and one that the client does not get are problems', async () => {
    tokens = { 'token-of-shop-4711': { ...good(), seller_id: undefined } };
    const noSeller = await run(asClient);
    assert.equal(noSeller.code, 1);
    assert.match(noSeller.output, /PROBLEM .+acts for no seller, without any right: every request is 403/);
    tokens = { 'token-of-shop-4711': { ...good(), token_type: undefined } };
    assert.match((await run(asClient)).output, /PROBLEM .+refused: .+IDP_UNTYPED_TOKENS/);
    // What a provider says must not control the terminal.
    provider.paths.set('/token', json(400, { error: 'invalid_scope\u001b[2J' }));
    const refused = await run(asClient);
    assert.deepEqual(
      [refused.code, /PROBLEM .+status 400 and the error "invalid_scope.u001b/.test(refused.output)],
      [1, true],
    );
  });

  test('a document of another issuer and a rejected own client are named', async () => {
    provider.paths.set('/.well-known/openid-configuration', json(200, discoveryDocument('http://other.example')));
    const other = await run(asClient);
    assert.deepEqual([other.code, /PROBLEM .+of another issuer/.test(other.output)], [1, true]);
    provider.paths.set('/.well-known/openid-configuration', json(200, discoveryDocument(provider.origin)));
    provider.paths.set('/introspect', json(401, {}));
    const rejected = await run([]);
    assert.deepEqual([rejected.code, /PROBLEM .+own credential is rejected/.test(rejected.output)], [1, true]);
  });

  test('no name or id of the provider controls the terminal', async () => {
    tokens = { 'token-of-shop-4711': { ...good(), client_id: 'shop\u202e', 'x\u001b[2J\u009b': 1 } };
    const { output } = await run(asClient);
    assert.match(output, /the application shop\?, acts for/);
    assert.match(output, /^ +x\?\[2J\?: 1$/m);
    assert.doesNotMatch(output.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u);
  });

  /** The browser comes back at once. */
  const comeBack = (url: URL) => {
    const back = new URL(url.searchParams.get('redirect_uri') ?? '');
    back.search = new URLSearchParams({ code: 'code-4711', state: url.searchParams.get('state') ?? '' }).toString();
    void fetch(back);
  };
  const month = { iat: seconds(0), exp: seconds(30 * 86_400) };
  const untyped = { active: true, client_id: 'app', username: 'S1', scope: 'seller-api:pricing:read' };
  for (const [name, refresh, id, verdict] of [
    ['inactive there', { active: false }, { active: false }, /ok +IDP_UNTYPED_TOKENS=accept is safe/],
    ['longer than the limit for all their life', { ...untyped, ...month }, { active: false }, /ok +\S+=accept is safe/],
    [
      'as short as access tokens',
      { ...untyped, exp: seconds(600) },
      { active: false },
      /NOT safe.+refresh_token: it would/,
    ],
    ['without iat', { ...untyped, exp: month.exp }, { active: false }, /NOT safe.+shortly before it expires/],
    [
      'ID tokens like access tokens',
      { active: false },
      { ...untyped, exp: seconds(600) },
      /NOT safe.+id_token: it would/,
    ],
  ] as const) {
    test(`--authorize judges IDP_UNTYPED_TOKENS=accept with a provider whose other tokens are ${name}`, async () => {
      tokens = { 'access-4711': { ...untyped, exp: seconds(600) }, 'refresh-4711': refresh, 'id-4711': id };
      const granted = { access_token: 'access-4711', refresh_token: 'refresh-4711', id_token: 'id-4711' };
      provider.paths.set('/token', json(200, { ...granted, token_type: 'Bearer' }));
      const settings = { IDP_SELLER_CLAIMS: 'username', IDP_UNTYPED_TOKENS: 'accept' };
      const args = [...asClient, '--authorize', '--port', String(await freePort())];
      const { code, output } = await run(args, settings, comeBack);
      assert.match(output, verdict);
      assert.match(output, /delegated token of the application app, acts for the seller S1/);
      assert.equal(code, /NOT safe/.test(output) ? 1 : 0, output);
      const exchange = provider.at('/token').findLast(({ body }) => body.includes('code='));
      assert.match(exchange?.body ?? '', /grant_type=authorization_code&code=code-4711&.+code_verifier=[\w-]{43}$/);
    });
  }

  describe('own tokens', () => {
    const READ = 'seller-api:pricing:read';
    const TRUSTED = { IDP_OWN_TOKENS: 'without-person' };

    test('the setting that applies is named, for another provider and for the embedded one', async () => {
      assert.match((await run(asClient)).output, / - +own tokens: the provider must prove them.+IDP_OWN_TOKENS=proven/);
      assert.match(
        (await run(asClient, TRUSTED)).output,
        / - +own tokens: every token that names no person has all rights/,
      );
      const lines: string[] = [];
      assert.equal(await examineIdentity(readConfig({}), ['identity'], (line) => lines.push(line)), 0);
      assert.match(lines.join('\n'), /own tokens: the embedded provider tells them/);
    });

    test("a token of a seller's client without a sign is a problem, and the setting makes it count", async () => {
      tokens = { 'token-of-shop-4711': unproven() };
      const refused = await run(asClient);
      assert.equal(refused.code, 1);
      assert.match(refused.output, /PROBLEM .+refused: .+no sign of the grant.+gty.+IDP_OWN_TOKENS=without-person/);
      const trusted = await run(asClient, TRUSTED);
      assert.equal(trusted.code, 0, trusted.output);
      assert.match(trusted.output, /accepted: own token of the application shop/);
      assert.match(trusted.output, / - +own tokens of this provider have no sign.+--authorize examines/);
    });

    test("without a client, a token of the service's own one shows what becomes of all own tokens", async () => {
      tokens = { 'token-of-shop-4711': { ...unproven(), client_id: 'service', seller_id: undefined } };
      const refused = await run([]);
      assert.equal(refused.code, 1);
      assert.match(
        refused.output,
        /PROBLEM {2}own tokens of sellers' applications are refused \(401\).+IDP_OWN_TOKENS=without-person/,
      );
      assert.equal((await run([], TRUSTED)).code, 0);
      tokens = { 'token-of-shop-4711': { ...unproven(), client_id: 'service', sub: 'service' } };
      const proven = await run([]);
      assert.deepEqual([proven.code, /ok +the provider proves own tokens/.test(proven.output)], [0, true]);
      assert.match((await run([], TRUSTED)).output, / - +the provider proves own tokens: without IDP_OWN_TOKENS/);
    });

    test('a token of a client that looks delegated is told apart', async () => {
      tokens = { 'token-of-shop-4711': { ...good(), sub: 'service-account', scope: READ } };
      assert.match((await run(asClient)).output, / - +it counts as delegated .+ gty=client_credentials/);
      tokens = { 'token-of-shop-4711': { ...good(), scope: 'openid' } };
      const { code, output } = await run(asClient);
      assert.deepEqual([code, / - +it counts as delegated .+IDP_CC_SCOPE.+openid/.test(output)], [1, true]);
    });

    const nobody = { ...unproven(), client_id: 'app' };
    for (const [name, claims, settings, verdict] of [
      [
        'names no person counts as an own one, which is a problem',
        { scope: READ },
        TRUSTED,
        /PROBLEM {2}a token .+counts as one of the seller's own application/,
      ],
      [
        'is kept from that only by its scope is a problem',
        { scope: `${READ} openid offline_access` },
        TRUSTED,
        /PROBLEM {2}IDP_OWN_TOKENS=without-person is NOT safe/,
      ],
      [
        'names no person is refused by default, and the setting is no remedy',
        { scope: READ },
        {},
        / - +a token .+names no person.+without-person is NOT safe/,
      ],
      [
        'names the application as the person is a problem',
        { sub: 'app', scope: `${READ} openid` },
        {},
        /PROBLEM {2}sub is the id of the application/,
      ],
      [
        'names the person is safe',
        { sub: 'ann', scope: READ },
        TRUSTED,
        /ok +it is known as delegated.+without-person is safe/,
      ],
    ] as const) {
      test(`--authorize: a token that ${name}`, async () => {
        tokens = { 'token-of-shop-4711': { ...nobody, ...claims } };
        const args = [...asClient, '--authorize', '--port', String(await freePort())];
        const { code, output } = await run(args, settings, comeBack);
        assert.match(output, verdict);
        assert.equal(code, /PROBLEM/.test(output) ? 1 : 0, output);
        assert.equal(/PROBLEM/.test(output), !name.endsWith('is safe'), output);
      });
    }
  });

  test('without IDP_ISSUER there is nothing to set up', async () => {
    const lines: string[] = [];
    assert.equal(await examineIdentity(readConfig({}), ['identity'], (line) => lines.push(line)), 0);
    assert.match(lines.join('\n'), /embedded provider/);
  });
});
