import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { startApp } from '../../harness/app.ts';
import { freeOrigin, identityAt, json } from '../../harness/scripted-provider.ts';
import {
  AuthService,
  CHALLENGE,
  formTo,
  groupsWith,
  jsonTo,
  type RejectedRequest,
  SECRET,
} from '../../identity/auth-service.ts';

const right = {
  response_type: 'code',
  client_id: 'app',
  redirect_uri: 'https://app.example.com/callback',
  state: SECRET,
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
};
const authorizeRequest = (changes: Record<string, string> = {}, more = '', headers = {}): InjectOptions => ({
  url: `/auth/v4/authorize?${new URLSearchParams({ ...right, ...changes })}${more}`,
  headers,
});

const invalid = 'invalid_request';
const challenge = /43 base64url/;
const required = ['response_type', 'client_id', 'redirect_uri', 'code_challenge', 'code_challenge_method'];

const rejectedRequests: RejectedRequest[] = [
  ...required.map(
    (name): RejectedRequest => [
      `400 without ${name}`,
      authorizeRequest({ [name]: '' }),
      invalid,
      new RegExp(`${name} is missing`),
    ],
  ),
  ...['request', 'request_uri', 'registration'].map(
    (name): RejectedRequest => [`400 with ${name}`, authorizeRequest({ [name]: '' }), invalid, /not supported/],
  ),
  ['400 a repeated parameter', authorizeRequest({}, '&state=x'), invalid, /more than once/],
  ['400 a repeated unknown parameter', authorizeRequest({}, '&x=1&x=1'), invalid, /more than once/],
  ['400 names match exactly', authorizeRequest({ client_id: '', Client_Id: 'app' }), invalid, /client_id is missing/],
  ['400 the implicit flow', authorizeRequest({ response_type: 'token' }), 'unsupported_response_type'],
  ['400 the hybrid flow', authorizeRequest({ response_type: 'code id_token' }), 'unsupported_response_type'],
  ['400 plain', authorizeRequest({ code_challenge_method: 'plain' }), invalid, /S256/],
  ['400 s256', authorizeRequest({ code_challenge_method: 's256' }), invalid, /S256/],
  ['400 a challenge of 42', authorizeRequest({ code_challenge: CHALLENGE.slice(1) }), invalid, challenge],
  ['400 a challenge with padding', authorizeRequest({ code_challenge: `${CHALLENGE.slice(1)}=` }), invalid, challenge],
  [
    '400 a redirect with a fragment',
    authorizeRequest({ redirect_uri: 'https://a.example/#x' }),
    invalid,
    /have a fragment/,
  ],
  [
    '400 a redirect to http',
    authorizeRequest({ redirect_uri: 'http://a.example/' }),
    invalid,
    /redirect_uri must be https/,
  ],
  [
    '400 a redirect to javascript',
    authorizeRequest({ redirect_uri: 'javascript:alert(1)' }),
    invalid,
    /redirect_uri must/,
  ],
  ['405 POST', { method: 'POST', url: '/auth/v4/authorize' }, invalid],
];

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('GET /auth/v4/authorize', () => {
  let auth: AuthService;
  before(async () => {
    auth = await AuthService.start();
  });
  after(() => auth.close());

  for (const row of rejectedRequests) test(row[0], () => auth.assertRejected(row));

  const passedOn = async (request: InjectOptions) => {
    const answer = await auth.send(request);
    assert.equal(answer.statusCode, 302, answer.body);
    const location = new URL(String(answer.headers.location));
    assert.equal(location.origin + location.pathname, `${auth.provider.origin}/authorize`);
    return Object.fromEntries(location.searchParams);
  };
  const byDefault = { scope: 'offline_access', prompt: 'consent' };

  test('302 to the provider, with offline_access and consent', async () => {
    assert.deepEqual(await passedOn(authorizeRequest()), { ...right, ...byDefault });
  });

  test('302 known parameters are forwarded unchanged, others are dropped', async () => {
    const known = { prompt: 'login', login_hint: 'ann+b@example.com', ui_locales: 'de en', nonce: 'n&m=1' };
    const scope = 'offline_access x';
    const dropped = { response_mode: 'fragment', claims: '{}', max_age: '1', resource: 'x', dpop_jkt: 'x' };
    assert.deepEqual(await passedOn(authorizeRequest({ ...known, scope, ...dropped })), { ...right, ...known, scope });
  });

  test('302 without offline_access no consent is requested; an empty state is dropped', async () => {
    const { state: _state, ...rest } = right;
    const scope = 'seller-api:pricing:read';
    assert.deepEqual(await passedOn(authorizeRequest({ scope, state: '' })), { ...rest, scope });
  });

  test('302 another provider is asked for all seller rights by name, in its own names, and for extra scopes', async () => {
    const map = new Map([['seller-api:pricing:read', 'pricing.read']]);
    const mapped = await AuthService.startAt(auth.provider, { scopes: { map, extra: ['openid'] } });
    const all = 'pricing.read seller-api:notifications:read seller-api:notifications:write openid';
    const rows: [sent: string, asked: string][] = [
      ['', `offline_access ${all}`],
      ['offline_access', `offline_access ${all}`],
      ['openid', `openid ${all.replace(' openid', '')}`],
      ['seller-api:pricing:read', 'pricing.read openid'],
      ['pricing.read openid', 'pricing.read openid'],
      ['offline_access seller-api:notifications:write', 'offline_access seller-api:notifications:write openid'],
    ];
    for (const [scope, asked] of rows) {
      const answer = await mapped.send(authorizeRequest({ scope }));
      const { searchParams } = new URL(String(answer.headers.location));
      assert.equal(searchParams.get('scope'), asked);
      assert.equal(searchParams.get('prompt'), asked.startsWith('offline_access') ? 'consent' : null);
    }
    auth.provider.paths.set(
      '/token',
      json(200, { access_token: 'a', token_type: 'Bearer', scope: 'pricing.read openid' }),
    );
    const form = { grant_type: 'refresh_token', client_id: 'c', refresh_token: 'r', scope: 'seller-api:pricing:read' };
    const answer = await mapped.send(formTo('token', form));
    assert.equal(answer.json().scope, 'seller-api:pricing:read openid');
    const sent = auth.provider.at('/token').at(-1)?.body;
    assert.equal(new URLSearchParams(sent).get('scope'), 'pricing.read');
    const metadata = { redirect_uris: ['https://app.example.com/'], scope: 'seller-api:pricing:read' };
    auth.provider.paths.set('/register', (response, request, raw) =>
      json(201, { ...JSON.parse(request.body), client_id: 'c', client_secret: 's' })(response, request, raw),
    );
    assert.equal((await mapped.send(jsonTo('register', metadata))).json().scope, 'seller-api:pricing:read openid');
    assert.equal(JSON.parse(auth.provider.at('/register').at(-1)?.body ?? '').scope, 'pricing.read openid');
    await mapped.service.app.close();
    await mapped.identity.close();
  });

  test("302 the endpoint's own path and query stay as they are (RFC 6749 3.1)", async () => {
    const { origin } = auth.provider;
    const endpoints = { authorization: `${origin}/o/authorize/?tenant=a%20b&flag&scope=x` };
    const given = await AuthService.startAt(auth.provider, { endpoints });
    const location = String((await given.send(authorizeRequest())).headers.location);
    assert.ok(location.startsWith(`${origin}/o/authorize/?tenant=a%20b&flag&scope=offline_access&`), location);
    assert.deepEqual(new URL(location).searchParams.getAll('scope'), ['offline_access']);
    await given.service.app.close();
    await given.identity.close();
  });

  test('302 and 400 to HEAD, without a body', async () => {
    assert.equal((await auth.send({ ...authorizeRequest(), method: 'HEAD' })).statusCode, 302);
    const answer = await auth.send({ ...authorizeRequest({ client_id: '' }, '', browser), method: 'HEAD' });
    assert.deepEqual([answer.statusCode, answer.body], [400, '']);
  });

  test('400 a page for a browser: escaped, unframed, self-contained', async () => {
    const answer = await auth.send(authorizeRequest({ redirect_uri: 'https://a.example/"><script>' }, '', browser));
    assert.equal(answer.statusCode, 400);
    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
    assert.match(String(answer.headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/);
    assert.match(answer.body, /<html lang="en">[\s\S]*<title>[\s\S]*<h1>[\s\S]*redirect_uri must have/);
    assert.doesNotMatch(answer.body, /<script|a\.example/);
  });

  test('400 JSON unless Accept names HTML and prefers it to JSON', async () => {
    for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.9', 'text/html;q=0', 'x;q=,;;']) {
      const answer = await auth.send(authorizeRequest({ client_id: '' }, '', { accept }));
      assert.match(String(answer.headers['content-type']), /^application\/json/, accept);
    }
    const page = await auth.send(
      authorizeRequest({ client_id: '' }, '', { accept: 'text/html, application/json;q=0.9' }),
    );
    assert.match(String(page.headers['content-type']), /^text\/html/);
  });

  test('400 for a bad request and 503 for a good one while the provider is down', async () => {
    const down = identityAt(await freeOrigin());
    const { app } = await startApp({ groups: groupsWith(down) });
    assert.equal((await app.inject(authorizeRequest({ client_id: '' }))).statusCode, 400);
    const answer = await app.inject(authorizeRequest());
    assert.equal(answer.statusCode, 503);
    assert.equal(answer.json().error, 'temporarily_unavailable');
    assert.equal(answer.headers['retry-after'], '5');
    const page = await app.inject(authorizeRequest({}, '', browser));
    assert.equal(page.statusCode, 503);
    assert.match(page.body, /<h1>You cannot connect an application at the moment/);
    await app.close();
    await down.close();
  });

  test('nothing secret was logged', () => auth.assertNothingSecretLogged());
});
