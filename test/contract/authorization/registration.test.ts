import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type Behaviour, discoveryDocument, json, text } from '../../harness/scripted-provider.ts';
import { AuthService, formTo, jsonTo, type RejectedRequest, SECRET } from '../../identity/auth-service.ts';

const client = { redirect_uris: ['https://app.example.com/callback'] };
const register = (metadata: unknown, headers = {}) => jsonTo('register', metadata, headers);
const redirects = (redirect_uris: unknown) => register({ redirect_uris });

const uri = 'invalid_redirect_uri';
const metadata = 'invalid_client_metadata';

const badMetadata = {
  token_endpoint_auth_method: 'private_key_jwt',
  grant_types: ['client_credentials'],
  response_types: ['token'],
  scope: 'operator:market:write',
  client_name: 'a\u202eb',
  client_uri: 'javascript:1',
  logo_uri: 1,
  contacts: 'ann',
  seller_id: 'S1',
  sellerId: 'S1',
  'urn:example:Seller': 'S1',
  operator: true,
  merchantId: 'S1',
  'urn:example:account': 'S1',
  rights: ['operator:market:write'],
  Roles: ['operator'],
};

const rejectedRequests: RejectedRequest[] = [
  ['400 no redirect_uris', register({}), uri],
  ['400 no body', { method: 'POST', url: '/auth/v4/register' }, uri],
  ['400 an empty list', redirects([]), uri],
  ['400 21 addresses', redirects(Array(21).fill('https://a.example/')), uri],
  ['400 text for a list', redirects('https://a.example/'), uri],
  [
    '400 a bad one among good ones',
    redirects(['https://a.example/', 'http://a.example/']),
    uri,
    /redirect_uris\[1\] must be https/,
  ],
  ['400 a list', register([client]), metadata],
  ...Object.entries(badMetadata).map(
    ([name, value]): RejectedRequest => [
      `400 ${name} ${JSON.stringify(value)}`,
      register({ ...client, [name]: value }),
      metadata,
    ],
  ),
  ['400 refresh_token alone', register({ ...client, grant_types: ['refresh_token'] }), metadata],
  ['405 GET', { url: '/auth/v4/register' }, 'invalid_request'],
  [
    '415 a body without a type',
    { ...register(client), headers: {} },
    'invalid_request',
    /Content-Type: application\/json\.$/,
  ],
  ['415 a form', formTo('register', { redirect_uris: 'https://a.example/' }), 'invalid_request', /application\/json/],
];

