import type { Limits } from '../domain/rate-plan.ts';
import type { DurationCounts } from '../domain/use-counts.ts';
import { LimitServer, type LimitServerOptions } from './limit-server.ts';
import { SharedLimit } from './shared-limit.ts';

/** Rate limits that several processes share through Redis or Valkey (decision 41). */
export type SharedLimits = {
  /** The limit of one name. `now` is a monotonic clock in milliseconds, the one of `take` and `giveBack`. */
  limit(name: string, limits: Limits, now: () => number): Pick<SharedLimit, 'take' | 'giveBack' | 'left'>;
  /** Whether the server cannot be used: then each process counts alone. */
  isBroken(): boolean;
  /** How many processes there were when the server last answered. */
  processes(): number;
  /** For the metrics: requests that were counted alone because the server cannot be used, and how long its answers take. */
  readonly use: { fallbacks: number; readonly answers: DurationCounts };
};

export type RunningLimits = SharedLimits & {
  /** Gives back what this process has taken and not used. */
  stop(): Promise<void>;
};

const RETURN_EVERY_MS = 500;
const MAX_RETURNED_AT_ONCE = 1_000;
const MAX_RETURNED_AT_STOP = 10_000;

/** Starts also when the server cannot be used: the log says so, and it is tried again. */
export async function startSharedLimits(options: LimitServerOptions): Promise<RunningLimits> {
  const server = new LimitServer(options);
  const limits: { limit: SharedLimit; now: () => number }[] = [];
  const returnUnused = () => {
    let left = MAX_RETURNED_AT_ONCE;
    for (const { limit, now } of limits) left -= limit.returnUnused(now(), left);
  };
  const returning = setInterval(returnUnused, RETURN_EVERY_MS).unref();
  await server.start();
  return {
    limit(name, windows, now) {
      const limit = new SharedLimit(server, name, windows, now);
      limits.push({ limit, now });
      return limit;
    },
    isBroken: () => server.isBroken,
    processes: () => server.processes,
    use: { fallbacks: 0, answers: server.answers },
    async stop() {
      clearInterval(returning);
      for (const { limit } of limits) limit.returnAll(MAX_RETURNED_AT_STOP);
      await server.stop();
    },
  };
}
