import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { Fault } from '../../src/domain/fault.ts';
import type { Identity, ProviderAnswer } from '../../src/identity/identity.ts';
import {
  type Behaviour,
  freeOrigin,
  identityAt,
  json,
  type ScriptedProvider,
  startScriptedProvider,
  text,
} from '../harness/scripted-provider.ts';

const SECRET = 'upstream-says-4711';

type Row = {
  name: string;
  upstream: Behaviour;
  grant?: string;
  /** The service waits in vain. */
  isSilent?: true;
  /** What is passed on; absent is `ServiceUnavailable`. */
  answer?: { status: number; error?: string; headers?: Record<string, string> };
};

const basic = { 'www-authenticate': 'Basic realm="token"' };
const invalidClient = { status: 401, error: 'invalid_client', headers: basic };

const rows: Row[] = [
  { name: '200 JSON', upstream: json(200, { access_token: 'a' }), answer: { status: 200 } },
  {
    name: '400 JSON with an error passes',
    upstream: json(400, { error: 'invalid_scope', error_description: 'x' }),
    answer: { status: 400, error: 'invalid_scope' },
  },
  {
    name: '401 JSON has our challenge, and no header of the provider',
    upstream: json(401, { error: 'invalid_client' }, { 'www-authenticate': 'Bearer realm="idp"', 'set-cookie': 'a=b' }),
    answer: invalidClient,
  },
  { name: '400 invalid_client', upstream: json(400, { error: 'invalid_client' }), answer: invalidClient },
  { name: '403 invalid_client', upstream: json(403, { error: 'invalid_client' }), answer: invalidClient },
  { name: '401 JSON without a challenge', upstream: json(401, { error: 'invalid_client' }), answer: invalidClient },
  { name: '401 without a body', upstream: text(401, ''), answer: invalidClient },
  { name: '403 without a body', upstream: text(403, ''), answer: invalidClient },
  {
    name: '400 without a body, code',
    upstream: text(400, ''),
    grant: 'authorization_code',
    answer: { status: 400, error: 'invalid_grant' },
  },
  {
    name: '400 without a body, refresh',
    upstream: text(400, ''),
    grant: 'refresh_token',
    answer: { status: 400, error: 'invalid_grant' },
  },
  { name: '400 without a body, own', upstream: text(400, ' '), answer: { status: 400, error: 'invalid_request' } },
  {
    name: '429 keeps Retry-After',
    upstream: json(429, { error: 'slow_down' }, { 'retry-after': '17' }),
    answer: { status: 429, error: 'temporarily_unavailable', headers: { 'retry-after': '17' } },
  },
  {
    name: '429 of a gateway, with a page',
    upstream: text(429, `<html>${SECRET}`, { 'retry-after': '3' }),
    answer: { status: 429, error: 'temporarily_unavailable', headers: { 'retry-after': '3' } },
  },
  { name: '200 HTML', upstream: text(200, `<html>${SECRET}`, { 'content-type': 'text/html' }) },
  { name: '200 without a body', upstream: text(200, '') },
  { name: '200 a JSON list', upstream: json(200, [SECRET]) },
  { name: '200 invalid JSON', upstream: text(200, `{"access_token":"${SECRET}"`) },
  { name: '200 of 2 MiB', upstream: text(200, JSON.stringify({ access_token: 'x'.repeat(2 * 1024 * 1024) })) },
  {
    name: '200 of 2 MiB, in chunks',
    upstream: (response) => {
      response.write('{"a":"');
      for (let at = 0; at < 32; at++) response.write('x'.repeat(65_536));
      response.end('"}');
    },
  },
  { name: '302', upstream: text(302, '', { location: 'http://127.0.0.1:1/elsewhere' }) },
  { name: '400 HTML', upstream: text(400, `<html>${SECRET}`) },
  { name: '404 JSON of another kind', upstream: json(404, { message: SECRET }) },
  {
    name: '400 server_error: the provider failed, not the client',
    upstream: json(400, { error: 'server_error', error_description: SECRET }),
  },
  { name: '404 without a body', upstream: text(404, '') },
  { name: '500 JSON', upstream: json(500, { error: SECRET }) },
  { name: '503 HTML', upstream: text(503, `<html>${SECRET}`) },
  { name: 'reset before the answer', upstream: (_response, _request, raw) => raw.socket.destroy() },
  {
    name: 'reset in the answer',
    upstream: (response, _request, raw) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"access_token":');
      setTimeout(() => raw.socket.resetAndDestroy(), 20);
    },
  },
  { name: 'no answer in time', upstream: () => undefined, isSilent: true },
  {
    name: 'half an answer in time',
    isSilent: true,
    upstream: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"access_token":"');
    },
  },
];

