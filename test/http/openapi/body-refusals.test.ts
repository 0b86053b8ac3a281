import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { openMarket } from '../../../src/market/market.ts';
import { onEngine } from '../../db/engines.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { documentedBy } from '../../harness/documented.ts';

type Operation = { requestBody?: { content: object }; responses: Record<string, object> };
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

const MAX_BODY_BYTES = 1024 * 1024;
const json = 'application/json';

/** Bodies that an operation may refuse before anything else of the request matters. */
const bodies: readonly [status: number, what: string, contentType: string, payload: string][] = [
  [413, 'a body over 1 MiB', json, `"${'x'.repeat(MAX_BODY_BYTES)}"`],
  [415, 'a body of an unknown type', 'text/plain', 'x'],
  [415, 'a body of a type that is no media type', 'json', '{}'],
  [415, 'a body of another text type', 'application/xml', '<x/>'],
];

/** It takes a file of any media type, and has a bound of its own: test/contract/operator/imports.test.ts. */
const TAKES_FILES = '/operator/v1/imports';

onEngine('sqlite', 'the OpenAPI document', (engine) => {
  let service: TestApp;
  let operations: { method: Method; path: string; operation: Operation }[];
  let mustFit: Awaited<ReturnType<typeof documentedBy>>;
  before(async () => {
    const market = openMarket(await (await engine.migrated()).open(), Date.now, { priceChanges: 'direct' });
    service = await startApp({ groups: pathGroupsOf({ ...bareService, market }) });
    mustFit = await documentedBy(service.app);
    const { paths } = (await service.app.inject('/openapi.json')).json() as {
      paths: Record<string, Record<string, Operation>>;
    };
    operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...{ method: method.toUpperCase() as Method, path, operation },
      })),
    );
    assert.ok(operations.length > 25);
  });
  after(() => service.app.close());

  const answerTo = (method: Method, path: string, contentType: string, payload: string) =>
    service.app.inject({
      ...{ method, url: path.replaceAll(/\{\w+\}/g, 'X'), payload },
      headers: { 'content-type': contentType },
    });

  for (const [status, what, contentType, payload] of bodies) {
    test(`has ${status} at exactly the operations that refuse ${what}`, async () => {
      let refusals = 0;
      for (const { method, path, operation } of operations) {
        if (method === 'POST' && path === TAKES_FILES) continue;
        const answer = await answerTo(method, path, contentType, payload);
        const isRefused = answer.statusCode === status;
        assert.equal(isRefused, String(status) in operation.responses, `${method} ${path}: ${answer.statusCode}`);
        if (isRefused) mustFit(method, path, answer);
        refusals += Number(isRefused);
      }
      assert.ok(refusals > 10, `${refusals}`);
    });
  }
});
