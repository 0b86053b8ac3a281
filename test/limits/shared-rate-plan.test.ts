// run: mostly waiting

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import type { RatePlan } from '../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../src/http/guards/bearer.ts';
import { createRateLimits, type LimitsUse } from '../../src/http/guards/rate-limit.ts';
import { sharedLimitMetricsIn } from '../../src/http/metrics/shared-limit-metrics.ts';
import { limitState } from '../../src/roles/api/limits.ts';
import { startApp } from '../harness/app.ts';
import { bareService } from '../harness/bare-service.ts';
import { startProvider } from '../harness/provider.ts';
import { type RedisServer, startRedis } from '../harness/redis.ts';
import { until } from '../harness/until.ts';
import { limitsOf, startTestProcesses, stopAll, type TestProcess } from './harness.ts';

const plan: RatePlan = {
  default: limitsOf(6, 100),
  operations: { ample: limitsOf(1_000, 10_000), tight: limitsOf(5, 7, 1, 60) },
  anonymous: limitsOf(4, 100),
  client: limitsOf(2, 100),
  address: limitsOf(5, 100),
};

describe('a rate plan that two processes share', () => {
  let redis: RedisServer;
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let processes: TestProcess[];
  let apps: FastifyInstance[];
  const uses: LimitsUse[] = [];
  before(async () => {
    redis = await startRedis();
    provider = await startProvider();
    processes = await startTestProcesses(redis.url, 2);
    apps = await Promise.all(processes.map(appOver));
  });
  after(async () => {
    await Promise.all(apps.map((app) => app.close()));
    await stopAll(processes);
    await Promise.all([provider.close(), redis.close()]);
  });

  async function appOver(shared: TestProcess): Promise<FastifyInstance> {
    const limits = createRateLimits(plan, undefined, shared);
    uses.push(limits.use);
    const operations = { bearer: ['quick', 'ample', 'tight', 'down', 'other'], counted: ['grant'], none: [] };
    const groups = pathGroupsOf(bareService).map((group) => ({
      ...group,
      routes: operations[group.guard].map((operationId) => (scope: FastifyInstance) => {
        const config = { right: 'seller-api:pricing:read' } as const;
        const method = group.guard === 'bearer' ? 'GET' : 'POST';
        scope.route({ method, url: `/${operationId}`, config, schema: { operationId }, handler: () => ({ ok: true }) });
      }),
    }));
    const { app } = await startApp({
      groups,
      guards: { bearer: bearerGuard(provider.identity, limits), counted: limits },
    });
    return app;
  }

  const get = (n: number, operation: string, token = 'seller') =>
    (apps[n % 2] as FastifyInstance).inject({
      url: `/products/pricing/v4/${operation}`,
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });
  const statuses = (answers: { statusCode: number }[]) =>
    answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other);

  test('429 at both processes when the sum has reached the plan', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => get(n, 'quick')));
    assert.deepEqual(statuses(answers), [...Array(6).fill(200), ...Array(4).fill(429)]);
    for (const n of [0, 1]) {
      const { statusCode, headers } = await get(n, 'quick');
      assert.equal(statusCode, 429);
      assert.equal(headers['ratelimit-policy'], '"burst";q=6;w=60, "sustained";q=100;w=60');
      assert.match(String(headers.ratelimit), /^"burst";r=0;t=(60|5\d), "sustained";r=94;t=(60|5\d)$/);
      assert.match(String(headers['retry-after']), /^(60|5\d)$/);
    }
  });

  test('200 once Retry-After has passed, at any process', async () => {
    const accepted = await Promise.all(Array.from({ length: 6 }, (_, n) => get(n, 'tight')));
    assert.deepEqual(statuses(accepted), [200, 200, 200, 200, 200, 429]);
    const rejected = await get(1, 'tight');
    assert.equal(rejected.headers['retry-after'], '1');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    assert.equal((await get(0, 'tight')).statusCode, 200);
  });

  test('200 with what is left of the whole plan, as far as the process knows', async () => {
    const left = async (n: number) => /^"burst";r=(\d+);/.exec(String((await get(n, 'ample')).headers.ratelimit))?.[1];
    assert.equal(await left(0), '999');
    assert.equal(await left(0), '998');
    const other = Number(await left(1));
    assert.ok(other < 998 && other > 700, `${other}: without what the first process has taken ahead`);
  });

  test('200 for many requests at once with a good token that is not cached: each process counts it once as unknown', async () => {
    const unknown = () => uses.reduce((sum, { anonymous }) => sum + anonymous.accepted + anonymous.refused, 0);
    const before = unknown();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => get(n, 'ample', 'for.S7')));
    assert.deepEqual(new Set(statuses(answers)), new Set([200]));
    assert.ok(unknown() - before <= 2, `${unknown() - before}`);
  });

  test('429 for made-up tokens, missing ones and unknown paths of one address over both; good tokens use up nothing', async () => {
    const good = await Promise.all(
      Array.from({ length: 10 }, (_, n) => get(n, 'other', n < 5 ? 'seller' : 'other-seller')),
    );
    assert.ok(good.every(({ statusCode }) => statusCode === 200 || statusCode === 429));
    const invented = await Promise.all(Array.from({ length: 9 }, (_, n) => get(n, 'other', `made-up-${n}`)));
    assert.deepEqual(statuses(invented), [401, 401, 401, 401, 429, 429, 429, 429, 429]);
    assert.equal((await get(1, 'other', '')).statusCode, 429);
    for (const [path, status] of [
      ['nowhere', 404],
      ['%ff', 400],
    ] as const) {
      for (let n = 0; n < 2; n += 1) assert.equal((await get(n, path)).statusCode, status);
    }
    assert.equal((await get(0, '%ff')).statusCode, 429, 'both kinds of paths that are not there share a limit');
  });

  test('429 at the authorization endpoints by client and by address over both', async () => {
    const post = (n: number, client: string) =>
      (apps[n % 2] as FastifyInstance).inject({
        method: 'POST',
        url: '/auth/v4/grant',
        headers: { 'content-type': 'application/json' },
        payload: { client_id: client },
      });
    const byClient = [await post(0, 'a'), await post(1, 'a'), await post(0, 'a')];
    assert.deepEqual(statuses(byClient), [200, 200, 429]);
    const byAddress = [await post(1, 'b'), await post(0, 'c'), await post(1, 'd')];
    assert.deepEqual(statuses(byAddress), [200, 200, 429]);
  });

  test('200 within the divided plan, at once, while the server cannot be used; then counted, told and shared again', async () => {
    const [one] = processes as [TestProcess];
    const registry = new Registry();
    sharedLimitMetricsIn(registry, one);
    const metric = async (name: string) => new RegExp(`^${name} (.*)$`, 'm').exec(await registry.metrics())?.[1];
    assert.deepEqual([await metric('rate_limit_server_broken'), await metric('rate_limit_fallback_total')], ['0', '0']);
    assert.equal(limitState(one).state, 'ok');
    await redis.kill();
    await until(() => processes.every((process) => process.isBroken()));
    for (const n of [0, 1]) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => get(n, 'down')));
      assert.deepEqual(statuses(answers), [200, 200, 200, 429, 429], 'half of 6 for each of two processes');
      assert.match(String(answers[0]?.headers.ratelimit), /^"burst";r=2;t=60, "sustained";r=49;t=60$/);
      assert.equal(answers[0]?.headers['ratelimit-policy'], '"burst";q=6;w=60, "sustained";q=100;w=60');
    }
    assert.deepEqual([await metric('rate_limit_server_broken'), await metric('rate_limit_fallback_total')], ['1', '5']);
    assert.equal(await metric('rate_limit_processes'), '2');
    assert.equal(limitState(one).state, 'degraded');
    await redis.restart();
    await until(() => processes.every((process) => !process.isBroken()));
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => get(n, 'down')));
    assert.deepEqual(statuses(answers), [...Array(6).fill(200), 429, 429]);
    assert.equal(await metric('rate_limit_server_broken'), '0');
  });
});
