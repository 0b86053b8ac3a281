import { createMetrics, type Metrics } from '../http/server/metrics.ts';
import type { Log } from '../log.ts';

/** The metrics of a process, with what its log says about itself. */
export function metricsOf(log: Log): Metrics {
  const metrics = createMetrics();
  metrics.watchDroppedLines(() => log.output().droppedLines);
  return metrics;
}
