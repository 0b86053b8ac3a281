import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Caller } from '../../src/domain/authorization/rights.ts';
import { Fault } from '../../src/domain/fault.ts';
import type { Identity } from '../../src/identity/identity.ts';
import type { IdentityOptions } from '../../src/identity/oidc.ts';
import { createLog } from '../../src/log/log.ts';
import {
  discoveryDocument,
  freeOrigin,
  identityAt,
  json,
  type ScriptedProvider,
  startScriptedProvider,
  text,
} from '../harness/scripted-provider.ts';

const good = { active: true, token_type: 'Bearer', client_id: 'app', sub: 'app', seller_id: 'SELLER-1' };

describe('the caller of a bearer token', () => {
  let provider: ScriptedProvider;
  let nowMs = 1_800_000_000_000;
  const opened: Identity[] = [];
  const open = (options: Partial<IdentityOptions> = {}) => {
    const identity = identityAt(provider.origin, { now: () => nowMs, monotonic: () => nowMs, ...options });
    opened.push(identity);
    return identity;
  };
  const introspections = () => provider.at('/introspect').length;
  before(async () => {
    provider = await startScriptedProvider();
  });
  after(async () => {
    await provider.close();
    await Promise.all(opened.map((identity) => identity.close()));
  });
  beforeEach(() => {
    provider.received.length = 0;
    provider.paths.set('/introspect', json(200, good));
    provider.paths.set('/.well-known/openid-configuration', json(200, discoveryDocument(provider.origin)));
  });

  test('a hit is the caller itself, not a promise', async () => {
    const identity = open();
    const first = await identity.callerOf('token-1');
    assert.equal(first?.sellerId, 'SELLER-1');
    assert.equal(identity.callerOf('token-1'), first);
    nowMs += 29_999;
    assert.equal(identity.callerOf('token-1'), first);
    nowMs += 1;
    const asking = identity.callerOf('token-1');
    assert.ok(asking instanceof Promise);
    await asking;
  });

  test('is not cached past exp', async () => {
    const identity = open();
    provider.paths.set('/introspect', json(200, { ...good, exp: nowMs / 1000 + 10 }));
    assert.ok(await identity.callerOf('token-1'));
    nowMs += 9_999;
    assert.equal((identity.callerOf('token-1') as Caller).clientId, 'app');
    nowMs += 1;
    assert.equal(await identity.callerOf('token-1'), undefined);
    assert.equal(introspections(), 2);
  });

  test('the reason of a refusal is logged once, at info, without the token', async () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const identity = open({ log });
    for (const answer of [
      { active: false },
      { ...good, token_type: undefined },
      { ...good, token_type: 'token-4711' },
    ]) {
      provider.paths.set('/introspect', json(200, answer));
      nowMs += 5_000;
      for (let n = 0; n < 2; n += 1) assert.equal(await identity.callerOf('token-4711'), undefined);
    }
    const written = lines.map((line) => JSON.parse(line));
    assert.deepEqual(
      written.map(({ level, msg }) => [level, msg]),
      Array(3).fill([written[0].level, 'a token was refused']),
    );
    assert.match(written[0].reason, /not active/);
    assert.match(written[1].reason, /IDP_UNTYPED_TOKENS/);
    assert.match(written[2].reason, /token_type/);
    assert.doesNotMatch(lines.join(), /4711/);
  });

  test('a bad token is cached for 5 s', async () => {
    const identity = open();
    provider.paths.set('/introspect', json(200, { active: false }));
    assert.equal(await identity.callerOf('token-1'), undefined);
    assert.equal(identity.callerOf('token-1'), undefined);
    assert.equal(introspections(), 1);
    nowMs += 5_000;
    assert.equal(await identity.callerOf('token-1'), undefined);
    assert.equal(introspections(), 2);
  });

  test('the cache has a maximum size and evicts the least recently used', async () => {
    const identity = open({ cache: { size: 3 } });
    for (const token of ['a', 'b', 'c']) await identity.callerOf(token);
    assert.ok(!(identity.callerOf('a') instanceof Promise));
    await identity.callerOf('d');
    assert.ok(!(identity.callerOf('a') instanceof Promise));
    const asking = identity.callerOf('b');
    assert.ok(asking instanceof Promise);
    await asking;
  });

  test('a flood of made-up tokens does not evict a good one', async () => {
    const identity = open({ cache: { size: 3 } });
    await identity.callerOf('good');
    provider.paths.set('/introspect', json(200, { active: false }));
    for (let at = 0; at < 10; at++) await identity.callerOf(`bad-${at}`);
    assert.ok(!(identity.callerOf('good') instanceof Promise));
  });

  test('50 concurrent requests share one discovery and one introspection', async () => {
    const identity = open();
    const callers = await Promise.all(Array.from({ length: 50 }, async () => identity.callerOf('token-1')));
    assert.ok(callers.every((caller) => caller?.clientId === 'app'));
    assert.equal(introspections(), 1);
    assert.equal(provider.at('/.well-known/openid-configuration').length, 1);
  });

  test('a malformed token never reaches the provider', () => {
    const identity = open();
    for (const token of ['', ' ', 'a b', 'a\nb', 'a"b', 'ä', '=a', 'a=b', 'x'.repeat(4097)]) {
      assert.equal(identity.callerOf(token), undefined, token);
    }
    assert.equal(provider.received.length, 0);
  });

  for (const [method, expected] of [
    ['basic', { authorization: `Basic ${btoa('ser%3Avice:own+secret%2B')}`, form: {} }],
    ['post', { authorization: undefined, form: { client_id: 'ser:vice', client_secret: 'own secret+' } }],
    ['bearer', { authorization: 'Bearer own secret+', form: {} }],
  ] as const) {
    test(`the service authenticates by ${method}`, async () => {
      const identity = open({ introspection: { clientId: 'ser:vice', clientSecret: 'own secret+', method } });
      await identity.callerOf('token-1');
      const [{ headers, body } = { headers: {}, body: '' }] = provider.at('/introspect');
      assert.equal(headers.authorization, expected.authorization);
      const form = Object.fromEntries(new URLSearchParams(body));
      assert.deepEqual(form, { token: 'token-1', token_type_hint: 'access_token', ...expected.form });
    });
  }

  const failures = {
    'own credential rejected, 401': json(401, { error: 'invalid_client' }),
    'own credential rejected, 403': text(403, ''),
    'a server error': json(500, good),
    'a page': text(200, '<html>'),
    'an answer without active': json(200, { client_id: 'app' }),
    'a redirect': text(302, '', { location: '/elsewhere' }),
  };
  for (const [name, behaviour] of Object.entries(failures)) {
    test(`${name} is 503, neither a rejection nor an admission, and not cached`, async () => {
      const identity = open();
      provider.paths.set('/introspect', behaviour);
      for (let time = 0; time < 2; time++) await assertUnavailable(identity.callerOf('token-1'));
      await assertUnavailable(identity.ping());
      provider.paths.set('/introspect', json(200, good));
      assert.equal((await identity.callerOf('token-1'))?.clientId, 'app');
      await identity.ping();
    });
  }

  test('503 for new tokens while the provider is down; cached ones stay valid until they expire', async () => {
    const mortal = await startScriptedProvider();
    mortal.paths.set('/introspect', json(200, good));
    const identity = identityAt(mortal.origin, { now: () => nowMs, monotonic: () => nowMs });
    await identity.callerOf('known');
    await mortal.close();
    assert.equal((identity.callerOf('known') as Caller).clientId, 'app');
    await assertUnavailable(identity.callerOf('other'));
    nowMs += 30_000;
    await assertUnavailable(identity.callerOf('known'));
    await identity.close();
  });

  test('503 when discovery fails or names another issuer, and the next request repeats it', async () => {
    const identity = open();
    const path = '/.well-known/openid-configuration';
    const document = discoveryDocument(provider.origin);
    const { introspection_endpoint: _left, ...incomplete } = document;
    const wrong = [
      json(500, {}),
      text(200, '<html>'),
      json(200, { ...document, issuer: 'https://evil.example' }),
      json(200, incomplete),
      json(200, { ...document, introspection_endpoint: 'javascript:1' }),
    ];
    for (const behaviour of wrong) {
      provider.paths.set(path, behaviour);
      await assertUnavailable(identity.callerOf('token-1'));
    }
    provider.paths.set(path, json(200, document));
    assert.ok(await identity.callerOf('token-1'));
    assert.equal(introspections(), 1);
    assert.equal(await identity.authorizationEndpoint(), `${provider.origin}/authorize`);
    assert.equal(provider.at(path).length, wrong.length + 1);
  });

  test('an endpoint that moved is found again after one failure', async () => {
    const identity = open();
    await identity.callerOf('token-1');
    provider.paths.set('/introspect', text(404, ''));
    provider.paths.set('/moved', json(200, good));
    const moved = { ...discoveryDocument(provider.origin), introspection_endpoint: `${provider.origin}/moved` };
    provider.paths.set('/.well-known/openid-configuration', json(200, moved));
    await assertUnavailable(identity.callerOf('token-2'));
    assert.ok(await identity.callerOf('token-2'));
  });

  test('configured endpoints need no discovery', async () => {
    const nowhere = await freeOrigin();
    const endpoints = {
      introspection: `${provider.origin}/introspect`,
      authorization: 'https://front.example/authorize',
    };
    const identity = open({ issuer: nowhere, endpoints });
    assert.ok(await identity.callerOf('token-1'));
    assert.equal(await identity.authorizationEndpoint(), 'https://front.example/authorize');
    const elsewhere = open({ issuer: 'https://issuer.example', discoveryUrl: `${provider.origin}/d` });
    provider.paths.set('/d', json(200, { ...discoveryDocument(provider.origin), issuer: 'https://issuer.example' }));
    assert.ok(await elsewhere.callerOf('token-1'));
  });
});

async function assertUnavailable(work: unknown): Promise<void> {
  await assert.rejects(Promise.resolve(work), (error) => {
    assert.ok(error instanceof Fault && error.code === 'ServiceUnavailable', String(error));
    assert.doesNotMatch((error.cause as Error).stack ?? '', /own-secret-0815|token-[12]/);
    return true;
  });
}