describe('POST /auth/v4/register', () => {
  let auth: AuthService;
  before(async () => {
    auth = await AuthService.start();
  });
  after(() => auth.close());
  beforeEach(() => {
    auth.provider.received.length = 0;
  });
  const forwarded = () => JSON.parse(auth.provider.at('/register')[0]?.body ?? '');

  for (const row of rejectedRequests) test(row[0], () => auth.assertRejected(row));

  test('401 an initial access token that no provider would read is not forwarded', async () => {
    const answer = await auth.send(register(client, { authorization: `Bearer ${'x'.repeat(20_000)}` }));
    assert.equal(answer.statusCode, 401, answer.body);
    assert.equal(answer.json().error, 'invalid_token');
    assert.match(answer.json().error_description, /at most 4096 characters/);
    assert.match(String(answer.headers['www-authenticate']), /^Bearer /);
    assert.deepEqual(auth.provider.received, []);
  });

  test('201 defaults are explicit; unknown metadata is dropped in both directions', async () => {
    const registered = { client_id: 'c1', client_secret: SECRET, client_secret_expires_at: 0, ...client };
    const management = { registration_access_token: SECRET, registration_client_uri: 'https://idp.example/c1' };
    auth.provider.paths.set('/register', json(201, { ...registered, ...management, application_type: 'web' }));
    const unknown = {
      jwks_uri: 'http://169.254.169.254/',
      sector_identifier_uri: 'x',
      client_id: 'me',
      software_id: 'x',
    };
    // Null counts as absent (decision 35).
    const absent = {
      seller_id: null,
      scope: null,
      grant_types: null,
      response_types: null,
      client_uri: null,
      contacts: null,
    };
    const answer = await auth.send(register({ ...client, ...unknown, ...absent, client_name: 'Größe' }));
    assert.equal(answer.statusCode, 201, answer.body);
    const complete = {
      ...client,
      client_name: 'Größe',
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    };
    assert.deepEqual(answer.json(), { ...registered, ...complete });
    assert.deepEqual(forwarded(), { ...complete, application_type: 'web' });
  });

  test('201 for a native application with all metadata', async () => {
    const all = {
      redirect_uris: ['com.example.app:/cb', 'http://127.0.0.1/cb'],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      client_name: 'Repricer',
      client_uri: 'https://app.example.com',
      logo_uri: 'https://app.example.com/logo.png',
      scope: 'seller-api:pricing:read offline_access',
      contacts: ['ann@example.com'],
    };
    auth.provider.paths.set('/register', json(201, { client_id: 'c1', ...all }));
    const answer = await auth.send(register(all, { authorization: `Bearer ${SECRET}` }));
    assert.deepEqual(answer.json(), { client_id: 'c1', ...all });
    assert.deepEqual(forwarded(), { ...all, application_type: 'native' });
    assert.equal(auth.provider.at('/register')[0]?.headers.authorization, `Bearer ${SECRET}`);
  });

  test('401 when the provider demands an initial access token', async () => {
    const challenge = { 'www-authenticate': 'Bearer realm="idp"' };
    auth.provider.paths.set('/register', json(401, { error: 'invalid_token' }, challenge));
    const answer = await auth.send(register(client));
    assert.deepEqual([answer.statusCode, answer.json().error], [401, 'invalid_token']);
    assert.equal(answer.headers['www-authenticate'], 'Bearer realm="register"');
  });

  test('400 of the provider is passed on', async () => {
    const error = { error: 'invalid_redirect_uri', error_description: 'x' };
    auth.provider.paths.set('/register', json(400, error));
    const answer = await auth.send(register(client));
    assert.equal(answer.statusCode, 400);
    assert.deepEqual(answer.json(), error);
  });

  test('201 behind an untrusted proxy the provider gets the address unknown', async () => {
    auth.provider.paths.set('/register', json(201, { client_id: 'c1', ...client }));
    for (const headers of [{}, { 'x-forwarded-for': '127.0.0.1' }, { forwarded: 'for=127.0.0.1' }]) {
      assert.equal((await auth.send(register(client, headers))).statusCode, 201);
    }
    const forwardedFor = auth.provider.at('/register').map(({ headers }) => headers['x-forwarded-for']);
    assert.deepEqual(forwardedFor, ['127.0.0.1', 'unknown, 127.0.0.1', 'unknown, 127.0.0.1']);
  });

  test('201 an answer of another form becomes ours', async () => {
    const odd = {
      client_id: 'c1',
      client_secret: 'hush-4711',
      client_id_issued_at: '1794700800',
      client_secret_expires_at: null,
      redirect_uris: client.redirect_uris[0],
      token_endpoint_auth_method: null,
      grant_types: ['authorization_code', 'client_credentials', 'implicit'],
      response_types: ['code', 'token'],
      client_name: 7,
      logo_uri: null,
      scope: ['openid', 'seller-api:pricing:read'],
      contacts: {},
    };
    auth.provider.paths.set('/register', json(200, odd));
    const answer = await auth.send(register({ ...client, client_name: 'Repricer' }));
    assert.equal(answer.statusCode, 201, answer.body);
    assert.deepEqual(answer.json(), {
      client_id: 'c1',
      client_secret: 'hush-4711',
      client_id_issued_at: 1794700800,
      client_secret_expires_at: 0,
      ...client,
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      client_name: 'Repricer',
      scope: 'openid seller-api:pricing:read',
    });
  });

  test('201 a scope that no text can be made of is left out', async () => {
    const registered = { client_id: 'c1', client_secret: 'hush-4711', scope: [{ toString: 1, valueOf: 1 }] };
    auth.provider.paths.set('/register', json(201, registered));
    const answer = await auth.send(register(client));
    assert.deepEqual([answer.statusCode, answer.json().scope], [201, undefined], answer.body);
  });

  const useless: [string, object][] = [
    ['has no client', {}],
    ['has an empty client', { client_id: '' }],
    ['has other addresses', { client_id: 'c1', client_secret: 's', redirect_uris: ['https://evil.example/'] }],
    [
      'wants another authentication',
      { client_id: 'c1', client_secret: 's', token_endpoint_auth_method: 'private_key_jwt' },
    ],
    [
      'has no secret for a client that needs one',
      { client_id: 'c1', token_endpoint_auth_method: 'client_secret_post' },
    ],
  ];
  for (const [what, body] of useless) {
    test(`503 when the provider's answer ${what}`, async () => {
      auth.provider.paths.set('/register', json(201, body));
      assert.equal((await auth.send(register(client))).statusCode, 503);
    });
  }

  test('501 with a plain reason when the provider has no registration', async () => {
    const { origin, paths } = auth.provider;
    const { registration_endpoint: _, ...document } = discoveryDocument(origin);
    const rows: [number, string, Behaviour, object][] = [
      [501, 'a document without it', json(200, document), {}],
      [501, 'a document with an empty one', json(200, { ...document, registration_endpoint: '' }), {}],
      [501, 'no document, and the other endpoints configured', text(404, ''), { token: `${origin}/token` }],
      [503, 'no document, which is needed', text(404, ''), {}],
      [503, 'a document that cannot be had at the moment', text(500, ''), { token: `${origin}/token` }],
    ];
    for (const [status, what, behaviour, endpoints] of rows) {
      paths.set('/.well-known/openid-configuration', behaviour);
      const without = await AuthService.startAt(auth.provider, { endpoints });
      const answer = await without.send(register(client));
      assert.equal(answer.statusCode, status, `${what}: ${answer.body}`);
      if (status === 501) {
        assert.equal(answer.json().error, 'invalid_request');
        assert.match(answer.json().error_description, /has no dynamic registration\. Ask the operator/);
        assert.equal(answer.headers['retry-after'], undefined);
      }
      await without.service.app.close();
      await without.identity.close();
    }
    paths.set('/.well-known/openid-configuration', json(200, discoveryDocument(origin)));
  });

  test('nothing secret was logged', () => auth.assertNothingSecretLogged());
});
