import { orLate } from '../../async/or-late.ts';
import { singleFlight } from '../../async/single-flight.ts';
import { OK, type PartState } from '../../domain/part-state.ts';

export type HealthCheckOptions = {
  /** Rejects when the part does not work. */
  readonly check: () => Promise<void>;
  /** How long a result counts: of a check that resolved, and of one that rejected. */
  readonly everyMs: number;
  readonly retryMs: number;
  /** How long a caller waits. The check itself goes on, and no other begins before it ends. */
  readonly deadlineMs: number;
  readonly onFailure: (error: unknown) => PartState;
  readonly onDeadline: PartState;
};

/** A check that costs no more however often it is asked for: one at a time, and its result is cached. Never rejects. */
export function healthCheck(options: HealthCheckOptions): () => Promise<PartState> {
  const { check, everyMs, retryMs, deadlineMs, onFailure, onDeadline } = options;
  let cached: { state: PartState; untilMs: number } | undefined;
  /** Until then callers wait for the check that runs. */
  let deadline = 0;

  const run = singleFlight(async (): Promise<PartState> => {
    deadline = performance.now() + deadlineMs;
    const state = await Promise.resolve()
      .then(check)
      .then(() => OK, onFailure);
    cached = { state, untilMs: performance.now() + (state === OK ? everyMs : retryMs) };
    return state;
  });

  return async () => {
    const nowMs = performance.now();
    if (cached !== undefined && nowMs < cached.untilMs) return cached.state;
    const result = run();
    return orLate(result, Math.max(1, deadline - nowMs), onDeadline);
  };
}
