// run: without coverage

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { isDocument, isPublic, isRepeatable, takesKey, waitMsOf } from '../../sdk/src/calls/operation-rules.ts';
import { VERSION } from '../../sdk/src/calls/version.ts';

type Operation = {
  operationId: string;
  security: Record<string, string[]>[];
  responses: Record<string, { content?: Record<string, object> }>;
  parameters?: { in: string; name: string }[];
};
const file = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
const paths = file('openapi.json').paths as Record<string, Record<string, Operation>>;
const operations = Object.entries(paths).flatMap(([url, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ url, method: method.toUpperCase(), ...operation })),
);
const rightsOf = ({ security }: Operation) => security.flatMap((scheme) => Object.values(scheme).flat());
const idsOf = (chosen: readonly Operation[]) => chosen.map(({ operationId }) => operationId).sort();

describe('what the SDK knows about operations is what the OpenAPI document says', () => {
  test('keys are made where the API takes them', () => {
    const documented = operations.filter(({ parameters = [] }) =>
      parameters.some((one) => one.in === 'header' && one.name.toLowerCase() === 'idempotency-key'),
    );
    assert.deepEqual(idsOf(operations.filter(({ method, url }) => takesKey(method, url))), idsOf(documented));
    assert.equal(documented.length, 11);
  });

  test('operations without a token are those that everybody may call', () => {
    const everybody = operations.filter((operation) => !operation.security.some((scheme) => 'sellerAuth' in scheme));
    assert.deepEqual(idsOf(operations.filter(({ url }) => isPublic(url))), idsOf(everybody));
    assert.ok(everybody.length >= 7);
  });

  test('answers are read as a document where they are files', () => {
    const files = operations.filter(({ responses }) => {
      const types = Object.keys(responses['200']?.content ?? {});
      return types.length > 0 && !types.includes('application/json');
    });
    assert.deepEqual(idsOf(operations.filter(({ url }) => isDocument(url))), idsOf(files));
  });

  test('a POST is repeatable when it takes a key, needs only the right to read prices, or is one of the few named here', () => {
    // These have the right to read notifications; beside them there is `receive`, which takes messages out of the queue.
    const named = ['acknowledgeMessages', 'extendMessages', 'giveBackMessages', 'testFilter'];
    const expected = operations.filter(
      (one) =>
        one.method === 'POST' &&
        (takesKey(one.method, one.url) ||
          rightsOf(one).join() === 'seller-api:pricing:read' ||
          named.includes(one.operationId)),
    );
    const repeatable = operations.filter(({ method, url }) => method === 'POST' && isRepeatable(method, url));
    assert.deepEqual(idsOf(repeatable), idsOf(expected));
  });

  test('every GET, PUT and DELETE is repeatable, no PATCH is', () => {
    for (const { method, url, operationId } of operations.filter((one) => one.method !== 'POST')) {
      assert.equal(isRepeatable(method, url), method !== 'PATCH', operationId);
    }
  });
});

const waits: [headers: Record<string, string>, body: unknown, ms: number][] = [
  [{}, undefined, 0],
  [{ prefer: 'wait=20' }, undefined, 20_000],
  [{ prefer: 'respond-async, wait=7' }, undefined, 7_000],
  [{ prefer: 'await=7' }, undefined, 0],
  [{}, { waitSeconds: 15 }, 15_000],
  [{}, { waitSeconds: -1 }, 0],
  [{}, { waitSeconds: '15' }, 0],
  [{}, [], 0],
  [{}, null, 0],
];
for (const [headers, body, ms] of waits) {
  test(`headers ${JSON.stringify(headers)} and body ${JSON.stringify(body)} ask the service to wait for ${ms} ms`, () => {
    assert.equal(waitMsOf(new Headers(headers), body), ms);
  });
}

test('the version that the SDK sends is that of its package', () => {
  assert.equal(VERSION, file('sdk/package.json').version);
});
