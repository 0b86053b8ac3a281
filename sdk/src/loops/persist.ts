import type { ApiError } from '../api-error.ts';
import { pause } from '../calls/call-deadline.ts';
import { mayPass, retry } from '../calls/retry.ts';

/** Called with each failure after which a loop goes on. */
export type OnRetry = (error: ApiError, delayMs: number) => void;

export type Persistence = {
  signal?: AbortSignal | undefined;
  /** No more tries after this moment of `performance.now()`. Default: never. */
  untilMs?: number;
  onRetry?: OnRetry | undefined;
};

/**
 * Makes a call until it succeeds, with growing pauses. Every call has retries of its own, up to its deadline: this is for loops
 * that live longer. Failures that do not pass by themselves, such as 401, are thrown.
 */
export const persist = <Result>(
  call: () => Promise<Result>,
  { signal, untilMs = Number.POSITIVE_INFINITY, onRetry }: Persistence,
): Promise<Result> =>
  retry(
    call,
    (error, delayMs) => {
      if (!mayPass(error) || performance.now() + delayMs >= untilMs) return false;
      onRetry?.(error, delayMs);
      return true;
    },
    signal,
  );

/** An empty answer that came sooner than this did not wait: asking again at once would be a busy loop. */
const SHORTEST_ROUND_MS = 1_000;

/** Waits for the end of a round that brought nothing. */
export const endRound = (startedMs: number, signal?: AbortSignal): Promise<void> =>
  pause(Math.max(startedMs + SHORTEST_ROUND_MS - performance.now(), 0), signal);
