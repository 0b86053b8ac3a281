// run: without coverage

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/log/log.ts';
import { tracingOf } from '../../src/roles/service/service.ts';
import type { Tracing } from '../../src/tracing/tracing.ts';
import { startApp } from '../harness/app.ts';
import { Collector } from '../harness/collector.ts';
import { until } from '../harness/until.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER_SPAN = '00f067aa0ba902b7';
const withFlags = (flags: string) => ({ traceparent: `00-${TRACE}-${CALLER_SPAN}-${flags}` });
const HEALTH = '/health/live';

/** The app without parts, and its traces. */
async function start(collector: Collector, settings: Record<string, string> = {}) {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '1', ...settings });
  const tracing = (await tracingOf(config, log)) as Tracing;
  const { app, logLines } = await startApp({ tracing: tracing.requests });
  return {
    lines,
    tracing,
    get: (headers: Record<string, string> = {}) => app.inject({ url: HEALTH, headers }),
    requestLines: () => logLines.map((line) => JSON.parse(line)).filter(({ route }) => route === HEALTH),
    /** Records requests that nobody sent. */
    record(count: number) {
      for (let n = 0; n < count; n += 1)
        tracing.requests.begin({}, 0).end({ method: 'GET', route: HEALTH, status: 200, requestId: 'r' });
    },
    async stop() {
      await app.close();
      await tracing.stop();
    },
  };
}

describe('the trace collector', () => {
  let collector: Collector;
  before(async () => {
    collector = await Collector.start();
  });
  after(() => collector.close());

  it('gets about as many requests as OTEL_TRACES_SAMPLER_ARG says, whatever callers ask for', async () => {
    const { get, stop, requestLines } = await start(collector, { OTEL_TRACES_SAMPLER_ARG: '0.2' });
    for (let n = 0; n < 600; n += 1) await get(n % 2 === 0 ? withFlags('01') : {});
    await stop();
    const joined = collector.spans.filter(({ traceId }) => traceId === TRACE).length;
    // 60 of 300 are expected: outside of these bounds once in a million runs.
    for (const count of [joined, collector.spans.length - joined]) assert.ok(count > 25 && count < 95, String(count));
    const traceIds = requestLines().map(({ traceId }) => traceId);
    assert.ok(traceIds.every((traceId, n) => (n % 2 === 0 ? traceId === TRACE : traceId !== TRACE)));
    assert.equal(traceIds.filter((traceId) => traceId !== undefined).length, 300 + collector.spans.length - joined);
  });

  it('gets what callers ask for with OTEL_TRACES_SAMPLER=parentbased_traceidratio', async () => {
    collector.spans.length = 0;
    const sampler = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' };
    const { get, stop } = await start(collector, sampler);
    for (const headers of [withFlags('01'), withFlags('00'), withFlags('01-more'), {}]) await get(headers);
    await stop();
    const parents = collector.spans.map(({ traceId, parentSpanId }) => [traceId, parentSpanId]);
    assert.deepEqual(parents, [[TRACE, CALLER_SPAN]]);
  });

  it('that never answers delays nothing, and a bounded number of spans waits for it', async () => {
    const silent = await Collector.start();
    silent.behaviour = 'never';
    const { get, record, stop } = await start(silent);
    record(300);
    await until('the first batch is on its way', () => silent.requests.length === 1);
    record(5_000);
    assert.equal((await get()).statusCode, 200);
    silent.behaviour = 200;
    const startedMs = performance.now();
    await stop();
    assert.ok(performance.now() - startedMs < 20_000, 'the stop waits for the collector');
    await silent.close();
    // A full queue; the first batch was never taken, and all others had no place.
    assert.equal(silent.spans.length, 2_048);
  });

  it('that takes nothing is logged once, and again after it has recovered', async () => {
    const failing = await Collector.start();
    failing.behaviour = 400;
    const { get, record, lines, stop } = await start(failing);
    for (let batch = 1; batch <= 3; batch += 1) {
      record(256);
      await until('a batch failed', () => failing.requests.length === batch);
      assert.equal((await get()).statusCode, 200);
    }
    failing.behaviour = 200;
    await stop();
    await failing.close();
    const said = lines.map((line) => JSON.parse(line)).map(({ level, reason }) => [level, reason]);
    assert.deepEqual(said, [
      ['warn', 'status 400'],
      ['info', undefined],
    ]);
  });

  it('that is not configured loads neither the SDK nor the exporter of OpenTelemetry', () => {
    // The interface of OpenTelemetry, without the SDK, is loaded by the library for metrics.
    const program = `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
      const [{ readConfig }, { createLog }, { tracingOf }] = await Promise.all(
        ['config/config', 'log/log', 'roles/service/service', 'roles/process/serve'].map((name) => import('./src/' + name + '.ts')));
      const settings = [{}, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }];
      for (const one of settings) {
        const tracing = await tracingOf(readConfig(one), createLog('silent'));
        const found = loaded.filter((url) => /@opentelemetry\\/(?!api\\/)|\\/src\\/tracing\\//.test(url));
        console.log(tracing !== undefined, found.length > 0, loaded.length > 100);
      }
      process.exit();`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
    });
    // The second line shows that the check notices what is loaded.
    assert.equal(stdout, 'false false true\ntrue true true\n', stderr);
  });
});
