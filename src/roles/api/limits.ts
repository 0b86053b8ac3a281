import type { Config } from '../../config/config.ts';
import { OK, type PartState } from '../../domain/part-state.ts';
import type { Metrics } from '../../http/metrics/metrics.ts';
import { sharedLimitMetricsIn } from '../../http/metrics/shared-limit-metrics.ts';
import type { RunningLimits, SharedLimits } from '../../limits/shared-limits.ts';
import type { Log } from '../../log/log.ts';

/** The counters that this process shares with others; none without `REDIS_URL` (decision 41). */
export async function sharedLimitsOf(config: Config, log: Log, metrics: Metrics): Promise<RunningLimits | undefined> {
  if (config.redisUrl === undefined) return undefined;
  const { startSharedLimits } = await import('../../limits/shared-limits.ts');
  const shared = await startSharedLimits({ url: config.redisUrl, log, minProcesses: config.apiProcesses });
  sharedLimitMetricsIn(metrics.registry, shared);
  return shared;
}

const COUNTED_ALONE =
  'The server of the shared rate limits cannot be used. Each process counts its own part of the rate plan.';

/** Only degraded: requests are still limited. The limits log their own changes. */
export const limitState = (shared: SharedLimits): PartState =>
  shared.isBroken() ? { state: 'degraded', reason: COUNTED_ALONE } : OK;
