import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Counter, Gauge, Registry } from 'prom-client';
import { type MetricsSnapshot, SummedMetrics } from '../../src/http/metrics/summed-metrics.ts';

/** A process that has counted `requests`, and has two connections. */
async function snapshot(requests: number): Promise<MetricsSnapshot> {
  const registry = new Registry();
  new Counter({ name: 'requests_total', help: 'Requests.', registers: [registry] }).inc(requests);
  new Gauge({ name: 'connections', help: 'Connections.', registers: [registry] }).set(2);
  return (await registry.getMetricsAsJSON()) as MetricsSnapshot;
}

const valueIn = async (sum: SummedMetrics<string>, name: string) =>
  new RegExp(`^${name} (\\d+)$`, 'm').exec(await sum.text(new Registry()))?.[1];

test('processes that end at once leave their counts, and nothing else; a scrape meanwhile counts each once', async () => {
  const sum = new SummedMetrics<string>();
  sum.update('a', await snapshot(1));
  sum.update('b', await snapshot(10));
  sum.update('c', await snapshot(100));
  const ends = [sum.end('a'), sum.end('b'), sum.end('never answered')];
  for (let turn = 0; turn < 20; turn += 1) assert.equal(await valueIn(sum, 'requests_total'), '111');
  await Promise.all(ends);
  assert.deepEqual([await valueIn(sum, 'requests_total'), await valueIn(sum, 'connections')], ['111', '2']);
});
