import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import type { CacheUse } from '../../domain/use-counts.ts';
import type { Tally } from '../../notifications/tally.ts';
import { type DeliveryMetrics, deliveryMetricsIn } from './delivery-metrics.ts';
import { requestDurationsIn } from './request-durations.ts';
import { type SweepObserver, sweepMetricsIn } from './sweep-metrics.ts';
import { tallyCountersIn } from './tally-counters.ts';

/**
 * The metrics that the parts of a process record. `exposition.ts` adds what is read from the parts at a scrape. Every label has a bounded
 * set of values: route patterns, never paths, ids or addresses.
 */
export type Metrics = DeliveryMetrics & {
  readonly registry: Registry;
  /** The series of one set of labels. Looking it up costs more than counting, so callers cache it. */
  requestsOf(method: string, route: string, status: number): { observe(seconds: number): void };
  /** Counts a request that was shed (`admission.ts`). */
  requestShed(reason: string): void;
  /** Returns what counts a connection that a server closed at once. */
  droppedConnections(server: 'api' | 'admin'): () => void;
  /** The cache of answers counts its hits here. */
  readonly answerCacheUse: CacheUse;
  /** Counts what a transaction held back, superseded, filtered or suspended. */
  tallied(tally: Tally): void;
  readonly swept: SweepObserver;
};

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry }); // process, garbage collection, event loop delay
  const requestsOf = requestDurationsIn(registry);
  const shed = new Counter({
    name: 'http_requests_shed_total',
    help: 'Requests that got 503 because of overload, by reason: too_many in progress, or waited too_long.',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of ['too_many', 'too_long']) shed.inc({ reason }, 0);
  const dropped = new Counter({
    name: 'http_connections_dropped_total',
    help: 'Connections that were closed at once because the server had its maximum of connections.',
    labelNames: ['server'],
    registers: [registry],
  });
  return {
    registry,
    requestsOf,
    requestShed: (reason) => shed.inc({ reason }),
    droppedConnections(server) {
      dropped.inc({ server }, 0);
      return () => dropped.inc({ server });
    },
    answerCacheUse: { hits: 0, misses: 0 },
    ...deliveryMetricsIn(registry),
    tallied: tallyCountersIn(registry),
    swept: sweepMetricsIn(registry),
  };
}
