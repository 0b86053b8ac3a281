import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createAdminApp } from '../../src/http/server/admin.ts';
import { startApp } from '../harness/app.ts';

describe('/metrics', () => {
  test('200 requests by route pattern and status; a thousand unknown paths are one series', async () => {
    const { app, metrics } = await startApp({ logLevel: 'silent' });
    await app.inject('/health/live');
    for (let n = 0; n < 1000; n += 1) await app.inject(`/nowhere/${n}`);
    const admin = createAdminApp(metrics);
    const answer = await admin.inject('/metrics');
    assert.equal(answer.statusCode, 200);
    assert.match(String(answer.headers['content-type']), /^text\/plain/);
    const counts = answer.body.split('\n').filter((line) => line.startsWith('http_request_duration_seconds_count'));
    assert.deepEqual(counts, [
      'http_request_duration_seconds_count{method="GET",route="/health/live",status="200"} 1',
      'http_request_duration_seconds_count{method="GET",route="none",status="404"} 1000',
    ]);
    assert.match(answer.body, /^nodejs_eventloop_lag_p99_seconds /m);
    await Promise.all([app.close(), admin.close()]);
  });

  test('404 nothing else is on the admin port', async () => {
    const { app, metrics } = await startApp({ logLevel: 'silent' });
    const admin = createAdminApp(metrics);
    assert.equal((await admin.inject('/health/live')).statusCode, 404);
    await Promise.all([app.close(), admin.close()]);
  });
});
