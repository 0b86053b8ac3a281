import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { createAdminApp } from '../../../src/http/app/admin.ts';
import { createExposition, type MetricSources } from '../../../src/http/metrics/exposition.ts';
import { createMetrics, type Metrics } from '../../../src/http/metrics/metrics.ts';
import type { QueueDepth } from '../../../src/http/metrics/queue-metrics.ts';
import { Tally } from '../../../src/notifications/tally.ts';
import { startApp } from '../../harness/app.ts';

const adminOf = (metrics: Metrics, sources: MetricSources) => {
  const exposition = createExposition(metrics, sources);
  return createAdminApp(metrics, {}, { text: () => exposition.metrics() });
};

describe('/metrics', () => {
  test('200 requests by route pattern and status; a thousand unknown paths are one series', async () => {
    const { app, metrics } = await startApp({ logLevel: 'silent' });
    await app.inject('/health/live');
    for (let n = 0; n < 1000; n += 1) await app.inject(`/nowhere/${n}`);
    const admin = createAdminApp(metrics, {});
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

  test('200 health is on the admin port too; 404 nothing else is', async () => {
    const { app, metrics } = await startApp({ logLevel: 'silent' });
    const admin = createAdminApp(metrics, { store: () => ({ state: 'failed', reason: 'The store is closed.' }) });
    assert.deepEqual((await admin.inject('/health/live')).json(), { status: 'alive' });
    const ready = await admin.inject('/health/ready');
    assert.deepEqual([ready.statusCode, ready.headers['retry-after']], [503, '5']);
    assert.deepEqual(ready.json().parts, { store: 'failed' });
    assert.equal((await admin.inject('/docs')).statusCode, 404);
    await Promise.all([app.close(), admin.close()]);
  });

  const measured = /^notification_queue_(?:depth|capped|age_seconds|held|measured)\b.*$/gm;
  const valuesIn = (body: string) => (body.match(measured) ?? []).sort();

  test('200 without the queue while it cannot be measured, and a metric says so', async () => {
    let measure = async (): Promise<QueueDepth> => ({
      open: 3,
      isCapped: false,
      oldestDueMs: 2_000,
      held: new Map([['WINDOW', 2]]),
    });
    const admin = adminOf(createMetrics(), { queue: () => measure() });
    const read = async () => {
      const answer = await admin.inject('/metrics');
      assert.equal(answer.statusCode, 200);
      return valuesIn(answer.body);
    };
    const all = [
      ...['notification_queue_age_seconds 2', 'notification_queue_capped 0', 'notification_queue_depth 3'],
      ...['notification_queue_held{reason="WINDOW"} 2', 'notification_queue_measured 1'],
    ];
    assert.deepEqual(await read(), all);
    measure = () => Promise.reject(new Error('the store is down'));
    assert.deepEqual(await read(), ['notification_queue_measured 0']);
    measure = async () => ({ open: 3, isCapped: false, oldestDueMs: 2_000, held: new Map([['WINDOW', 2]]) });
    assert.deepEqual(await read(), all);
    measure = async () => ({ open: 100_000, isCapped: true, oldestDueMs: 2_000, held: new Map() });
    assert.deepEqual((await read()).slice(1, 3), ['notification_queue_capped 1', 'notification_queue_depth 100000']);
    await admin.close();
  });

  test('200 also while the store does not answer, and many scrapes measure once', async () => {
    let measurements = 0;
    const depth = Promise.withResolvers<QueueDepth>();
    const queue = () => {
      measurements += 1;
      return depth.promise;
    };
    const admin = adminOf(createMetrics(), { queue });
    const answers = await Promise.all([1, 2, 3].map(() => admin.inject('/metrics')));
    for (const { body } of answers) assert.deepEqual(valuesIn(body), ['notification_queue_measured 0']);
    assert.equal(measurements, 1);
    depth.resolve({ open: 1, isCapped: false, oldestDueMs: 0, held: new Map() });
    await admin.close();
  });

  test('200 events of sellers by kind, and how much is not told yet; without the latter while it cannot be measured', async () => {
    const metrics = createMetrics();
    let measure = async () => ({ open: 7, ageMs: 1_500, postponed: 1 });
    const admin = adminOf(metrics, { dispatch: () => measure() });
    metrics.eventsDispatched('PRICING_HEALTH', 3);
    metrics.eventsDispatched('PRICING_HEALTH', 2);
    const read = async () =>
      (await admin.inject('/metrics')).body.match(/^notification_(?:dispatch|events)_.*$/gm)?.sort();
    assert.deepEqual(await read(), [
      'notification_dispatch_age_seconds 1.5',
      'notification_dispatch_depth 7',
      'notification_dispatch_postponed 1',
      'notification_events_total{kind="PRICING_HEALTH"} 5',
    ]);
    measure = () => Promise.reject(new Error('the store is down'));
    assert.deepEqual(await read(), ['notification_events_total{kind="PRICING_HEALTH"} 5']);
    await admin.close();
  });

  test('200 what was held back, superseded, filtered and suspended, by channel and reason', async () => {
    const metrics = createMetrics();
    const admin = createAdminApp(metrics, {});
    for (const count of [1, 2]) {
      const tally = new Tally();
      for (const reason of ['WINDOW', 'QUIET_HOURS', 'WINDOW'] as const) tally.add('held', 'EMAIL', reason, count);
      tally.add('superseded', 'PULL', '', count);
      tally.add('filtered', 'WEBHOOKS', 'skus', count);
      tally.add('filtered', 'SMS', 'skus', 0);
      tally.add('suspended', 'WEBHOOKS', 'DELIVERY_FAILED');
      metrics.tallied(tally);
    }
    const pattern = /^notification_(?:held|superseded|filtered|suspended)_.*$/gm;
    const lines = (await admin.inject('/metrics')).body.match(pattern) ?? [];
    // Series of suspended destinations exist from the start: Prometheus sees no increase in the first value of a series.
    assert.equal(lines.filter((line) => line.startsWith('notification_suspended_total')).length, 10);
    const counted = lines.filter((line) => !line.endsWith(' 0'));
    assert.deepEqual(counted, [
      'notification_held_total{channel="EMAIL",reason="WINDOW"} 6',
      'notification_held_total{channel="EMAIL",reason="QUIET_HOURS"} 3',
      'notification_superseded_total{channel="PULL"} 3',
      'notification_filtered_total{channel="WEBHOOKS",filter="skus"} 3',
      'notification_suspended_total{channel="WEBHOOKS",reason="DELIVERY_FAILED"} 2',
    ]);
    await admin.close();
  });

  test('200 answers from the cache, requests in progress and open connections', async () => {
    const { app, metrics } = await startApp({ logLevel: 'silent' });
    const servers = () => ({ api: app.server, admin: admin.server });
    const admin: FastifyInstance = adminOf(metrics, { servers, admission: () => app.admissionDepth() });
    metrics.answerCacheUse.hits += 2;
    const read = async () => {
      const lines = (await admin.inject('/metrics')).body.split('\n');
      return lines.filter((line) =>
        /^(?:cache_lookups|http_requests_in|http_requests_wait|http_connections\{)/.test(line),
      );
    };
    assert.deepEqual(await read(), [
      'cache_lookups_total{cache="answer",result="hit"} 2',
      'cache_lookups_total{cache="answer",result="miss"} 0',
      'http_connections{server="api"} 0',
      'http_connections{server="admin"} 0',
      'http_requests_in_progress 0',
      'http_requests_waiting 0',
    ]);
    await Promise.all([app.close(), admin.close()]);
  });

  test('200 the number of dropped log lines', async () => {
    const admin = adminOf(createMetrics(), { droppedLines: () => 7 });
    for (const _scrape of [1, 2]) assert.match((await admin.inject('/metrics')).body, /^log_lines_dropped_total 7$/m);
    await admin.close();
  });
});
