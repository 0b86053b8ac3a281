import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AggregatorRegistry } from 'prom-client';
import { GENEROUS_PLAN } from '../../src/domain/rate-plan.ts';
import { createAdminApp } from '../../src/http/app/admin.ts';
import { createApp } from '../../src/http/app/app.ts';
import { pathGroupsOf } from '../../src/http/app/path-groups.ts';
import { createRateLimits } from '../../src/http/guards/rate-limit.ts';
import { eventLoopDelayIn } from '../../src/http/metrics/event-loop-delay.ts';
import { createExposition } from '../../src/http/metrics/exposition.ts';
import { createMetrics } from '../../src/http/metrics/metrics.ts';
import { statesOf } from '../../src/http/routes/health.ts';
import { createLog } from '../../src/log/log.ts';
import { openMarket } from '../../src/market/market.ts';
import { serviceSources } from '../../src/roles/service/metrics.ts';
import { onEngine } from '../db/engines.ts';
import { allowAll, bareService } from '../harness/bare-service.ts';
import { alerts, baseName, dashboardExpressions, documentedMetrics, selectorsIn } from './files.ts';

/** `getMetricsAsJSON` has no type for these. */
type Metric = { name: string; type: string; aggregator: string; values: { value: number; labels: object }[] };

onEngine('sqlite', 'the list of metrics', (engine) => {
  /** The metrics of a process as `compose-process.ts` composes them. */
  const processMetrics = async (depth: number, isReady: boolean) => {
    const db = await (await engine.migrated()).open();
    const log = createLog('silent');
    const metrics = createMetrics();
    eventLoopDelayIn(metrics.registry, { warn: () => undefined });
    const readiness = {
      store: () => (isReady ? { state: 'ok' } : { state: 'failed', reason: 'No.' }) as { state: 'ok' },
    };
    const held = new Map([['WINDOW', depth]]);
    const byType = new Map([['EMAIL', { open: depth, oldestDueMs: 1_000 }]]);
    const admin = createAdminApp(metrics, readiness);
    const publicUrl = 'http://127.0.0.1:8080';
    const frame = {
      groups: pathGroupsOf(bareService),
      guards: { bearer: allowAll },
      publicUrl,
      trustProxy: false as const,
    };
    const app = await createApp({ ...frame, log, metrics, maxConnections: 10 });
    const exposition = createExposition(metrics, {
      ...serviceSources({ log, db, market: openMarket(db, Date.now) }, 'all'),
      readiness: () => statesOf(readiness),
      identity: () => bareService.identity.use,
      limits: createRateLimits(GENEROUS_PLAN).use,
      servers: () => ({ api: app.server, admin: admin.server }),
      admission: () => app.admissionDepth(),
      queue: async () => ({ open: depth, isCapped: false, oldestDueMs: 1_000, held, byType }),
      dispatch: async () => ({ open: depth, ageMs: 0, postponed: 0 }),
      pendingChanges: async () => ({ open: depth, ageMs: 0 }),
      reports: async () => ({ waiting: depth, running: 1, ageMs: 5_000, failed: new Map([['DiskFull', 1]]) }),
    });
    await app.inject('/health/live');
    const snapshot = (await exposition.getMetricsAsJSON()) as unknown as Metric[];
    await Promise.all([app.close(), admin.close()]);
    return snapshot;
  };
  const own = ({ name }: { name: string }) => !/^(?:process|nodejs)_/.test(name);
  const isDocumentedHistogram = (name: string) =>
    name === 'nodejs_gc_duration_seconds' ||
    documentedMetrics().some((metric) => metric.name === name && metric.type === 'histogram');

  test('docs/monitoring.md has every metric with its type, and how several processes add up; and no other', async () => {
    const words: Record<string, string> = { sum: 'added', max: 'largest', min: 'smallest', first: 'first' };
    const found = (await processMetrics(1, true))
      .filter(own)
      .map(({ name, type, aggregator }) => [name, type, words[aggregator]].join(' '));
    const listed = documentedMetrics()
      .filter(({ isConditional }) => !isConditional)
      .map(({ name, type, several }) => [name, type, several].join(' '));
    assert.deepEqual(listed.sort(), found.sort());
  });

  test('of several processes counters are added, a shared queue counts once, and one that is not ready shows', async () => {
    const snapshots = [await processMetrics(7, true), await processMetrics(7, false)];
    const merged = AggregatorRegistry.aggregate(snapshots as never);
    const lines = (await merged.metrics()).split('\n');
    for (const line of [
      'notification_queue_depth 7',
      'notification_queue_open{type="EMAIL"} 7',
      'service_ready 0',
      'service_part_state{part="store",state="ok"} 1',
      'service_part_state{part="store",state="failed"} 1',
      'http_request_duration_seconds_count{method="GET",route="/health/live",status="200"} 2',
      'store_connections{state="idle"} 6',
    ])
      assert.ok(lines.includes(line), line);
    assert.equal(lines.filter((line) => line.startsWith('service_info{')).length, 1);
  });

  test('every alert and every panel uses metrics that exist', async () => {
    const scraped = (await processMetrics(1, true)).map(({ name }) => name);
    const known = new Set(['up', ...scraped, ...documentedMetrics().map(({ name }) => name)]);
    for (const { expr } of [...alerts(), ...dashboardExpressions()])
      for (const { metric } of selectorsIn(expr))
        assert.ok(known.has(baseName(metric, isDocumentedHistogram)), `${metric} in ${expr}`);
  });

  test('every metric of the service is on the dashboard or in an alert', () => {
    const used = new Set(
      [...alerts(), ...dashboardExpressions()].flatMap(({ expr }) =>
        selectorsIn(expr).map(({ metric }) => baseName(metric, isDocumentedHistogram)),
      ),
    );
    const unused = documentedMetrics().filter(({ name }) => !used.has(name));
    assert.deepEqual(
      unused.map(({ name }) => name),
      [],
    );
  });
});
