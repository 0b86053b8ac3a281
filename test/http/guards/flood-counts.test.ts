// run: without coverage

import { deepEqual, ok } from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import type { Identity } from '../../../src/identity/identity.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { Flood, type FloodRequest, HonestClient, madeUpToken, withoutToken, wrongClient } from '../../harness/flood.ts';
import { isTorture } from '../../harness/scale.ts';
import { identityAt, json, type ScriptedProvider, startScriptedProvider } from '../../harness/scripted-provider.ts';
import { until } from '../../harness/until.ts';

/** `npm run torture` has 2,000, against a service of its own (test/torture/floods.test.ts). */
const CONNECTIONS = 300;
/** How many answers to a flood may pass while one honest request waits. */
const MAX_PASSED = 100;
const PATH = '/products/pricing/v4/quick';

describe(`beside ${CONNECTIONS} connections of one address that flood the service, under the default plan`, () => {
  let provider: ScriptedProvider;
  let identity: Identity;
  let started: TestApp;
  let origin: string;
  let honest: HonestClient;
  let flood: Flood | undefined;
  let flooded = 0;
  before(async () => {
    provider = await startScriptedProvider();
    provider.paths.set('/introspect', (response, request, raw) => {
      const own = { client_id: 'app', gty: 'client_credentials', seller_id: 'S1' };
      const claims = { active: true, token_type: 'Bearer', ...own };
      json(200, request.body.includes('made-up') ? { active: false } : claims)(response, request, raw);
    });
    const issued = { access_token: 'new', token_type: 'Bearer', expires_in: 900 };
    provider.paths.set('/token', (response, request, raw) =>
      (request.body.includes('wrong') ? json(401, { error: 'invalid_client' }) : json(200, issued))(
        ...([response, request, raw] as const),
      ),
    );
    // Every read finds its token out of the cache, or about to be.
    identity = identityAt(provider.origin, { cache: { positiveMs: 50 } });
    const limits = createRateLimits(GENEROUS_PLAN);
    const route = (scope: FastifyInstance) => {
      const config = { right: 'seller-api:pricing:read' } as const;
      scope.get('/quick', { config, schema: { operationId: 'quick' } }, () => ({ ok: true }));
    };
    const groups = pathGroupsOf({ ...bareService, identity }).map((group) =>
      group.guard === 'bearer' ? { ...group, routes: [route] } : group,
    );
    const guards = { bearer: bearerGuard(identity, limits), counted: limits };
    started = await startApp({ groups, guards, logLevel: 'silent' });
    origin = await started.app.listen({ port: 0, host: '127.0.0.1' });
    honest = new HonestClient(origin);
  });
  afterEach(() => flood?.stop());
  after(async () => {
    honest.close();
    await started.app.close();
    await identity.close();
    await provider.close();
  });

  const gauge = async (name: string) => Number((await started.metricsText()).split(`\n${name} `)[1]?.split('\n', 1)[0]);

  const floods: Record<string, FloodRequest> = {
    'made-up tokens': madeUpToken(PATH),
    'no token': withoutToken(PATH),
    'wrong clients': wrongClient(),
  };
  // The others are shed by the same code, earlier: they are variants for the long run.
  for (const [name, request] of Object.entries(floods).slice(0, isTorture ? undefined : 1)) {
    it(`of ${name}, each honest request is answered after 100 of theirs at most, and nothing is left behind`, async (t) => {
      const running = await Flood.start(origin, CONNECTIONS, request);
      flood = running;
      // The runtime accepts one connection a turn: before, the honest one would wait behind those of the flood.
      await until(async () => (await gauge('http_connections{server="api"}')) >= CONNECTIONS);
      const passed: number[] = [];
      const ask = async (send: () => Promise<{ status: number }>) => {
        const before = running.answers;
        const { status } = await send();
        passed.push(running.answers - before);
        return status;
      };
      const statuses = new Set<number>();
      flooded += 1;
      for (let n = 0; n < 5; n += 1) {
        statuses.add(await ask(() => honest.get(PATH, 'in-use')));
        statuses.add(await ask(() => honest.get(PATH, `new-${n}-${flooded}`)));
        statuses.add(await ask(() => honest.requestToken('shop:secret')));
        await sleep(30);
      }
      t.diagnostic(`${running.answers} answers to the flood: ${JSON.stringify(running.statuses)}; passed ${passed}`);
      deepEqual(statuses, new Set([200]));
      ok(Math.max(...passed) <= MAX_PASSED, `${passed} answers to the flood passed`);
      deepEqual(Object.keys(running.statuses), ['401']);
      running.stop();
      await until(async () => (await gauge('http_refusals_held')) === 0 && identity.use.provider.pending() === 0);
    });
  }
});
