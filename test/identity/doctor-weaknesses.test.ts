// run: mostly waiting

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { examineIdentity } from '../../src/roles/commands/doctor/identity.ts';
import { freePort } from '../harness/free-port.ts';
import {
  type Behaviour,
  discoveryDocument,
  json,
  type ScriptedProvider,
  startScriptedProvider,
  text,
} from '../harness/scripted-provider.ts';

const READ = 'seller-api:pricing:read';
const redirectTo = (address: string): Behaviour =>
  text(302, '', { location: `${address}${address.includes('?') ? '&' : '?'}error=login_required` });

describe('npm run doctor -- identity --authorize', () => {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-test-'));
  const secretFile = join(folder, 'secret');
  let provider: ScriptedProvider;
  let port: number;
  before(async () => {
    writeFileSync(secretFile, 'shop-secret-4711\n');
    provider = await startScriptedProvider();
    port = await freePort();
  });
  after(async () => {
    await provider.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const registered = () => `http://127.0.0.1:${port}/callback`;
  /** The provider, which sends the browser to the addresses that it accepts, and else shows an error. */
  const accepts = (isAccepted: (redirectUri: string) => boolean, refusal = 400) =>
    provider.paths.set('/authorize', (response, request, raw) => {
      const uri = new URL(request.path, provider.origin).searchParams.get('redirect_uri') ?? '';
      (isAccepted(uri) ? redirectTo(uri) : text(refusal, 'wrong'))(response, request, raw);
    });
  /** The answers to a refresh token: the first use, and all later ones. */
  const refreshes = (first: Behaviour, later: Behaviour) => {
    let uses = 0;
    provider.paths.set('/token', (response, request, raw) => {
      const isRefresh = request.body.includes('grant_type=refresh_token');
      if (isRefresh) uses += 1;
      const granted = { access_token: 'access-1', refresh_token: 'refresh-1', token_type: 'Bearer' };
      const answer = isRefresh ? (uses === 1 ? first : later) : json(200, granted);
      answer(response, request, raw);
    });
  };
  const introspects = (claims: object) =>
    provider.paths.set('/introspect', (response, request, raw) => {
      const isAccess = new URLSearchParams(request.body).get('token')?.startsWith('access');
      json(200, isAccess ? claims : { active: false })(response, request, raw);
    });
  const rotated = json(200, { access_token: 'access-2', refresh_token: 'refresh-2', token_type: 'Bearer' });
  const spent = json(400, { error: 'invalid_grant' });
  const good = { active: true, token_type: 'Bearer', client_id: 'app', sub: 'ann', seller_id: 'S1', scope: READ };
  beforeEach(() => {
    accepts((uri) => uri === registered());
    refreshes(rotated, spent);
    introspects(good);
  });

  const run = async (args: string[] = ['--authorize', '--port', String(port)]) => {
    let output = '';
    const settings = { IDP_INTROSPECTION_CLIENT_ID: 'service', IDP_INTROSPECTION_CLIENT_SECRET: 'own-secret-0815' };
    const config = readConfig({ IDP_ISSUER: provider.origin, ...settings });
    const asked = ['identity', '--client', 'app', '--secret-file', secretFile, ...args];
    const code = await examineIdentity(config, asked, (line) => {
      output += `${line}\n`;
      if (!/^http\S+response_type=code/.test(line)) return;
      const state = new URL(line.trim()).searchParams.get('state') ?? '';
      void fetch(`${registered()}?${new URLSearchParams({ code: 'code-1', state })}`);
    });
    return { code, output };
  };

  for (const [name, isAccepted, refusal, verdict, exit] of [
    [
      'only registered ones',
      (uri: string) => uri === registered(),
      400,
      /ok +redirect addresses: only the registered/,
      0,
    ],
    [
      'only registered ones, and says no with 200',
      (uri: string) => uri === registered(),
      200,
      /ok +redirect addresses: only/,
      0,
    ],
    [
      'all of them',
      () => true,
      400,
      /PROBLEM +redirect addresses: .*another host and another path and a longer path and a query/,
      1,
    ],
    [
      'those that begin alike',
      (uri: string) => uri.startsWith(registered()),
      400,
      / - +redirect addresses: .*to a longer path and a query/,
      0,
    ],
    ['none without a sign-in', () => false, 200, / - +redirect addresses: .*cannot be seen without a sign-in/, 0],
  ] as const)
    test(`says of a provider that accepts redirect addresses: ${name}`, async () => {
      accepts(isAccepted, refusal);
      const { code, output } = await run();
      assert.match(output, verdict);
      assert.equal(code, exit, output);
    });

  const kept = json(200, { access_token: 'access-2', token_type: 'Bearer' });
  for (const [name, first, later, verdict] of [
    ['rotate', rotated, spent, /ok +refresh tokens rotate: one that was used is refused/],
    ['stay the same', kept, kept, / - +refresh tokens do not rotate/],
    ['rotate, and the old one still works', rotated, rotated, / - +a refresh token still works after/],
  ] as const)
    test(`says of refresh tokens that ${name}`, async () => {
      refreshes(first, later);
      const { code, output } = await run();
      assert.match(output, verdict);
      assert.equal(code, 0, output);
    });

  test('finds a consent that gives a right that was not asked for', async () => {
    assert.match((await run()).output, /ok +the token has no right that was not asked for/);
    introspects({ ...good, scope: `${READ} seller-api:notifications:write` });
    const { code, output } = await run();
    assert.match(output, /PROBLEM +the token has seller-api:notifications:write, which nobody asked for/);
    assert.equal(code, 1);
    const [, query = ''] = /response_type=code(\S+)/.exec(output) ?? [];
    assert.ok(query.includes('pricing') && !query.includes('notifications%3Awrite'), query);
  });

  test('reads in the discovery document how clients authenticate, and that S256 or a grant is missing', async () => {
    const path = '/.well-known/openid-configuration';
    const documentWith = (lists: object) =>
      provider.paths.set(path, json(200, { ...discoveryDocument(provider.origin), ...lists }));
    documentWith({
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      grant_types_supported: ['authorization_code'],
    });
    const { code, output } = await run([]);
    assert.equal(code, 0, output);
    assert.match(output, / - +the token endpoint takes credentials by body fields only: IDP_CLIENT_AUTH=post/);
    assert.match(output, / - +the provider does not say that it has the grant client_credentials, refresh_token/);
    documentWith({
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
      code_challenge_methods_supported: ['plain'],
    });
    const other = (await run([])).output;
    assert.match(other, /IDP_CLIENT_AUTH=basic/);
    assert.match(other, /does not say that it checks code verifiers \(S256\)/);
    documentWith({ token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'] });
    assert.ok(!(await run([])).output.includes('IDP_CLIENT_AUTH'));
  });

  test('finds a refresh token that passes as an access token', async () => {
    provider.paths.set('/introspect', json(200, good));
    const { code, output } = await run();
    assert.match(output, /PROBLEM +the refresh_token, sent as an access token, is accepted/);
    assert.equal(code, 1);
  });

  test('names the likely reason when a token that was just issued is inactive', async () => {
    introspects({ active: false });
    const { code, output } = await run([]);
    assert.equal(code, 1);
    assert.match(output, /may not introspect the tokens of other clients.+IDP_RESOURCE, IDP_AUDIENCE_PARAMETER/);
    assert.ok(!output.includes('IDP_TOKEN_FORMAT=jwt'));
    const jwt = `${Buffer.from('{"alg":"RS256"}').toString('base64url')}.e30.c2ln`;
    provider.paths.set('/token', json(200, { access_token: jwt, token_type: 'Bearer' }));
    assert.match((await run([])).output, /verify its JWTs without introspection: IDP_TOKEN_FORMAT=jwt/);
  });
});
