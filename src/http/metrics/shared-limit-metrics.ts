import type { Registry } from 'prom-client';
import type { SharedLimits } from '../../limits/shared-limits.ts';
import { counterOf, gaugeOf, histogramOf } from './at-scrape.ts';

/** The server of the shared rate limits. Only where one is configured: `rate_limit_server_broken` tells that there is one. */
export function sharedLimitMetricsIn(registry: Registry, shared: SharedLimits): void {
  const fallback = 'Requests that a process counted alone because the server of the shared limits could not be used.';
  counterOf(registry, { name: 'rate_limit_fallback_total', help: fallback }, () => [[{}, shared.use.fallbacks]]);
  const broken = 'Whether the server of the shared limits cannot be used: 1, and each process counts alone; else 0.';
  gaugeOf(registry, { name: 'rate_limit_server_broken', help: broken, aggregator: 'max' }, () => [
    [{}, shared.isBroken() ? 1 : 0],
  ]);
  const processes = 'Processes that share the limits, as the server last told.';
  gaugeOf(registry, { name: 'rate_limit_processes', help: processes, aggregator: 'max' }, () => [
    [{}, shared.processes()],
  ]);
  const answers = 'How long the answers of the server of the shared limits took.';
  histogramOf(registry, { name: 'rate_limit_server_duration_seconds', help: answers }, () => [
    [{}, shared.use.answers],
  ]);
}
