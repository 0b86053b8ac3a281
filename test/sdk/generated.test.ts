// run: without coverage

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..', '..');
const textOf = (...path: string[]) => readFile(join(root, ...path), 'utf8');

/** That openapi.json is the document of the service is checked in test/http/openapi/openapi.test.ts. */
test('the generated part of the SDK was made from this openapi.json', async () => {
  const digest = createHash('sha256')
    .update(await textOf('openapi.json'))
    .digest('hex');
  const stale = 'sdk/src/generated is not of this openapi.json: run `npm run openapi && npm --prefix sdk run generate`';
  assert.equal(await textOf('sdk', 'src', 'generated', 'openapi.sha256'), `${digest}\n`, stale);
});

/** Released when the SDK had one client. Applications of sellers load no other operation of the operator. */
const IN_BOTH = ['applyChanges'];

test('the operations of openapi.json are methods of two clients: those under /operator/v1 of the one for the operator', async () => {
  const { paths } = JSON.parse(await textOf('openapi.json')) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const namesOf = (isOperators: boolean) =>
    Object.entries(paths)
      .filter(([path]) => path.startsWith('/operator/v1/') === isOperators)
      .flatMap(([, methods]) => Object.values(methods).map(({ operationId }) => operationId.toLowerCase()));
  const methodsOf = async (...folder: string[]) =>
    [...(await textOf('sdk', 'src', ...folder, 'sdk.gen.ts')).matchAll(/ public (\w+)</g)].map(([, name = '']) =>
      name.toLowerCase(),
    );
  const both = IN_BOTH.map((name) => name.toLowerCase());
  assert.deepEqual((await methodsOf('generated')).toSorted(), [...namesOf(false), ...both].toSorted());
  assert.deepEqual((await methodsOf('operator', 'generated')).toSorted(), namesOf(true).toSorted());
  assert.ok(namesOf(false).length > 30 && namesOf(true).length > 15);
});

test("the generator's lockfile names no registry", async () => {
  assert.doesNotMatch(await textOf('sdk', 'generator', 'package-lock.json'), /"resolved"/);
});
