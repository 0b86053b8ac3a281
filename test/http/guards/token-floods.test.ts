import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import type { MaxWaiting } from '../../../src/http/guards/introspection-slots.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import type { Identity } from '../../../src/identity/identity.ts';
import { errorsOf, startApp, type TestApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { identityAt, json, type ScriptedProvider, startScriptedProvider } from '../../harness/scripted-provider.ts';
import { until } from '../../harness/until.ts';

const FLOOD = '192.0.2.1';
const HONEST = '198.51.100.7';
const good = { active: true, token_type: 'Bearer', client_id: 'app', gty: 'client_credentials', seller_id: 'S1' };

/** The provider answers about everything but what the flood sends: that it keeps until the end. */
describe('a flood without a valid token, under the default plan', () => {
  let provider: ScriptedProvider;
  let identity: Identity;
  let started: TestApp;
  let held: ServerResponse[];
  let nowMs: number;

  const route = (scope: FastifyInstance) => {
    const config = { right: 'seller-api:pricing:read' } as const;
    scope.get('/quick', { config, schema: { operationId: 'quick' } }, () => ({ ok: true }));
  };
  const groups = () =>
    pathGroupsOf({ ...bareService, identity }).map((group) =>
      group.guard === 'bearer' ? { ...group, routes: [route] } : group,
    );

  const start = async (options: { maxWaiting?: MaxWaiting; timeoutMs?: number } = {}) => {
    const { timeoutMs = 30_000 } = options;
    identity = identityAt(provider.origin, { timeoutMs, monotonic: () => nowMs });
    const limits = createRateLimits(GENEROUS_PLAN);
    const bearer = bearerGuard(identity, limits, { maxWaiting: options.maxWaiting });
    started = await startApp({ groups: groups(), guards: { bearer, counted: limits }, logLevel: 'silent' });
  };
  beforeEach(async () => {
    held = [];
    nowMs = 1_000;
    provider = await startScriptedProvider();
    provider.paths.set('/introspect', (response, request, raw) => {
      if (request.body.includes('made-up')) held.push(response);
      else json(200, good)(response, request, raw);
    });
    provider.paths.set('/token', (response, request, raw) => {
      if (request.body.includes('nobody')) held.push(response);
      else json(200, { access_token: 'new', token_type: 'Bearer', expires_in: 900 })(response, request, raw);
    });
  });
  afterEach(async () => {
    await provider.close();
    await started.app.close();
    await identity.close();
  });

  const get = (token: string, remoteAddress = FLOOD, prefix = '/products/pricing/v4') =>
    started.app.inject({ url: `${prefix}/quick`, headers: { authorization: `Bearer ${token}` }, remoteAddress });
  const requestToken = (clientId: string, remoteAddress = FLOOD) =>
    started.app.inject({
      ...{ method: 'POST', url: '/auth/v4/token', remoteAddress },
      payload: { grant_type: 'client_credentials', client_id: clientId, client_secret: 'secret' },
    });
  const many = <T>(count: number, send: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => send(n));
  /** Ends what the provider keeps, until all have their answer. */
  const release = async (status: number, body: object, flood: readonly Promise<{ statusCode: number }>[]) => {
    let isOver = false;
    const all = Promise.all(flood).finally(() => (isOver = true));
    while (!isOver) {
      for (const response of held.splice(0)) {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      }
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    return new Set((await all).map(({ statusCode }) => statusCode));
  };
  const gauge = async (name: string) =>
    Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await started.metricsText())?.[1]);
  const askedAbout = (token: string) => provider.at('/introspect').filter(({ body }) => body.includes(token)).length;

  test('of made-up tokens reaches the provider 32 at a time; cached, renewed, returning and new tokens of others are answered', async () => {
    await start();
    for (const token of ['cached', 'returning']) assert.equal((await get(token)).statusCode, 200);
    const flood = many(150, (n) => get(`made-up-${n}`));
    await until(() => held.length === 32);
    assert.equal((await get('new', HONEST)).statusCode, 200);
    nowMs += 25_000;
    assert.equal((await get('cached')).statusCode, 200);
    await until(() => askedAbout('cached') === 2);
    nowMs += 10_000;
    assert.equal((await get('cached')).statusCode, 200, 'it was renewed before its time was over');
    assert.equal((await get('returning')).statusCode, 200, 'from the same address as the flood');
    assert.equal((await requestToken('shop', HONEST)).statusCode, 200);
    assert.equal(held.length, 32);
    assert.deepEqual(await release(200, { active: false }, flood), new Set([401]));
    await until(() => identity.use.provider.pending() === 0);
    assert.equal(await gauge('http_refusals_held'), 0);
    await until(async () => (await gauge('http_senders')) === 0);
  });

  test('of made-up tokens waits up to a bound; the rest is refused in the envelope of its path, and nothing is wrong with the provider', async () => {
    await start({ maxWaiting: { perAddress: 10, total: 20 } });
    const flood = many(42, (n) => get(`made-up-${n}`));
    await until(() => held.length === 32);
    for (const group of groups().filter(({ guard }) => guard === 'bearer')) {
      const answer = await get('made-up-more', FLOOD, group.prefix);
      assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [503, '1']);
      const [error] = errorsOf(group, answer);
      assert.equal(error?.code, 'ServiceUnavailable');
      assert.match(error?.text ?? '', /from your address wait to be checked/);
    }
    assert.equal((await get('new', HONEST)).statusCode, 200);
    assert.equal(identity.hasFailedLately(), false);
    assert.deepEqual(await release(200, { active: false }, flood), new Set([401]));
  });

  test('of made-up tokens fails as a whole when the provider does: nobody waits for one timeout after the other', async () => {
    await start({ timeoutMs: 500 });
    const answers = await Promise.all(many(100, (n) => get(`made-up-${n}`)));
    assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([503]));
    assert.equal(provider.at('/introspect').length, 32);
  });

  test('from very many addresses leaves connections to the service itself: a token in use is renewed', async () => {
    await start();
    assert.equal((await get('cached', HONEST)).statusCode, 200);
    const flood = many(120, (n) => get(`made-up-${n}`, `10.0.0.${n}`));
    await until(() => held.length === 40);
    nowMs += 25_000;
    assert.equal((await get('cached', HONEST)).statusCode, 200);
    await until(() => askedAbout('cached') === 2);
    assert.deepEqual(await release(200, { active: false }, flood), new Set([401]));
  });

  test('of wrong clients has 32 requests at the provider; token requests of another address are answered', async () => {
    await start();
    const flood = many(150, (n) => requestToken(`nobody-${n}`));
    await until(() => held.length === 32);
    for (const answer of await Promise.all(many(20, () => requestToken('shop', HONEST))))
      assert.equal(answer.statusCode, 200);
    assert.equal((await get('new', HONEST)).statusCode, 200);
    assert.equal(held.length, 32);
    assert.deepEqual(await release(401, { error: 'invalid_client' }, flood), new Set([401]));
    await until(() => identity.use.provider.pending() === 0);
  });
});
