import type { Registry } from 'prom-client';
import { gaugesOf } from './queue-metrics.ts';

/** `failed`: of the last hour, by code. */
export type OpenReportCounts = {
  readonly waiting: number;
  readonly running: number;
  readonly ageMs: number;
  readonly failed: ReadonlyMap<string, number>;
};

export function reportMetricsIn(registry: Registry, measure: () => Promise<OpenReportCounts | undefined>): void {
  const watch = gaugesOf(registry, measure);
  watch('reports_waiting', 'Reports that wait for their turn, at most 10,000.', (depth) =>
    depth ? [[{}, depth.waiting]] : [],
  );
  watch('reports_running', 'Reports that are being made.', (depth) => (depth ? [[{}, depth.running]] : []));
  watch('reports_waiting_age_seconds', 'For how long the oldest report has waited.', (depth) =>
    depth ? [[{}, depth.ageMs / 1000]] : [],
  );
  const help = 'Reports that were asked for in the last hour and could not be made, by code of the failure.';
  watch('reports_failed', help, (depth) => [...(depth?.failed ?? [])].map(([code, count]) => [{ code }, count]), [
    'code',
  ]);
}