/** What other specifications and products say at the token endpoint, and the code of RFC 6749 5.2 that a client gets. */
const ownCodes: [status: number, body: unknown, grant: string, expected: string][] = [
  [400, { error: 'invalid_token' }, 'refresh_token', '400 invalid_grant'],
  [400, { error: 'expired_token' }, 'refresh_token', '400 invalid_grant'],
  [403, { error: 'access_denied' }, 'authorization_code', '400 invalid_grant'],
  [403, { error: 'access_denied' }, 'client_credentials', '400 unauthorized_client'],
  [400, { error: 'interaction_required' }, 'refresh_token', '400 invalid_grant'],
  [400, { error: 'invalid_request' }, 'refresh_token', '400 invalid_grant'],
  [400, { error: 'invalid_request' }, 'authorization_code', '400 invalid_request'],
  [400, { error: 'invalid_request' }, 'client_credentials', '400 invalid_request'],
  [403, { error: 'unauthorized_client' }, 'client_credentials', '400 unauthorized_client'],
  [401, { error: 'unauthorized' }, 'client_credentials', '401 invalid_client'],
  [400, { error: 'unknown_client' }, 'client_credentials', '401 invalid_client'],
  [400, { error: 'insufficient_scope' }, 'client_credentials', '400 invalid_scope'],
  [400, { error: 'invalid_target' }, 'client_credentials', '400 invalid_request'],
  [400, { error: 'E1234' }, 'client_credentials', '400 invalid_request'],
  [400, { error: 'E1234' }, 'authorization_code', '400 invalid_grant'],
  [422, { error: { code: 17 } }, 'client_credentials', '400 invalid_request'],
  [200, { error: 'invalid_grant' }, 'refresh_token', '400 invalid_grant'],
  [200, { error: 'bad_verification_code' }, 'authorization_code', '400 invalid_grant'],
  [200, { error: 'incorrect_client_credentials', access_token: null }, 'client_credentials', '401 invalid_client'],
  [400, { message: SECRET }, 'refresh_token', '400 invalid_grant'],
  [401, { detail: SECRET }, 'client_credentials', '401 invalid_client'],
];

