import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { request } from 'undici';
import { startApp } from '../../harness/app.ts';
import { json, text } from '../../harness/scripted-provider.ts';
import {
  AuthService,
  FORM,
  formTo,
  groupsWith,
  jsonTo,
  type RejectedRequest,
  SECRET,
} from '../../identity/auth-service.ts';

const form = (fields: Record<string, string> | string, headers = {}) => formTo('token', fields, headers);
const basic = (credentials: string) => ({ authorization: `Basic ${btoa(credentials)}` });

const own = { grant_type: 'client_credentials', client_id: 'app', client_secret: SECRET };
const code = { grant_type: 'authorization_code', client_id: 'app', code: SECRET, code_verifier: SECRET };
const refresh = { grant_type: 'refresh_token', client_id: 'app', refresh_token: SECRET };

const invalid = 'invalid_request';
const twice = /more than once/;
const flat = /flat object/;
const formOrJson = /x-www-form-urlencoded or application\/json/;
const large = 'x'.repeat(2 ** 16);
const noType: InjectOptions = { method: 'POST', url: '/auth/v4/token', payload: Buffer.from('x=1') };
const unannounced = { ...noType, headers: { 'transfer-encoding': 'chunked' }, payload: Readable.from(['x=1']) };

const rejectedRequests: RejectedRequest[] = [
  ['400 no body', { method: 'POST', url: '/auth/v4/token' }, invalid, /grant_type/],
  ['400 no grant_type', form({ client_id: 'app' }), invalid, /grant_type/],
  ['400 an empty grant_type', form({ ...own, grant_type: '' }), invalid, /grant_type/],
  ['400 another grant', form({ ...own, grant_type: 'password' }), 'unsupported_grant_type'],
  ['400 another casing', form({ ...own, grant_type: 'Client_Credentials' }), 'unsupported_grant_type'],
  ['400 the grant before the client is looked at', form({ grant_type: 'x' }), 'unsupported_grant_type'],
  [
    '400 more than 100 parameters',
    form(`grant_type=client_credentials&client_id=a${'&x='.repeat(99)}`),
    invalid,
    /at most 100 parameters/,
  ],
  ['400 a repeated parameter', form('grant_type=refresh_token&client_id=a&client_id=a'), invalid, twice],
  ['400 a repeated unknown parameter', form('grant_type=client_credentials&client_id=a&x=1&x=2'), invalid, twice],
  ['400 a repeated member', jsonTo('token', '{"client_id":"a","client_id":"a"}'), invalid, twice],
  ['400 a repeated member, spelled otherwise', jsonTo('token', '{"a_b":"a","a\\u005fb" : "a"}'), invalid, twice],
  ['400 a repeated member, first an object', jsonTo('token', '{"a":{"b":"c"},"a":"b"}'), invalid, twice],
  ['400 a repeated member, once null', jsonTo('token', '{"client_id":null,"client_id":"a"}'), invalid, twice],
  ['400 a number in the JSON', jsonTo('token', { ...own, client_id: 1 }), invalid, flat],
  ['400 an object in the JSON', jsonTo('token', { ...own, x: {} }), invalid, flat],
  ['400 __proto__ with members', jsonTo('token', '{"__proto__":{"client_id":"a"}}'), invalid, flat],
  ['400 constructor with members', jsonTo('token', '{"constructor":{"prototype":{"a":"b"}}}'), invalid, flat],
  ['400 a repeated __proto__', jsonTo('token', '{"__proto__":"a","__proto__":"a"}'), invalid, twice],
  ['400 a JSON list', jsonTo('token', [own]), invalid, flat],
  ['400 JSON null', jsonTo('token', 'null'), invalid],
  ['400 no JSON', jsonTo('token', `{${SECRET}`), invalid, /not valid JSON/],
  ['400 no code', form({ ...code, code: '' }), invalid, /code is missing/],
  ['400 no code_verifier', form({ ...code, code_verifier: '' }), invalid, /code_verifier is missing/],
  ['400 a code_verifier of 42', form({ ...code, code_verifier: 'x'.repeat(42) }), invalid, /43 to 128/],
  ['400 a code_verifier of 129', form({ ...code, code_verifier: 'x'.repeat(129) }), invalid, /43 to 128/],
  ['400 a code_verifier with a space', form({ ...code, code_verifier: `${SECRET} ` }), invalid, /43 to 128/],
  ['400 no refresh_token', form({ ...refresh, refresh_token: '' }), invalid, /refresh_token is missing/],
  ['400 two secrets', form(own, basic(`app:${SECRET}`)), invalid, /beside HTTP Basic/],
  ['400 two clients', form({ ...refresh, client_id: 'b' }, basic(`app:${SECRET}`)), invalid, /different clients/],
  ['401 Basic that is no base64', form(refresh, { authorization: 'Basic !!!' }), 'invalid_client'],
  ['401 Basic without a colon', form(refresh, basic('app')), 'invalid_client'],
  ['401 Basic without a client', form(refresh, basic(`:${SECRET}`)), 'invalid_client'],
  ['401 Basic that is no UTF-8', form(refresh, basic('a\xff:b')), 'invalid_client'],
  [
    '401 Basic that no provider would read',
    form(refresh, basic(`app:${'x'.repeat(15_000)}`)),
    'invalid_client',
    /at most 4096 characters/,
  ],
  ['401 another scheme', form(refresh, { authorization: `Bearer ${SECRET}` }), 'invalid_client'],
  ['401 no client at all', form({ grant_type: 'client_credentials' }), 'invalid_client'],
  ['405 GET', { url: '/auth/v4/token' }, invalid],
  ['413 a form over 64 KiB', form({ ...own, x: large }), invalid, /65536 bytes/],
  ['413 JSON over 64 KiB', jsonTo('token', { ...own, x: large }), invalid, /65536 bytes/],
  ['415 text', form(own, { 'content-type': 'text/plain' }), invalid, formOrJson],
  ['415 a body without a type', noType, invalid, formOrJson],
  ['415 such a body of unknown length', unannounced, invalid, formOrJson],
];

