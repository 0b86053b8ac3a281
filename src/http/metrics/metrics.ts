import type { Server } from 'node:http';
import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import type { CacheUse } from '../../domain/use-counts.ts';
import type { IdentityUse } from '../../identity/identity.ts';
import type { Rebuilds } from '../../market/market-writer.ts';
import type { Tally } from '../../notifications/tally.ts';
import type { AdmissionDepth } from '../admission/queue.ts';
import type { LimitsUse } from '../guards/rate-limit.ts';
import { counterOf, gaugeOf } from './at-scrape.ts';
import { type DeliveryMetrics, deliveryMetricsIn } from './delivery-metrics.ts';
import { identityMetricsIn, tokenEntries, tokenLookups } from './identity-metrics.ts';
import { admissionMetricsIn, connectionsIn } from './process-metrics.ts';
import { type DispatchDepth, dispatchMetricsIn, type QueueDepth, queueMetricsIn } from './queue-metrics.ts';
import { requestDurationsIn } from './request-durations.ts';
import { type SweepObserver, sweepMetricsIn } from './sweep-metrics.ts';
import { tallyCountersIn } from './tally-counters.ts';

/** The metrics of the service. Every label has a bounded set of values: route patterns, never paths, ids or addresses. */
export type Metrics = DeliveryMetrics & {
  readonly registry: Registry;
  /** The series of one set of labels. Looking it up costs more than counting, so callers cache it. */
  requestsOf(method: string, route: string, status: number): { observe(seconds: number): void };
  /** Counts a request that was shed (`admission.ts`). */
  requestShed(reason: string): void;
  watchAdmission(depth: () => AdmissionDepth): void;
  watchConnections(name: 'api' | 'admin', server: Server): void;
  /** The cache of answers counts its hits here. */
  readonly answerCacheUse: CacheUse;
  watchIdentity(use: () => IdentityUse): void;
  watchLimits(use: LimitsUse): void;
  watchRebuilds(rebuilds: Readonly<Rebuilds>): void;
  /** Measures the queue whenever the metrics are read. Without a result in time, its metrics are left out. */
  watchQueue(measure: () => Promise<QueueDepth>): void;
  /** Counts what a transaction held back, superseded, filtered or suspended. */
  tallied(tally: Tally): void;
  /** Measures the queue of market events whenever the metrics are read, in the same way. */
  watchDispatch(measure: () => Promise<DispatchDepth>): void;
  readonly swept: SweepObserver;
  /** `count` is the number of log lines dropped since the start. */
  watchDroppedLines(count: () => number): void;
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
  const watchConnections = connectionsIn(registry);
  return {
    registry,
    requestsOf,
    requestShed: (reason) => shed.inc({ reason }),
    watchAdmission: (depth) => admissionMetricsIn(registry, depth),
    watchConnections,
    ...cacheMetricsIn(registry),
    ...deliveryMetricsIn(registry),
    watchQueue: (measure) => queueMetricsIn(registry, measure),
    tallied: tallyCountersIn(registry),
    watchDispatch: (measure) => dispatchMetricsIn(registry, measure),
    swept: sweepMetricsIn(registry),
    watchLimits(use) {
      const help = 'Requests by kind of limit of the rate plan, and whether they were accepted or refused (429).';
      counterOf(registry, { name: 'rate_limit_requests_total', help, labelNames: ['limit', 'result'] }, function* () {
        for (const [limit, { accepted, refused }] of Object.entries(use)) {
          yield [{ limit, result: 'accepted' }, accepted];
          yield [{ limit, result: 'refused' }, refused];
        }
      });
    },
    watchRebuilds(rebuilds) {
      const help = 'Boards (finished answers about an item) that were rebuilt, by cause.';
      counterOf(registry, { name: 'board_rebuilds_total', help, labelNames: ['cause'] }, () =>
        Object.entries(rebuilds).map(([cause, count]) => [{ cause }, count]),
      );
    },
    watchDroppedLines(count) {
      const help = 'Log lines that were dropped because the output could not be written.';
      counterOf(registry, { name: 'log_lines_dropped_total', help }, () => [[{}, count()]]);
    },
  };
}

/** The caches of answers and of tokens; the latter exist where there is an identity provider. */
function cacheMetricsIn(registry: Registry): Pick<Metrics, 'answerCacheUse' | 'watchIdentity'> {
  const answerCacheUse: CacheUse = { hits: 0, misses: 0 };
  let identity: (() => IdentityUse) | undefined;
  const lookups = 'Lookups by cache and result: hit or miss.';
  counterOf(registry, { name: 'cache_lookups_total', help: lookups, labelNames: ['cache', 'result'] }, () => [
    [{ cache: 'answer', result: 'hit' }, answerCacheUse.hits],
    [{ cache: 'answer', result: 'miss' }, answerCacheUse.misses],
    ...(identity ? tokenLookups(identity()) : []),
  ]);
  const entries = 'What is cached, by cache.';
  gaugeOf(registry, { name: 'cache_entries', help: entries, labelNames: ['cache'], aggregator: 'sum' }, () =>
    identity ? tokenEntries(identity()) : [],
  );
  return {
    answerCacheUse,
    watchIdentity(use) {
      identity = use;
      identityMetricsIn(registry, use);
    },
  };
}