describe('a forwarded token request', () => {
  let provider: ScriptedProvider;
  let identity: Identity;
  /** For the provider that does not answer. */
  let impatient: Identity;
  before(async () => {
    provider = await startScriptedProvider();
    identity = identityAt(provider.origin);
    impatient = identityAt(provider.origin, { timeoutMs: 1_000 });
  });
  after(async () => {
    await provider.close();
    await identity.close();
    await impatient.close();
  });
  beforeEach(() => {
    provider.received.length = 0;
  });

  const requestToken = (grant = 'client_credentials', to = identity) =>
    to.requestToken({
      form: new URLSearchParams({ grant_type: grant, client_secret: 'client-secret-1234' }),
      authorization: undefined,
      clientAddress: '203.0.113.9',
    });

  for (const row of rows) {
    const outcome = row.answer ? `${row.answer.status} ${row.answer.error ?? ''}` : '503';
    test(`${row.name} -> ${outcome}, one request`, async () => {
      provider.paths.set('/token', row.upstream);
      if (row.answer) {
        const answer = await requestToken(row.grant);
        assert.equal(answer.status, row.answer.status);
        assert.equal(answer.body.error, row.answer.error);
        assert.deepEqual(answer.headers, row.answer.headers ?? {});
        assert.doesNotMatch(JSON.stringify(answer), new RegExp(SECRET));
      } else await assertUnavailable(requestToken(row.grant, row.isSilent ? impatient : identity));
      assert.equal(provider.at('/token').length, 1);
    });
  }

  test('400 invalid_request for a refresh with a scope passes: the scope may be what is wrong', async () => {
    provider.paths.set('/token', json(400, { error: 'invalid_request' }));
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'r', scope: 'x' });
    const answer = await identity.requestToken({ form, authorization: undefined, clientAddress: '203.0.113.9' });
    assert.equal(answer.body.error, 'invalid_request');
  });

  for (const [status, body, grant, expected] of ownCodes) {
    test(`${status} ${JSON.stringify(body)} for ${grant} -> ${expected}`, async () => {
      provider.paths.set('/token', json(status, body));
      const answer = await requestToken(grant);
      assert.equal(`${answer.status} ${answer.body.error}`, expected);
      assert.equal(answer.headers['www-authenticate'] !== undefined, answer.status === 401);
      assert.doesNotMatch(JSON.stringify(answer), new RegExp(SECRET));
    });
  }

  test('an error has two members, and a description of printable ASCII', async () => {
    const error_description = `a "quoted"\n\\ text – ${'x'.repeat(2000)}`;
    provider.paths.set('/token', json(400, { error: 'invalid_scope', error_description, error_uri: 'x', trace: 'y' }));
    const { body } = await requestToken();
    assert.deepEqual(Object.keys(body), ['error', 'error_description']);
    assert.match(String(body.error_description), /^a 'quoted' \? text \? x+$/);
    assert.equal(String(body.error_description).length, 500);
  });

  test('nobody listens -> 503', async () => {
    const nowhere = identityAt(await freeOrigin());
    await assertUnavailable(requestToken('refresh_token', nowhere));
    await nowhere.close();
  });

  test('only the listed headers are forwarded', async () => {
    provider.paths.set('/token', json(200, { access_token: 'a' }));
    await identity.requestToken({
      form: new URLSearchParams({ grant_type: 'client_credentials' }),
      authorization: 'Basic YTpi',
      clientAddress: '203.0.113.9',
    });
    const headers = provider.at('/token')[0]?.headers ?? {};
    assert.equal(headers.authorization, 'Basic YTpi');
    assert.equal(headers['x-forwarded-for'], '203.0.113.9');
    const others = Object.keys(headers).filter((name) => !['host', 'connection', 'content-length'].includes(name));
    assert.deepEqual(others.sort(), [
      'accept',
      'authorization',
      'content-type',
      'x-forwarded-for',
      'x-service-client-address',
    ]);
  });

  test('client_credentials has the scope that the provider needs, other grants their own', async () => {
    const needy = identityAt(provider.origin, { clientCredentialsScope: 'all of-it' });
    provider.paths.set('/token', json(200, { access_token: 'a' }));
    await requestToken('client_credentials', needy);
    await requestToken('refresh_token', needy);
    const scopes = provider.at('/token').map(({ body }) => new URLSearchParams(body).get('scope'));
    assert.deepEqual(scopes, ['all of-it', null]);
    await needy.close();
  });

  test('a registration is JSON, and an empty 401 asks for an initial access token', async () => {
    const register = (authorization?: string) =>
      identity.registerClient({ redirect_uris: ['https://a.example/'] }, { authorization, clientAddress: '::1' });
    provider.paths.set('/register', json(201, { client_id: 'c' }));
    assert.equal((await register('Bearer initial')).status, 201);
    const [{ headers, body } = { headers: {}, body: '' }] = provider.at('/register');
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers.authorization, 'Bearer initial');
    assert.deepEqual(JSON.parse(body), { redirect_uris: ['https://a.example/'] });
    provider.paths.set('/register', text(401, ''));
    const unauthorized: ProviderAnswer = await register();
    assert.equal(unauthorized.status, 401);
    assert.equal(unauthorized.body.error, 'invalid_token');
    assert.match(unauthorized.headers['www-authenticate'] ?? '', /^Bearer /);
    provider.paths.set('/register', text(500, ''));
    await assertUnavailable(register());
    const codes: [number, unknown, string][] = [
      [400, { error: 'invalid_redirect_uri' }, '400 invalid_redirect_uri'],
      [400, { error: 'unapproved_software_statement' }, '400 invalid_client_metadata'],
      [400, { detail: 'x' }, '400 invalid_client_metadata'],
      [403, { error: 'access_denied' }, '401 invalid_token'],
      [200, { error: 'invalid_redirect_uri' }, '400 invalid_redirect_uri'],
      [404, '', '501 invalid_request'],
      [405, { error: 'x' }, '501 invalid_request'],
      [501, '', '501 invalid_request'],
    ];
    for (const [status, sent, expected] of codes) {
      provider.paths.set('/register', json(status, sent));
      const answer = await register();
      assert.equal(`${answer.status} ${answer.body.error}`, expected);
    }
  });
});

