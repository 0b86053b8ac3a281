import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pathGroupsOf } from '../../src/http/server/path-groups.ts';
import { startApp } from '../harness/app.ts';
import { bareParts } from '../harness/parts.ts';

describe('/health', () => {
  test('200 live checks no parts, 200 ready names the checked parts', async () => {
    const { app } = await startApp({ groups: pathGroupsOf({ ...bareParts, readiness: { store: async () => {} } }) });
    assert.deepEqual((await app.inject('/health/live')).json(), { status: 'alive' });
    assert.deepEqual((await app.inject('/health/ready')).json(), { status: 'ready', parts: { store: 'ok' } });
    await app.close();
  });

  test('503 ready names the failed parts and Retry-After, but no reason', async () => {
    const readiness = {
      store: async () => {},
      'identity provider': () => Promise.reject(new Error('ECONNREFUSED 10.0.0.7')),
    };
    const { app } = await startApp({ groups: pathGroupsOf({ ...bareParts, readiness }) });
    const answer = await app.inject('/health/ready');
    assert.equal(answer.statusCode, 503);
    assert.equal(answer.headers['retry-after'], '5');
    assert.deepEqual(
      answer.json().errors.map(({ code, message }: { code: string; message: string }) => [code, message]),
      [['ServiceUnavailable', 'The identity provider cannot be reached.']],
    );
    assert.doesNotMatch(answer.body, /10\.0\.0\.7/);
    assert.equal((await app.inject('/health/live')).statusCode, 200);
    await app.close();
  });
});
