import type { Registry } from 'prom-client';
import type { StoreUse } from '../../domain/use-counts.ts';
import { counterOf, gaugeOf, histogramOf } from './at-scrape.ts';

/** How fast the store answers, how it fails, and who waits for it. */
export function storeMetricsIn(registry: Registry, engine: string, use: StoreUse): void {
  const duration =
    'Work on the data store by engine and kind, and how long it took: a read or a write by itself, or a whole transaction.';
  histogramOf(registry, { name: 'store_duration_seconds', help: duration }, () =>
    Object.entries(use.durations).map(([kind, counts]) => [{ engine, kind }, counts]),
  );
  const failures = 'Work on the data store that failed, by reason: unavailable, or damaged data.';
  counterOf(registry, { name: 'store_failures_total', help: failures, labelNames: ['reason'] }, () =>
    Object.entries(use.failures).map(([reason, count]) => [{ reason }, count]),
  );
  const waits = 'Waits for a connection, or for the write lock of SQLite, of callers that did not get it at once.';
  histogramOf(registry, { name: 'store_wait_seconds', help: waits }, () => [[{ engine }, use.waits]]);
  const waiting = 'Callers that wait for a connection, or for the write lock of SQLite.';
  gaugeOf(registry, { name: 'store_waiting', help: waiting, aggregator: 'sum' }, () => [
    [{}, use.connections().waiting],
  ]);
  const connections = 'Connections to the data store by state: in_use or idle.';
  gaugeOf(
    registry,
    { name: 'store_connections', help: connections, labelNames: ['state'], aggregator: 'sum' },
    function* () {
      const { inUse, idle } = use.connections();
      yield [{ state: 'in_use' }, inUse];
      yield [{ state: 'idle' }, idle];
    },
  );
  const max = 'How many connections the pool may open (DATABASE_POOL_SIZE). Only on PostgreSQL.';
  gaugeOf(registry, { name: 'store_connections_max', help: max, aggregator: 'sum' }, () => {
    const { max: value } = use.connections();
    return value === undefined ? [] : [[{}, value]];
  });
}