const delegated = { access_token: SECRET, token_type: 'Bearer', expires_in: 900, scope: 'a', refresh_token: SECRET };
const { scope: _scope, refresh_token: _refreshToken, ...alone } = delegated;
const granted = { ...delegated, token_type: 'bearer', id_token: 'x', session_state: 'y' };

const uri = { redirect_uri: 'https://a.example/' };
const odd = { ...refresh, scope: '"a\\":"b" : {"c":' };
const byBasic = form({ grant_type: 'client_credentials' }, basic(`app:${SECRET}`));
const strange = `\ufeff{"__proto__":"x",${JSON.stringify(own).slice(1)}`;
const named = { ...refresh, client_id: 'a b' };

/** The request, the answer, and what the provider gets. */
const grants: [name: string, request: InjectOptions, answered: object, forwarded: object][] = [
  ['200 client_credentials: no scope either way', form({ ...own, scope: 'x', resource: 'y' }), alone, own],
  ['200 client_credentials as JSON', jsonTo('token', { ...own, scope: 'x' }), alone, own],
  ['200 JSON with null for an absent parameter', jsonTo('token', { ...own, scope: null, code: null }), alone, own],
  ['200 JSON with a strange member, after a BOM', jsonTo('token', strange), alone, own],
  ['200 client_credentials by Basic', byBasic, alone, { grant_type: 'client_credentials' }],
  ['200 Basic and the same client_id, encoded', form(named, basic(`a+b:${SECRET}`)), delegated, named],
  ['200 Basic and the same client_id, as it is', form(named, basic(`a b:${SECRET}`)), delegated, named],
  ['200 Basic, no client_secret', form({ ...refresh, client_secret: '' }, basic(`app:${SECRET}`)), delegated, refresh],
  ['200 authorization_code', form({ ...code, ...uri, scope: 'x' }), delegated, { ...code, ...uri }],
  ['200 refresh_token', form({ ...refresh, scope: 'x', code: 'y' }), delegated, { ...refresh, scope: 'x' }],
  ['200 JSON in JSON', jsonTo('token', odd), delegated, odd],
];

