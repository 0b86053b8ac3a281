import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { OPERATOR_RIGHTS, operatorRightsIn } from '../../../src/domain/authorization/operator-rights.ts';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { openApiDocument } from '../../../src/http/openapi/openapi.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { startProvider } from '../../harness/provider.ts';

type Operation = { operationId: string; security?: { sellerOAuth?: string[] }[] };
type Documented = { paths: Record<string, Record<string, Operation>> };

/** No operation reads anything here: those that are permitted fail behind the guard, because there is no store. */
test('every operation of the operator is closed to sellers, and to every right of the operator but its own (decision 55)', async (t) => {
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let service: TestApp;
  const operations: { method: string; path: string; right: string }[] = [];
  before(async () => {
    provider = await startProvider();
    const guards = { bearer: bearerGuard(provider.identity, createRateLimits(GENEROUS_PLAN)) };
    service = await startApp({ groups: pathGroupsOf({ ...bareService, identity: provider.identity }), guards });
  });
  after(() => Promise.all([service.app.close(), provider.close()]));
  const status = async (method: string, path: string, token: string) => {
    const url = path.replaceAll(/\{\w+\}/g, 'X1');
    const answer = await service.app.inject({
      method: method as 'GET',
      url,
      headers: { authorization: `Bearer ${token}` },
    });
    return answer.statusCode;
  };

  await t.test('each needs exactly one right', async () => {
    const document = (await openApiDocument(service.app)) as unknown as Documented;
    for (const [path, methods] of Object.entries(document.paths)) {
      if (!path.startsWith('/operator/v1/')) continue;
      for (const [method, { operationId, security = [] }] of Object.entries(methods)) {
        const rights = security.flatMap(({ sellerOAuth = [] }) => sellerOAuth);
        assert.deepEqual([operationId, rights.length], [operationId, 1]);
        operations.push({ method: method.toUpperCase(), path, right: rights[0] ?? '' });
      }
    }
    assert.ok(operations.length > 15, `${operations.length} operations`);
  });

  await t.test('401 and 403 for everybody else', async () => {
    const wrong: string[] = [];
    for (const { method, path, right } of operations) {
      const sellers = ['seller', 'delegated', 'owner.of.S1', 'own.writes.S1', 'no-rights'];
      for (const token of sellers)
        if ((await status(method, path, token)) !== 403) wrong.push(`${method} ${path} by ${token}`);
      if ((await status(method, path, 'unknown')) !== 401) wrong.push(`${method} ${path} by nobody`);
      for (const held of OPERATOR_RIGHTS) {
        const isIts = (operatorRightsIn([held]) as ReadonlySet<string>).has(right);
        for (const who of ['operator', 'person']) {
          const token = `${who}~${held.slice('operator:'.length).replaceAll(':', '~')}`;
          const isClosed = (await status(method, path, token)) === 403;
          if (isClosed === isIts) wrong.push(`${method} ${path} by ${token}`);
        }
      }
    }
    assert.deepEqual(wrong, []);
  });
});
