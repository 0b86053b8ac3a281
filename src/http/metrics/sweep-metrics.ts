import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Counts a run of background work: how many rows or files it changed, undefined when it failed. */
export type SweepObserver = (name: string, changed: number | undefined, durationMs: number) => void;

export function sweepMetricsIn(registry: Registry): SweepObserver {
  const runs = new Histogram({
    name: 'sweep_duration_seconds',
    help: 'Runs of background work that removes old data, by sweep and outcome (done or failed), and how long they took.',
    labelNames: ['sweep', 'outcome'],
    buckets: [0.01, 0.1, 1, 10, 60, 600, 3_600],
    registers: [registry],
  });
  const rows = new Counter({
    name: 'sweep_rows_total',
    help: 'Rows and files that were removed, or added up, by sweep.',
    labelNames: ['sweep'],
    registers: [registry],
  });
  const last = new Gauge({
    name: 'sweep_last_success_timestamp_seconds',
    help: 'When a sweep last went through without an error, in seconds since 1970.',
    labelNames: ['sweep'],
    aggregator: 'max',
    registers: [registry],
  });
  return (sweep, changed, durationMs) => {
    runs.observe({ sweep, outcome: changed === undefined ? 'failed' : 'done' }, durationMs / 1000);
    if (changed === undefined) return;
    rows.inc({ sweep }, changed);
    last.setToCurrentTime({ sweep });
  };
}