/** `String` throws on it. */
const noText = { toString: 1, valueOf: 1 };

describe('POST /auth/v4/token', () => {
  let auth: AuthService;
  before(async () => {
    auth = await AuthService.start();
  });
  after(() => auth.close());
  beforeEach(() => {
    auth.provider.received.length = 0;
  });

  for (const row of rejectedRequests) test(row[0], () => auth.assertRejected(row));

  for (const [name, request, answered, forwarded] of grants) {
    test(name, async () => {
      auth.provider.paths.set('/token', json(200, granted));
      const answer = await auth.send({ ...request, headers: { ...request.headers, cookie: 'a=b', dpop: 'x' } });
      assert.equal(answer.statusCode, 200, answer.body);
      assert.deepEqual(answer.json(), answered);
      const [one] = auth.provider.at('/token');
      assert.deepEqual(Object.fromEntries(new URLSearchParams(one?.body)), forwarded);
      const { authorization, cookie, dpop } = one?.headers ?? {};
      assert.deepEqual([authorization, cookie, dpop], [request.headers?.authorization, undefined, undefined]);
    });
  }

  test('200 behind an untrusted proxy the provider gets the address unknown', async () => {
    auth.provider.paths.set('/token', json(200, granted));
    for (const headers of [{}, { 'x-forwarded-for': '127.0.0.1' }, { forwarded: 'for=127.0.0.1' }]) {
      assert.equal((await auth.send(form(own, headers))).statusCode, 200);
    }
    const forwardedFor = auth.provider.at('/token').map(({ headers }) => headers['x-forwarded-for']);
    assert.deepEqual(forwardedFor, ['127.0.0.1', 'unknown, 127.0.0.1', 'unknown, 127.0.0.1']);
  });

  test('400 two Authorization headers, on a real socket', async () => {
    const { port } = new URL(await auth.service.app.listen({ port: 0, host: '127.0.0.1' }));
    const { authorization } = basic(`app:${SECRET}`);
    const twoHeaders = [
      'content-type',
      FORM,
      'host',
      'a',
      'authorization',
      authorization,
      'AUTHORIZATION',
      authorization,
    ];
    for (const path of ['token', 'register']) {
      const headers = path === 'token' ? twoHeaders : ['content-type', 'application/json', ...twoHeaders.slice(2)];
      const answer = await request(`http://127.0.0.1:${port}/auth/v4/${path}`, {
        method: 'POST',
        headers,
        body: path === 'token' ? 'grant_type=client_credentials' : '{"redirect_uris":["https://a.example/"]}',
      });
      assert.equal(answer.statusCode, 400);
      const { error, error_description } = (await answer.body.json()) as Record<string, string>;
      assert.deepEqual([error, error_description], [invalid, 'Send one Authorization header.']);
    }
    assert.deepEqual(auth.provider.received, []);
  });

  for (const trustProxy of [false, 1, '10.0.0.1'] as const)
    test(`a request whose connection was reset is not forwarded, and is no error of the service: TRUST_PROXY ${trustProxy}`, async () => {
      auth.provider.paths.set('/token', json(200, granted));
      const { app, logLines } = await startApp({ groups: groupsWith(auth.identity), trustProxy });
      const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
      const body = new URLSearchParams(own).toString();
      const head = `POST /auth/v4/token HTTP/1.1\r\nhost: a\r\ncontent-type: ${FORM}\r\ncontent-length: ${body.length}\r\n\r\n`;
      const ended = new Promise((resolve) =>
        app.server.once('request', (_request, response) => response.once('close', resolve)),
      );
      const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      // The service reads the request when the connection is gone already, as it may on a busy machine.
      socket.write(head + body);
      socket.resetAndDestroy();
      await ended;
      await app.close();
      assert.deepEqual(
        auth.provider.received,
        [],
        'its refresh token would be spent, and nobody would get the next one',
      );
      assert.deepEqual(
        logLines.filter((line) => /^(warn|error|fatal)$/.test(JSON.parse(line).level)),
        [],
      );
    });

  test('401 of the provider is passed on with our challenge and no header of its own', async () => {
    const error = { error: 'invalid_client', error_description: 'client authentication failed' };
    const headers = { 'www-authenticate': 'Basic realm="idp"', 'x-inside': '1' };
    auth.provider.paths.set('/token', json(401, error, headers));
    const answer = await auth.send(form(own));
    assert.equal(answer.statusCode, 401);
    assert.deepEqual(answer.json(), error);
    assert.equal(answer.headers['www-authenticate'], 'Basic realm="token"');
    assert.equal(answer.headers['x-inside'], undefined);
  });

  test('401 a script in a browser gets no Basic challenge, which would open a password dialog', async () => {
    const browser = { 'sec-fetch-mode': 'cors' };
    const challenge = async (fields: object, headers: object) => {
      const answer = await auth.send(form(fields as Record<string, string>, headers));
      assert.equal(answer.statusCode, 401);
      assert.equal(answer.json().error, 'invalid_client');
      return answer.headers['www-authenticate'];
    };
    const nobody = { grant_type: 'client_credentials' };
    assert.equal(await challenge(nobody, browser), undefined);
    assert.equal(await challenge(nobody, {}), 'Basic realm="token"');
    assert.equal(await challenge(nobody, { ...browser, authorization: 'Basic !!!' }), 'Basic realm="token"');
    // The provider's own answers, too.
    const error = { error: 'invalid_client', error_description: 'client authentication failed' };
    auth.provider.paths.set('/token', json(401, error, { 'www-authenticate': 'Basic realm="idp"' }));
    assert.equal(await challenge(own, browser), undefined);
    assert.equal(await challenge(nobody, { ...browser, ...basic('app:wrong') }), 'Basic realm="token"');
    auth.provider.paths.set('/token', json(401, error, { 'www-authenticate': 'DPoP' }));
    assert.equal(await challenge(own, browser), undefined);
  });

  test('429 of the provider keeps Retry-After', async () => {
    auth.provider.paths.set('/token', text(429, 'no', { 'retry-after': '9' }));
    const answer = await auth.send(form(own));
    assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [429, '9']);
  });

  test('200 members that are no text are left out, whatever they are', async () => {
    for (const odd of [noText, [noText], [[['deep']]], 7, true, {}, '']) {
      auth.provider.paths.set('/token', json(200, { ...granted, scope: odd, refresh_token: odd }));
      const answer = await auth.send(form(code));
      assert.equal(answer.statusCode, 200, answer.body);
      const { scope, refresh_token, ...rest } = answer.json();
      assert.deepEqual([scope, refresh_token, rest], [undefined, undefined, alone]);
    }
  });

  const failures = {
    fails: json(500, { error: SECRET }),
    'sends a page': text(200, `<html>${SECRET}`),
    'does not answer': () => undefined,
    'sends no token': json(200, { token_type: 'Bearer' }),
    'sends another kind of token': json(200, { access_token: SECRET, token_type: 'DPoP' }),
    'sends an empty token': json(200, { access_token: '', token_type: 'Bearer' }),
    'sends an object as the kind of token': json(200, { access_token: SECRET, token_type: noText }),
  };
  for (const [name, failure] of Object.entries(failures)) {
    test(`503 the provider ${name}: gets one request, and its answer is not shown`, async (t) => {
      auth.provider.paths.set('/token', failure);
      const impatient = await AuthService.startAt(auth.provider, { timeoutMs: 1_000 });
      t.after(() => Promise.all([impatient.service.app.close(), impatient.identity.close()]));
      const answer = await (name === 'does not answer' ? impatient : auth).send(form(code));
      assert.equal(answer.statusCode, 503);
      assert.equal(answer.json().error, 'temporarily_unavailable');
      assert.equal(answer.headers['retry-after'], '5');
      assert.doesNotMatch(answer.body, new RegExp(SECRET));
      assert.equal(auth.provider.at('/token').length, 1);
    });
  }

  test('the log has the reason why the provider failed, and no secret', () => {
    auth.assertNothingSecretLogged();
    assert.ok(auth.service.logLines.some((line) => line.includes('identity provider, token: status 500')));
  });
});
