import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OK } from '../../../src/domain/part-state.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import type { Readiness } from '../../../src/http/routes/health.ts';
import { startApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';

const works = () => OK;

async function answersOf(readiness: Readiness) {
  const { app } = await startApp({ groups: pathGroupsOf({ ...bareService, readiness }) });
  const answers = { live: await app.inject('/health/live'), ready: await app.inject('/health/ready') };
  await app.close();
  return answers;
}

describe('/health', () => {
  test('200 live checks no parts, 200 ready names the checked parts', async () => {
    const { live, ready } = await answersOf({ store: works });
    assert.deepEqual(live.json(), { status: 'alive' });
    assert.deepEqual(ready.json(), { status: 'ready', parts: { store: 'ok' } });
  });

  test('200 ready is degraded and says why when a part fails without which the main work goes on', async () => {
    const reason = 'The disk of the data store is full.';
    const { ready } = await answersOf({ store: works, 'store writes': () => ({ state: 'degraded', reason }) });
    assert.equal(ready.statusCode, 200);
    assert.deepEqual(ready.json(), {
      status: 'degraded',
      parts: { store: 'ok', 'store writes': 'degraded' },
      reasons: { 'store writes': reason },
    });
  });

  test('503 ready names every part with its state, and Retry-After, but nothing internal', async () => {
    const { live, ready } = await answersOf({
      store: works,
      'identity provider': () => Promise.reject(new Error('ECONNREFUSED 10.0.0.7')),
      log: () => ({ state: 'degraded', reason: 'The log cannot be written.' }),
    });
    assert.equal(ready.statusCode, 503);
    assert.equal(ready.headers['retry-after'], '5');
    const details = 'The service is alive but cannot work without its identity provider. Try again in 5 seconds.';
    const message = 'The identity provider cannot be reached.';
    assert.deepEqual(ready.json(), {
      errors: [{ code: 'ServiceUnavailable', message, details }],
      status: 'unavailable',
      parts: { store: 'ok', 'identity provider': 'failed', log: 'degraded' },
      reasons: { 'identity provider': message, log: 'The log cannot be written.' },
    });
    assert.equal(live.statusCode, 200);
  });
});
