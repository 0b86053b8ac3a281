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

/** For the operator's auditors: every application of a seller would load its code for nothing. */
const LEFT_OUT = ['getAudit'];

test('every operation of openapi.json is a method of the SDK, but the audit log', async () => {
  const { paths } = JSON.parse(await textOf('openapi.json')) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const methods = await textOf('sdk', 'src', 'generated', 'sdk.gen.ts');
  const names = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
  const missing = names.filter((name) => !methods.toLowerCase().includes(`public ${name.toLowerCase()}<`));
  assert.deepEqual(missing, LEFT_OUT);
  assert.ok(names.length > 30);
});

test("the generator's lockfile names no registry", async () => {
  assert.doesNotMatch(await textOf('sdk', 'generator', 'package-lock.json'), /"resolved"/);
});
