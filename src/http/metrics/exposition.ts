import type { Server } from 'node:http';
import { Registry } from 'prom-client';
import type { CacheUse, StoreUse } from '../../domain/use-counts.ts';
import type { IdentityUse } from '../../identity/identity.ts';
import type { SharedLimits } from '../../limits/shared-limits.ts';
import type { Rebuilds } from '../../market/market-writer.ts';
import type { AdmissionDepth } from '../admission/queue.ts';
import type { LimitsUse } from '../guards/rate-limit.ts';
import { counterOf, gaugeOf } from './at-scrape.ts';
import { identityMetricsIn, tokenEntries, tokenLookups } from './identity-metrics.ts';
import type { Metrics } from './metrics.ts';
import {
  admissionMetricsIn,
  connectionsIn,
  type PartStates,
  readinessMetricsIn,
  serviceInfoIn,
} from './process-metrics.ts';
import {
  type DispatchDepth,
  dispatchMetricsIn,
  type PendingDepth,
  pendingChangesIn,
  type QueueDepth,
  queueMetricsIn,
} from './queue-metrics.ts';
import { type OpenReportCounts, reportMetricsIn } from './report-metrics.ts';
import { sharedLimitMetricsIn } from './shared-limit-metrics.ts';
import { storeMetricsIn } from './store-metrics.ts';
import { type ProcessCounts, supervisedProcessesIn } from './supervised-processes.ts';

/** What is read from the parts of a process at each scrape. What a role does not have is absent, and so are its metrics. */
export type MetricSources = {
  readonly info?: { readonly version: string; readonly engine: string; readonly role: string };
  readonly store?: { readonly engine: string; readonly use: StoreUse };
  /** The number of log lines dropped since the start. */
  readonly droppedLines?: () => number;
  /** Absent under the supervisor, which knows the readiness of all processes. */
  readonly readiness?: (() => Promise<PartStates>) | undefined;
  readonly rebuilds?: Readonly<Rebuilds>;
  /** Records that kept the terms of their sellers, since the start. */
  readonly keptTerms?: () => number;
  /** Another object after the provider moved to another port. */
  readonly identity?: (() => IdentityUse) | undefined;
  readonly limits?: LimitsUse | undefined;
  /** Where a server of shared rate limits is configured. */
  readonly sharedLimits?: SharedLimits | undefined;
  readonly servers?: () => { readonly api?: Server | undefined; readonly admin?: Server | undefined };
  readonly admission?: (() => AdmissionDepth) | undefined;
  /** Its metrics are left out when the queue cannot be measured in time. The same holds for `dispatch`. */
  readonly queue?: (() => Promise<QueueDepth | undefined>) | undefined;
  /** The queue of market events. */
  readonly dispatch?: (() => Promise<DispatchDepth | undefined>) | undefined;
  /** Price changes that wait for the operator's system. */
  readonly pendingChanges?: (() => Promise<PendingDepth | undefined>) | undefined;
  /** Reports of sellers. */
  readonly reports?: (() => Promise<OpenReportCounts | undefined>) | undefined;
  /** The supervisor's. */
  readonly processes?: () => ProcessCounts;
};

/** All metrics of a process: those that its parts record, and those that are read from `sources`. */
export function createExposition(metrics: Metrics, sources: MetricSources): Registry {
  const read = new Registry();
  const { info, store, droppedLines, readiness, rebuilds, keptTerms, identity, limits, sharedLimits } = sources;
  const { servers = () => ({}), admission, queue, dispatch, pendingChanges, reports, processes } = sources;
  if (info) serviceInfoIn(read, info);
  if (store) storeMetricsIn(read, store.engine, store.use);
  if (droppedLines) droppedLinesIn(read, droppedLines);
  if (readiness) readinessMetricsIn(read, readiness);
  if (rebuilds) rebuildsIn(read, rebuilds);
  if (keptTerms) keptTermsIn(read, keptTerms);
  cacheMetricsIn(read, metrics.answerCacheUse, identity);
  if (identity) identityMetricsIn(read, identity);
  if (limits) limitsIn(read, limits);
  if (sharedLimits) sharedLimitMetricsIn(read, sharedLimits);
  connectionsIn(read, servers);
  if (admission) admissionMetricsIn(read, admission);
  if (queue) queueMetricsIn(read, queue);
  if (dispatch) dispatchMetricsIn(read, dispatch);
  if (pendingChanges) pendingChangesIn(read, pendingChanges);
  if (reports) reportMetricsIn(read, reports);
  if (processes) supervisedProcessesIn(read, processes);
  return Registry.merge([metrics.registry, read]);
}

function droppedLinesIn(registry: Registry, count: () => number): void {
  const help = 'Log lines that were dropped because the output could not be written.';
  counterOf(registry, { name: 'log_lines_dropped_total', help }, () => [[{}, count()]]);
}

function rebuildsIn(registry: Registry, rebuilds: Readonly<Rebuilds>): void {
  const help = 'Boards (finished answers about an item) that were rebuilt, by cause.';
  counterOf(registry, { name: 'board_rebuilds_total', help, labelNames: ['cause'] }, () =>
    Object.entries(rebuilds).map(([cause, count]) => [{ cause }, count]),
  );
}

function keptTermsIn(registry: Registry, count: () => number): void {
  const help = "The operator's records whose terms did not count, because their sellers had changed them.";
  counterOf(registry, { name: 'kept_terms_total', help }, () => [[{}, count()]]);
}

function limitsIn(registry: Registry, use: LimitsUse): void {
  const help = 'Requests by kind of limit of the rate plan, and whether they were accepted or refused (429).';
  counterOf(registry, { name: 'rate_limit_requests_total', help, labelNames: ['limit', 'result'] }, function* () {
    for (const [limit, { accepted, refused }] of Object.entries(use)) {
      yield [{ limit, result: 'accepted' }, accepted];
      yield [{ limit, result: 'refused' }, refused];
    }
  });
}

/** The caches of answers and of tokens; the latter exist where there is an identity provider. */
function cacheMetricsIn(registry: Registry, answers: Readonly<CacheUse>, identity?: () => IdentityUse): void {
  const lookups = 'Lookups by cache and result: hit or miss.';
  counterOf(registry, { name: 'cache_lookups_total', help: lookups, labelNames: ['cache', 'result'] }, () => [
    [{ cache: 'answer', result: 'hit' }, answers.hits],
    [{ cache: 'answer', result: 'miss' }, answers.misses],
    ...(identity ? tokenLookups(identity()) : []),
  ]);
  const entries = 'What is cached, by cache.';
  gaugeOf(registry, { name: 'cache_entries', help: entries, labelNames: ['cache'], aggregator: 'sum' }, () =>
    identity ? tokenEntries(identity()) : [],
  );
}