describe('the question which applications have a grant', () => {
  let provider: ScriptedProvider;
  let identity: Identity;
  before(async () => {
    provider = await startScriptedProvider();
    identity = identityAt(provider.origin);
  });
  after(async () => {
    await identity.close();
    await provider.close();
  });
  const [one, other] = [
    { sellerId: 'S1', application: 'one' },
    { sellerId: 'S1', application: 'other' },
  ];
  const ask = () => identity.grantedApplications([one, other]);

  test('is put beside the introspection endpoint, with the own client of the service', async () => {
    provider.paths.set(
      '/grants',
      json(200, { granted: [one, { sellerId: 'S2', application: 'other' }], names: { one: 'App One', other: 7 } }),
    );
    const { isGranted, nameOf } = await ask();
    assert.deepEqual([isGranted(one), isGranted(other)], [true, false]);
    assert.deepEqual([nameOf(one), nameOf(other)], ['App One', undefined]);
    const [{ headers, body } = { headers: {}, body: '' }] = provider.at('/grants');
    assert.equal(headers.authorization, `Basic ${btoa('service:own-secret-0815')}`);
    assert.deepEqual(JSON.parse(body), { applications: [one, other] });
    assert.equal(await identity.knowsGrants(), false, 'its discovery does not have the endpoint');
  });

  const noAnswers: [string, Behaviour][] = [
    ['a page', text(200, '<html>')],
    ['another JSON object', json(200, {})],
    ['no list', json(200, { granted: {} })],
    ['a list of something else', json(200, { granted: [null] })],
    ['401', json(401, { error: 'invalid_client' })],
    ['404', text(404, '')],
    ['500', json(500, { granted: [] })],
    ['a closed connection', (response) => void response.destroy()],
  ];
  for (const [name, behaviour] of noAnswers) {
    test(`has no answer when the provider sends ${name}: that must not look like a withdrawal`, async () => {
      provider.paths.set('/grants', behaviour);
      await assertUnavailable(ask());
    });
  }
});

async function assertUnavailable(work: Promise<unknown>): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof Fault, String(error));
    assert.equal(error.code, 'ServiceUnavailable');
    assert.equal(error.hints.retryAfterSeconds, 5);
    const texts = `${JSON.stringify(error.problems)} ${(error.cause as Error).stack}`;
    assert.doesNotMatch(texts, new RegExp(`${SECRET}|client-secret-1234`));
    return true;
  });
}
