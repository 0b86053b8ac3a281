// run: without coverage

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { list } from '../../../src/http/answers/envelope.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { jsonExcessOf, MAX_JSON_LEVELS, MAX_JSON_VALUES } from '../../../src/http/requests/json-limits.ts';
import { errorsOf, startApp, type TestApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';

const deepObject = (levels: number) => `${'{"0":'.repeat(levels)}1${'}'.repeat(levels)}`;
const deepList = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const manyMembers = (count: number) => `{${Array.from({ length: count }, (_, n) => `"${n}":0`).join()}}`;

/** Token requests and registrations may have so much: `test/contract/authorization/token.test.ts`. */
const MAX_OAUTH_BYTES = 65_536;

/** What stands in each body: as the whole body, in the element of a batch, in a field. */
const places: readonly [string, (excess: string) => string][] = [
  ['the body', (excess) => excess],
  ['an element of a list', (excess) => `[${excess}]`],
  ['an element of a batch', (excess) => `{"requests":[${excess}]}`],
  ['an unknown field', (excess) => `{"unknown":${excess}}`],
  ['a field', (excess) => `{"FeesEstimateRequest":${excess},"webhookConfig":${excess},"redirect_uris":[${excess}]}`],
];
const excesses: readonly [string, string, RegExp][] = [
  ['objects in objects', deepObject(3_000), /nested too deeply.*at most 32 levels/],
  ['lists in lists', deepList(20_000), /nested too deeply.*at most 32 levels/],
  ['members', manyMembers(11_000), /too many values.*at most 10000 members/],
  ['elements', `[${'0,'.repeat(11_000)}0]`, /too many values.*at most 10000 members/],
];

/** Their bodies are files, which they read line by line. */
const STREAMED = ['applyChanges', 'uploadImport'];

describe('a JSON body', () => {
  let service: TestApp;
  let operations: { url: string; method: 'POST' | 'PATCH' | 'DELETE'; envelope: (typeof groups)[number]['envelope'] }[];
  const groups = pathGroupsOf(bareService);
  before(async () => {
    service = await startApp();
    const { paths } = (await service.app.inject('/openapi.json')).json() as {
      paths: Record<string, Record<string, { operationId: string; requestBody?: object }>>;
    };
    operations = Object.entries(paths).flatMap(([path, methods]) => {
      const group = groups.find(({ prefix }) => path.startsWith(`${prefix}/`));
      assert.ok(group);
      return Object.entries(methods)
        .filter(([method, { operationId }]) => method !== 'get' && !STREAMED.includes(operationId))
        .map(([method]) => ({
          url: path.replaceAll(/\{\w+\}/g, 'WEBHOOKS'),
          method: method.toUpperCase() as 'POST',
          envelope: group.envelope,
        }));
    });
  });
  after(() => service.app.close());

  for (const [what, excess, message] of excesses) {
    for (const [place, put] of places) {
      test(`400 too many ${what} in ${place}, at every operation`, async () => {
        assert.ok(operations.length > 15);
        const payload = put(excess);
        for (const { url, method, envelope } of operations) {
          const answer = await service.app.inject({
            ...{ url, method, payload },
            headers: { 'content-type': 'application/json' },
          });
          if (url.startsWith('/auth/') && payload.length > MAX_OAUTH_BYTES) {
            assert.equal(answer.statusCode, 413);
            continue;
          }
          assert.equal(answer.statusCode, 400, `${method} ${url}: ${answer.body}`);
          assert.match(errorsOf({ envelope }, answer)[0]?.text ?? '', message);
        }
      });
    }
  }

  test('200 of exactly as many levels and values as are allowed', async () => {
    const app = await startApp({
      groups: [{ prefix: '/x', tag: 'x', guard: 'none', envelope: list, routes: [echo] }],
    });
    for (const [payload, status] of [
      [deepObject(MAX_JSON_LEVELS), 200],
      [deepObject(MAX_JSON_LEVELS + 1), 400],
      [manyMembers(MAX_JSON_VALUES), 200],
      [manyMembers(MAX_JSON_VALUES + 1), 400],
      [`{"text":"${'{[,'.repeat(20_000)}\\\\"}`, 200],
    ] as const) {
      const headers = { 'content-type': 'application/json' };
      const answer = await app.app.inject({ method: 'POST', url: '/x/echo', payload, headers });
      assert.equal(answer.statusCode, status, answer.body.slice(0, 200));
      if (status === 200) assert.equal(answer.body, payload);
    }
    await app.app.close();
  });
});

const echo = (scope: { post(path: string, handler: (request: { body: unknown }) => unknown): unknown }) =>
  void scope.post('/echo', (request) => request.body);

test('brackets, commas and escaped quotes inside texts count for nothing', () => {
  const excessOf = (text: string) => jsonExcessOf(Buffer.from(text));
  for (const text of ['\\"[{,', '[[[[', '\\\\', '}}}}', '\\u005b', '€[']) {
    assert.equal(excessOf(`{"${text.repeat(20_000)}":["${text.repeat(20_000)}"]}`), undefined, text);
    assert.equal(excessOf(`{"${text}":${deepList(40)}}`), 'levels', text);
  }
  assert.equal(excessOf(deepList(32).repeat(100)), undefined, 'levels that are closed do not add up');
});
