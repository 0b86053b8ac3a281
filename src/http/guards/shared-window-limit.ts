import type { FastifyReply } from 'fastify';
import type { Fault } from '../../domain/fault.ts';
import { dividedLimits, type Limits } from '../../domain/rate-plan.ts';
import type { LimitUse } from '../../domain/use-counts.ts';
import type { Verdict } from '../../limits/shared-limit.ts';
import type { SharedLimits } from '../../limits/shared-limits.ts';
import {
  type Counted,
  leftOf,
  leftText,
  policyOf,
  type RateLimit,
  tooManyRequests,
  windowLimit,
} from './window-limit.ts';

/**
 * A limit that the processes share (decision 41). While the server of the counters cannot be used, this process counts its part of
 * the plan: the plan divided by the processes that there were.
 */
export function sharedWindowLimit(
  shared: SharedLimits,
  name: string,
  limits: Limits,
  { now, use }: { now: () => number; use: LimitUse },
): RateLimit {
  const counters = shared.limit(name, limits, now);
  const policy = policyOf(limits);
  let alone = { processes: 0, limit: windowLimit(limits, now, use) };

  const countAlone = (reply: FastifyReply, key: string): Fault | undefined => {
    shared.use.fallbacks += 1;
    const processes = shared.processes();
    // The same counters as long as the number is the same: a server that fails again and again must not open new windows.
    if (alone.processes !== processes) {
      alone = { processes, limit: windowLimit(dividedLimits(limits, processes), now, use, policy) };
    }
    return alone.limit.count(reply, key);
  };

  const answer = (reply: FastifyReply, nowMs: number, verdict: Verdict): Fault | undefined => {
    // A window that is not full may have ended while the other one keeps the request out.
    const burst = { left: verdict.burstLeft, endsAt: Math.max(nowMs, verdict.burstEndsAt) };
    const sustained = { left: verdict.sustainedLeft, endsAt: Math.max(nowMs, verdict.sustainedEndsAt) };
    reply.header('ratelimit-policy', policy);
    reply.header('ratelimit', leftText(nowMs, burst, sustained));
    if (verdict.isAllowed) {
      use.accepted += 1;
      return undefined;
    }
    use.refused += 1;
    return tooManyRequests(nowMs, burst, sustained);
  };

  return {
    count(reply, key): Counted {
      const nowMs = Math.floor(now());
      const verdict = counters.take(key, nowMs);
      if (verdict instanceof Promise) {
        return verdict.then((late) => (late ? answer(reply, Math.floor(now()), late) : countAlone(reply, key)));
      }
      return verdict ? answer(reply, nowMs, verdict) : countAlone(reply, key);
    },
    left(key) {
      if (shared.isBroken()) return alone.limit.left(key);
      const nowMs = Math.floor(now());
      const known = counters.left(key);
      const current = (left: number, endsAt: number) => (nowMs < endsAt ? { left, endsAt } : undefined);
      return {
        burst: leftOf(limits.burst, known && current(known.burstLeft, known.burstEndsAt), nowMs),
        sustained: leftOf(limits.sustained, known && current(known.sustainedLeft, known.sustainedEndsAt), nowMs),
      };
    },
    giveBack(key) {
      if (shared.isBroken()) alone.limit.giveBack(key);
      else counters.giveBack(key, Math.floor(now()));
    },
  };
}
