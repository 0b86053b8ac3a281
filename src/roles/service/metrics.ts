import type { Db } from '../../db/db.ts';
import { eventLoopDelayIn } from '../../http/metrics/event-loop-delay.ts';
import { createMetrics, type Metrics } from '../../http/metrics/metrics.ts';
import { readinessMetricsIn, serviceInfoIn } from '../../http/metrics/process-metrics.ts';
import { storeMetricsIn } from '../../http/metrics/store-metrics.ts';
import { type ProcessCounts, watchProcesses } from '../../http/metrics/supervised-processes.ts';
import { type Readiness, statesOf } from '../../http/routes/health.ts';
import type { Identity } from '../../identity/identity.ts';
import type { Log } from '../../log/log.ts';
import type { Market } from '../../market/market.ts';
import type { Role } from '../settings/role.ts';
import { VERSION } from '../settings/version.ts';

/** The metrics of a process, with what its log and its store say about themselves. */
export function metricsOf(log: Log, db: Db, role: Role): Metrics {
  const metrics = createMetrics();
  const { registry } = metrics;
  metrics.watchDroppedLines(() => log.output().droppedLines);
  serviceInfoIn(registry, { version: VERSION, engine: db.engine, role });
  storeMetricsIn(registry, db.engine, db.use);
  eventLoopDelayIn(registry);
  return metrics;
}

/** Adds what parts that exist later say about themselves. Without `readiness` where the supervisor tells it for all processes. */
export function watchParts(
  metrics: Metrics,
  {
    market,
    readiness,
    identity,
  }: { market: Market; readiness?: Readiness | undefined; identity?: Identity | undefined },
): void {
  metrics.watchRebuilds(market.writer.rebuilds);
  if (readiness) readinessMetricsIn(metrics.registry, () => statesOf(readiness));
  if (identity) metrics.watchIdentity(() => identity.use);
}

/** The supervisor's own metrics: it has no store, and its readiness is that of all its processes. */
export function supervisorMetrics(log: Log, readiness: Readiness, counts: () => ProcessCounts): Metrics {
  const metrics = createMetrics();
  metrics.watchDroppedLines(() => log.output().droppedLines);
  readinessMetricsIn(metrics.registry, () => statesOf(readiness));
  watchProcesses(metrics.registry, counts);
  return metrics;
}
