import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FastifyInstance, HTTPMethods, InjectOptions, RouteOptions } from 'fastify';
import { request } from 'undici';
import { isNamedRight } from '../../../src/domain/authorization/rights.ts';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import type { PathGroup } from '../../../src/http/app/path-group.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard, sellerOf } from '../../../src/http/guards/bearer.ts';
import { ANY_SELLER_RIGHT } from '../../../src/http/guards/needed-right.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { type Market, openMarket } from '../../../src/market/market.ts';
import { onEngine } from '../../db/engines.ts';
import { errorsOf, startApp, type TestApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { introspectionOnly, startProvider } from '../../harness/provider.ts';
import { isTorture } from '../../harness/scale.ts';

/** A route of each group beside the product's own, so that every envelope is tested. */
const ownRoute = (scope: FastifyInstance) => {
  const config = { right: 'seller-api:pricing:read' } as const;
  scope.post('/guarded/:SellerSKU', { config }, (request) => ({ seller: sellerOf(request) }));
};

type Guarded = { group: PathGroup; method: HTTPMethods; url: string; right: string };

/** The product's groups, each with a listener to what it mounts: new routes are tested automatically. */
function guardedRoutes(market: Market): { groups: PathGroup[]; routes: Guarded[] } {
  const routes: Guarded[] = [];
  const applyStream = () => Promise.reject(new Error('a caller without the right came through'));
  const groups = pathGroupsOf({ ...bareService, market, applyStream }).map((group): PathGroup => {
    if (group.guard !== 'bearer') return group;
    const listen = (scope: FastifyInstance) => {
      scope.addHook('onRoute', ({ method, url, config }: RouteOptions) => {
        for (const one of [method].flat()) {
          routes.push({ group, method: one as HTTPMethods, url, right: String(config?.right) });
        }
      });
    };
    return { ...group, routes: [listen, ownRoute, ...group.routes] };
  });
  return { groups, routes };
}

const limits = () => createRateLimits(GENEROUS_PLAN);

type Row = { name: string; headers: Record<string, string>; message?: RegExp; challenge: RegExp };

/** These are sent to every route. The guard reads all others before it knows the route: in `npm test` they go to one of each group and method. */
const ON_EVERY_ROUTE = ['401 no token', '401 unknown'];

const noError = /^Bearer realm="[^"]+"$/;
const invalidToken = /^Bearer realm="[^"]+", error="invalid_token"/;
const how = /Authorization: Bearer/;

const rows: Row[] = [
  { name: '401 no token', headers: {}, message: how, challenge: noError },
  { name: '401 another scheme', headers: { authorization: 'Basic YTpi' }, message: how, challenge: noError },
  { name: '401 the scheme alone', headers: { authorization: 'Bearer' }, message: how, challenge: noError },
  {
    name: '401 two words',
    headers: { authorization: 'Bearer seller x' },
    message: /malformed/,
    challenge: invalidToken,
  },
  { name: '401 bytes no token has', headers: { authorization: 'Bearer se"ller' }, challenge: invalidToken },
  { name: '401 unknown', headers: { authorization: 'Bearer nobody' }, message: /not valid/, challenge: invalidToken },
  { name: '401 expired', headers: { authorization: 'Bearer expired' }, challenge: invalidToken },
  { name: '401 revoked', headers: { authorization: 'Bearer delegated' }, challenge: invalidToken },
  { name: '401 a refresh token', headers: { authorization: 'Bearer refresh' }, challenge: invalidToken },
  { name: '401 a v3 header alone', headers: { 'x-store-access-token': 'seller' }, message: how, challenge: noError },
  { name: '401 a v3 header, underlined', headers: { store_access_token: 'seller' }, message: how, challenge: noError },
];

