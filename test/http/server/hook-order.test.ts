import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { startApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';

/** As `src/http/app/hooks.ts` has them. Each is a function of this name. */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  onRequest: [
    ...['waitToAuthorize', 'beginRequest', 'announceWithdrawal', 'rejectUnknownPath', 'authorize', 'countAddress'],
  ],
  preParsing: [],
  preValidation: ['readQuery', 'countClient'],
  preHandler: ['waitToHandle', 'continueTrace'],
  onSend: ['leaveAdmission', 'waitToSend', 'closeWhileStopping'],
  onError: ['dropErrorAfterAnswer'],
  onResponse: ['reportAnswer'],
};

type RouteHooks = { route: string; hooks: Record<string, string[]> };

/** The hooks that Fastify runs for each route, by kind. */
function hooksIn(printed: string): RouteHooks[] {
  const routes: RouteHooks[] = [];
  for (const line of printed.split('\n')) {
    const [, kind, names = ''] = /• \((\w+)\) \[(.*)\]$/.exec(line) ?? [];
    const [, route] = /([\w*:/.-]+ \([A-Z, ]+\))$/.exec(line) ?? [];
    if (route !== undefined) routes.push({ route, hooks: {} });
    const last = routes.at(-1);
    if (kind !== undefined && last) last.hooks[kind] = [...names.matchAll(/"(\w+)\(\)"/g)].map(([, name = '']) => name);
  }
  return routes;
}

/** With everything that adds hooks: guards, rate limits, tracing and an announced withdrawal. */
async function hooksOfProduct(): Promise<RouteHooks[]> {
  const limits = createRateLimits(GENEROUS_PLAN);
  const { app } = await startApp({
    guards: { bearer: bearerGuard(bareService.identity, limits), counted: limits },
    tracing: { isRecorded: () => false, begin: () => assert.fail('no request is sent') },
    withdrawals: [
      {
        operationId: 'getPushKey',
        announcedOn: '2026-11-01',
        sunsetOn: '2027-11-01',
        link: 'https://docs.example/withdrawal',
      },
    ],
  });
  const printed = app.printRoutes({ includeHooks: true, commonPrefix: false });
  await app.close();
  return hooksIn(printed);
}

describe('the hooks of a request', () => {
  test('run in the order of hooks.ts on every route, and before those of the route itself', async () => {
    const routes = await hooksOfProduct();
    assert.ok(routes.length > 80, String(routes.length));
    for (const { route, hooks } of routes) {
      for (const [kind, names] of Object.entries(hooks)) {
        const listed = ORDER[kind]?.filter((name) => names.includes(name));
        assert.deepEqual(names.slice(0, listed?.length), listed, `${kind} of ${route}`);
      }
    }
  });

  test('are all there: of a route with a guard, and of one whose clients are counted', async () => {
    const routes = await hooksOfProduct();
    const named = (end: string) => routes.find(({ route }) => route.endsWith(end))?.hooks;
    const without = (...names: string[]) =>
      Object.fromEntries(
        Object.entries(ORDER).flatMap(([kind, all]) => {
          const left = all.filter((name) => !names.includes(name));
          return left.length > 0 ? [[kind, left]] : [];
        }),
      );
    assert.deepEqual(named('pushKey (GET)'), without('countAddress', 'countClient'));
    assert.deepEqual(named('schemas (GET)'), without('authorize'));
  });
});
