// run: without coverage

import assert from 'node:assert/strict';
import { validateHeaderValue } from 'node:http';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { unknownQueryWarning } from '../../../src/http/requests/unknown-query-names.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { dereferenced } from '../../harness/dereferenced.ts';
import { scaled } from '../../harness/scale.ts';

type Operation = { responses: Record<string, { headers: object }> };

/** What the operations would do does not matter here. */
const answerAtOnce = (scope: FastifyInstance) =>
  scope.addHook('preHandler', (_request, reply, _next) => reply.code(204).send());

describe('x-warning names the query parameters that an operation does not know (decision 3)', () => {
  let service: TestApp;
  let operations: { name: string; path: string; method: 'GET'; operation: Operation }[];
  before(async () => {
    const groups = pathGroupsOf(bareService).map((one) => ({ ...one, routes: [answerAtOnce, ...one.routes] }));
    service = await startApp({ groups });
    const document = dereferenced((await service.app.inject('/openapi.json')).json());
    const paths = Object.entries<Record<string, Operation>>(document.paths);
    operations = paths.flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...{ name: `${method} ${path}`, path, operation },
        method: method.toUpperCase() as 'GET',
      })),
    );
  });
  after(() => service.app.close());

  const warningOf = async (url: string) => (await service.app.inject(url)).headers['x-warning'];
  const isOAuth = ({ path }: { path: string }) => path.startsWith('/auth/v4/');

  test('in every operation except those of OAuth, and in none without such a parameter', async () => {
    assert.ok(operations.length > 40);
    for (const one of operations) {
      const url = one.path.replace(/\{\w+\}/g, 'x');
      const asked = await service.app.inject({ method: one.method, url: `${url}?unheard=1` });
      assert.equal('x-warning' in asked.headers, !isOAuth(one), `${one.name}: ${asked.statusCode} ${asked.body}`);
      if (!isOAuth(one)) assert.match(String(asked.headers['x-warning']), / ignored: unheard\b/);
      const plain = await service.app.inject({ method: one.method, url });
      assert.equal(plain.headers['x-warning'], undefined, one.name);
    }
  });

  test('the OpenAPI document has the header with the answers that may have it', () => {
    for (const one of operations)
      for (const [status, { headers }] of Object.entries(one.operation.responses))
        assert.equal('X-Warning' in headers, !isOAuth(one) && status <= '400', `${one.name} ${status}`);
  });

  test('with the nearest name and all names that there are; names in another casing are known (decision 2)', async () => {
    const events = '/notifications/v4/events';
    assert.equal(
      await warningOf(`${events}?since=5&limt=2&AFTER=1`),
      'unknown query parameters are ignored: since, limt (did you mean limit?); this operation has after, limit',
    );
    assert.equal(await warningOf(`${events}?After=1&LIMIT=2`), undefined);
    assert.equal(
      await warningOf('/health/live?x=1'),
      'unknown query parameters are ignored: x; this operation has none',
    );
  });

  test('at most five names of 64 characters each', async () => {
    const names = Array.from({ length: 90 }, (_, n) => `${n}${'é'.repeat(300)}`);
    const query = names.map((name) => `${encodeURIComponent(name)}=1`);
    const warning = String(await warningOf(`/notifications/v4/events?${query.join('&')}`));
    assert.match(warning, / and 85 more; /);
    assert.ok(warning.length < 600, warning);
    for (const name of /ignored: (.*) and /.exec(warning)?.[1]?.split(', ') ?? assert.fail()) {
      assert.ok(name.length <= 64, name);
      assert.match(name, /^\d(%C3|%A9)+\.\.\.$/);
    }
  });

  test('any name gives a header that can be written, without spaces or line breaks of the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), (name) => {
        const warning = unknownQueryWarning({ [`q${name}`]: '1' }, new Map()) ?? assert.fail('no warning');
        validateHeaderValue('x-warning', warning);
        const [, shown = ''] = /ignored: (\S+); /.exec(warning) ?? [];
        assert.match(shown, /^q[\w.!~*'()%-]+$/);
      }),
      { numRuns: scaled(100, 1_000) },
    );
  });

  test('bytes that are no text are shown as they came, or refused', async () => {
    for (const url of ['/health/live?%zz=1', '/health/live?a%FF%0D%0Ab=1', '/health/live?__proto__=1&constructor=2']) {
      const answer = await service.app.inject(url);
      assert.equal(answer.statusCode, 204);
      assert.match(String(answer.headers['x-warning']), /^[\x20-\x7e]+$/);
    }
  });
});