onEngine('sqlite', 'the bearer guard', (engine) => {
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let service: TestApp;
  let down: TestApp;
  let market: Market;
  let routes: Guarded[];
  const deadIdentity = introspectionOnly('http://127.0.0.1:1');

  before(async () => {
    provider = await startProvider({ positiveMs: 0, negativeMs: 0 });
    market = openMarket(await (await engine.migrated()).open(), Date.now, { priceChanges: 'direct' });
    const guarded = guardedRoutes(market);
    routes = guarded.routes;
    service = await startApp({
      groups: guarded.groups,
      guards: { bearer: bearerGuard(provider.identity, limits()) },
    });
    const table = guardedRoutes(market).groups;
    down = await startApp({ groups: table, guards: { bearer: bearerGuard(deadIdentity, limits()) } });
  });
  after(async () => {
    await Promise.all([service.app.close(), down.app.close()]);
    await Promise.all([provider.close(), deadIdentity.close()]);
  });

  /** To every guarded route, with a body that would be 415, and a token where none counts. */
  async function everywhere(app: FastifyInstance, headers: Record<string, string>, some: readonly Guarded[] = routes) {
    assert.ok(some.length >= 8);
    return Promise.all(
      some.map(async (route) => {
        const url = `${route.url.replace(/:\w+/g, 'X')}?access_token=seller`;
        const request: InjectOptions = { method: route.method as 'GET', url, headers };
        if (route.method === 'POST') {
          request.headers = { 'content-type': 'text/plain', ...headers };
          request.payload = 'access_token=seller';
        }
        const answer = await app.inject(request);
        const name = `${route.method} ${route.url}: ${answer.body}`;
        assert.match(String(answer.headers['ratelimit-policy']), /^"burst";q=\d+;w=1, "sustained";q=\d+;w=60$/, name);
        assert.match(String(answer.headers.ratelimit), /^"burst";r=\d+;t=\d+, "sustained";r=\d+;t=\d+$/, name);
        const isError = route.method !== 'HEAD' && answer.statusCode >= 400;
        const error = isError ? errorsOf(route.group, answer)[0] : undefined;
        return { ...route, name, answer, error };
      }),
    );
  }

  const oneOfEachKind = () => [...new Map(routes.map((one) => [`${one.method} ${one.group.prefix}`, one])).values()];

  for (const { name, headers, message, challenge } of rows) {
    const isEvery = isTorture || ON_EVERY_ROUTE.includes(name);
    test(`${name}, on ${isEvery ? 'every route' : 'a route of each group and method'}`, async () => {
      if (name.includes('revoked')) provider.revoke('delegated');
      const some = isEvery ? routes : oneOfEachKind();
      for (const { answer, error, name: route } of await everywhere(service.app, headers, some)) {
        assert.equal(answer.statusCode, 401, route);
        assert.match(String(answer.headers['www-authenticate']), challenge, route);
        if (!error) continue;
        assert.equal(error.code, 'Unauthorized');
        if (message) assert.match(error.text, message);
      }
      provider.restore('delegated');
    });
  }

  test('403 a token without the right names it, on every route', async () => {
    for (const { answer, error, right, name } of await everywhere(service.app, { authorization: 'Bearer no-rights' })) {
      assert.equal(answer.statusCode, 403, name);
      const scope = right === ANY_SELLER_RIGHT ? '' : `, scope="${right}"`;
      const challenge = `Bearer realm="seller-api", error="insufficient_scope"${scope}`;
      assert.equal(answer.headers['www-authenticate'], challenge, name);
      if (!error) continue;
      assert.equal(error.code, 'AccessDenied');
      assert.match(error.text, right === ANY_SELLER_RIGHT ? /any of the rights seller-api:/ : new RegExp(right));
    }
  });

  test("403 an operator's token on a seller's route, a seller's on an operator's", async () => {
    const isOperators = (right: string) => right.startsWith('operator:');
    // This token may change market data; other rights of the operator have to be named (decision 55).
    const has = (right: string) => right.startsWith('operator:market:');
    for (const { answer, error, right, name } of await everywhere(service.app, { authorization: 'Bearer operator' })) {
      assert.equal(answer.statusCode === 403, !has(right), name);
      if (error && !isOperators(right)) assert.match(error.text, /acts for no seller/);
    }
    for (const { answer, right, name } of await everywhere(service.app, { authorization: 'Bearer seller' })) {
      // Its own token has the basic rights (decision 51).
      assert.equal(answer.statusCode === 403, isOperators(right) || isNamedRight(right), name);
    }
  });

  test('503 the provider is down, with Retry-After, on every route', async () => {
    for (const { answer, error, name } of await everywhere(down.app, { authorization: 'Bearer seller' })) {
      assert.equal(answer.statusCode, 503, name);
      assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/, name);
      if (error) assert.equal(error.code, 'ServiceUnavailable');
    }
  });

  test('401 and not 503 without a token while the provider is down', async () => {
    for (const { answer, name } of await everywhere(down.app, {})) assert.equal(answer.statusCode, 401, name);
  });

  const pricing = '/products/pricing/v4/guarded/X';
  const send = (app: FastifyInstance, authorization: string, payload?: string) =>
    app.inject({ method: 'POST', url: pricing, headers: { authorization }, ...(payload ? { payload } : {}) });

  test('401 two Authorization headers, whatever their values', async () => {
    const { port } = new URL(await service.app.listen({ port: 0, host: '127.0.0.1' }));
    for (const second of ['Bearer seller', 'Bearer other-seller', 'Basic YTpi', 'x']) {
      const headers = ['Authorization', 'Bearer seller', 'x', 'y', 'AUTHORIZATION', second];
      const answer = await request(`http://127.0.0.1:${port}${pricing}`, { method: 'POST', headers });
      assert.equal(answer.statusCode, 401, second);
      assert.match(String(answer.headers['www-authenticate']), invalidToken);
      assert.match(await answer.body.text(), /more than one Authorization header/);
    }
    const headers = ['Authorization', 'Bearer seller', 'x-token-value', 'Bearer seller'];
    const answer = await request(`http://127.0.0.1:${port}${pricing}`, { method: 'POST', headers });
    assert.equal(answer.statusCode, 200, 'another name of the same length');
    await answer.body.dump();
  });

  test('401 before 413: the body is not read', async () => {
    assert.equal((await send(service.app, 'Bearer nobody', 'x'.repeat(2 * 1024 * 1024))).statusCode, 401);
  });

  test("200 the caller is the token's seller; the scheme matches in any case", async () => {
    for (const authorization of ['Bearer seller', 'bearer seller', 'BEARER   delegated']) {
      const answer = await send(service.app, authorization);
      assert.deepEqual(answer.json(), { seller: 'S1' });
    }
    assert.deepEqual((await send(service.app, 'Bearer other-seller')).json(), { seller: 'S2' });
  });

  test('the log line of a request has the client id and the seller id of its token, and never the token', async () => {
    const rows = [
      ['seller', 200, 'app-1', 'S1'],
      ['delegated', 200, 'app-2', 'S1'],
      ['no-rights', 403, 'app-2', 'S1'],
      ['operator', 403, 'op', undefined],
      ['nobody', 401, undefined, undefined],
      ['expired', 401, undefined, undefined],
    ];
    for (const [token, ...expected] of rows) {
      service.logLines.length = 0;
      await send(service.app, `Bearer ${token}`);
      const { status, clientId, sellerId } = JSON.parse(service.logLines.at(-1) ?? '');
      assert.deepEqual([status, clientId, sellerId], expected);
      assert.ok(!service.logLines.join('').includes(`"${token}"`), `${token} is in the log`);
    }
  });

  test('200 with a cached token without a request to the provider', async () => {
    const caching = await startProvider();
    const guards = { bearer: bearerGuard(caching.identity, limits()) };
    const { app } = await startApp({ groups: guardedRoutes(market).groups, guards });
    for (let n = 0; n < 5; n += 1) assert.equal((await send(app, 'Bearer seller')).statusCode, 200);
    assert.equal(caching.introspections, 1);
    await app.close();
    await caching.close();
  });

  test('the service does not start with a guarded route that declares no right', async () => {
    for (const options of [{}, { schema: { hide: true } }]) {
      const careless = (scope: FastifyInstance) => void scope.get('/careless', options, () => ({}));
      const table = guardedRoutes(market).groups.map((group) => ({ ...group, routes: [...group.routes, careless] }));
      const starting = startApp({ groups: table, guards: { bearer: bearerGuard(provider.identity, limits()) } });
      await assert.rejects(starting, /GET \/products\/fees\/v4\/careless does not say which right it needs/);
    }
  });

  test('the log contains no token', () => {
    const lines = [...service.logLines, ...down.logLines].join('');
    assert.ok(lines.includes('"status":401'));
    assert.doesNotMatch(lines, /Bearer|no-rights|other-seller|access_token/);
  });
});
