import type { Config } from '../../config/config.ts';
import { OK, type PartState } from '../../domain/part-state.ts';
import { dividedPlan } from '../../domain/rate-plan.ts';
import { createRateLimits, type RateLimits } from '../../http/guards/rate-limit.ts';
import type { RunningLimits, SharedLimits } from '../../limits/shared-limits.ts';
import type { Log } from '../../log/log.ts';
import { ratePlanOf } from '../settings/rate-plan.ts';

/** The counters that this process shares with others; none without `REDIS_URL` (decision 41). */
export async function sharedLimitsOf(config: Config, log: Log): Promise<RunningLimits | undefined> {
  if (config.redisUrl === undefined) return undefined;
  const { startSharedLimits } = await import('../../limits/shared-limits.ts');
  return startSharedLimits({ url: config.redisUrl, log, minProcesses: config.apiProcesses });
}

/** The limits of the rate plan. Processes that do not share a counter share the plan. */
export function rateLimitsOf(config: Config, shared?: SharedLimits): RateLimits {
  const plan = ratePlanOf(config);
  return createRateLimits(shared ? plan : dividedPlan(plan, config.apiProcesses), undefined, shared);
}

const COUNTED_ALONE =
  'The server of the shared rate limits cannot be used. Each process counts its own part of the rate plan.';

/** Only degraded: requests are still limited. The limits log their own changes. */
export const limitState = (shared: SharedLimits): PartState =>
  shared.isBroken() ? { state: 'degraded', reason: COUNTED_ALONE } : OK;
