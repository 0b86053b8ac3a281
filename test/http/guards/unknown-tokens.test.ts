import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import type { MaxWaiting } from '../../../src/http/guards/introspection-slots.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { startApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { identityAt, json, type ScriptedProvider, startScriptedProvider } from '../../harness/scripted-provider.ts';
import { until } from '../../harness/until.ts';

const good = { active: true, token_type: 'Bearer', client_id: 'app', sub: 'app', seller_id: 'S1' };

const route = (scope: FastifyInstance) => {
  const config = { right: 'seller-api:pricing:read' } as const;
  scope.get('/quick', { config, schema: { operationId: 'quick' } }, () => ({ ok: true }));
};

describe('requests that wait for anonymous budget', () => {
  let provider: ScriptedProvider;
  /** How many times the guard looked for a token in the cache. */
  let lookups: number;
  const cleanups: (() => Promise<unknown>)[] = [];

  beforeEach(async () => {
    provider = await startScriptedProvider();
    provider.paths.set('/introspect', json(200, good));
    lookups = 0;
  });
  afterEach(async () => {
    await provider.close();
    for (const cleanup of cleanups.splice(0)) await cleanup();
  });

  /** An app with this anonymous limit. Its clock stands still. */
  async function start(requests: number, options: { timeoutMs?: number; maxWaiting?: MaxWaiting } = {}) {
    const window = { requests, seconds: 60 };
    const limits = createRateLimits({ ...GENEROUS_PLAN, anonymous: { burst: window, sustained: window } }, () => 1_000);
    const endpoints = { introspection: `${provider.origin}/introspect` };
    const identity = identityAt(provider.origin, { endpoints, timeoutMs: options.timeoutMs ?? 20_000 });
    const isKnown = (token: string) => {
      lookups += 1;
      return identity.isKnown(token);
    };
    const bearer = bearerGuard({ ...identity, isKnown }, limits, { maxWaiting: options.maxWaiting });
    const groups = pathGroupsOf(bareService).map((group) => ({ ...group, routes: [route] }));
    const { app } = await startApp({ groups: groups.filter(({ guard }) => guard === 'bearer'), guards: { bearer } });
    cleanups.push(
      () => app.close(),
      () => identity.close(),
    );
    return (token: string, remoteAddress = '192.0.2.1') =>
      app.inject({ url: '/products/pricing/v4/quick', headers: { authorization: `Bearer ${token}` }, remoteAddress });
  }

  const tokens = (count: number, prefix = 'token') => Array.from({ length: count }, (_, n) => `${prefix}-${n}`);
  const countsOf = (answers: readonly { statusCode: number }[]) => {
    const counts: Record<number, number> = {};
    for (const { statusCode } of answers) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
    return counts;
  };

  test('200 for 1,000 good tokens at once with a limit of 50; the work grows with the requests, not with their square', async () => {
    const get = await start(50);
    const answers = await Promise.all(tokens(1_000).map((token) => get(token)));
    assert.deepEqual(countsOf(answers), { 200: 1_000 });
    assert.equal(provider.at('/introspect').length, 1_000);
    assert.ok(lookups <= 5_000, `${lookups} lookups`);
  });

  test('429 for those that bad tokens leave no budget, without a request to the provider', async () => {
    provider.paths.set('/introspect', (response, request, raw) =>
      json(200, request.body.includes('bad') ? { active: false } : good)(response, request, raw),
    );
    const get = await start(5);
    const mixed = [...tokens(4, 'bad'), ...tokens(20, 'good'), ...tokens(50, 'bad-too'), ...tokens(50, 'late')];
    const answers = await Promise.all(mixed.map((token) => get(token)));
    assert.deepEqual(countsOf(answers.slice(0, 24)), { 200: 20, 401: 4 });
    assert.deepEqual(countsOf(answers.slice(24)), { 401: 1, 429: 99 });
    assert.equal(answers.at(-1)?.headers['retry-after'], '60');
    assert.equal(provider.at('/introspect').length, 25);
  });

  test('503 after one timeout when the provider is silent, for all that wait', async () => {
    provider.paths.set('/introspect', () => undefined);
    // On a busy machine the five requests, and later the twenty, take a few hundred milliseconds to reach the provider.
    const get = await start(5, { timeoutMs: 1_000 });
    const answers = await Promise.all(tokens(100).map((token) => get(token)));
    assert.deepEqual(countsOf(answers), { 503: 100 });
    for (const { headers } of answers) {
      assert.equal(headers['retry-after'], '5');
      assert.ok(headers.ratelimit && headers['ratelimit-policy']);
    }
    assert.equal(provider.at('/introspect').length, 5);
    provider.paths.set('/introspect', json(200, good));
    assert.deepEqual(countsOf(await Promise.all(tokens(20).map((token) => get(token)))), { 200: 20 });
  });

  test('one introspection for a token that waits twice', async () => {
    const get = await start(1);
    const answers = await Promise.all(['first', 'twice', 'twice', 'last'].map((token) => get(token)));
    assert.deepEqual(countsOf(answers), { 200: 4 });
    assert.equal(provider.at('/introspect').length, 3);
  });

  test('429 at once when too many wait, per address and in total', async () => {
    const held: ServerResponse[] = [];
    provider.paths.set('/introspect', (response) => void held.push(response));
    const get = await start(1, { maxWaiting: { perAddress: 3, total: 4 } });
    const answers: { statusCode: number }[] = [];
    const send = (count: number, address: string) =>
      tokens(count, address).map(async (token) => void answers.push(await get(token, address)));
    const first = send(6, '192.0.2.1');
    await until(() => answers.length === 2);
    assert.deepEqual(countsOf(answers), { 429: 2 }, 'one in flight, three wait');
    const second = send(4, '192.0.2.2');
    await until(() => answers.length === 4);
    assert.deepEqual(countsOf(answers), { 429: 4 }, 'one in flight, one waits: four in total');
    await until(() => held.length === 2);
    provider.paths.set('/introspect', json(200, good));
    for (const response of held) response.end(JSON.stringify(good));
    await Promise.all([...first, ...second]);
    assert.deepEqual(countsOf(answers), { 200: 6, 429: 4 });
    const again = await Promise.all(tokens(4, 'again').map((token) => get(token)));
    assert.deepEqual(countsOf(again), { 200: 4 }, 'all places are free again');
  });
});
