import { ApiError } from '../api-error.ts';
import { pause } from './call-deadline.ts';

const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 30_000;
/** However long the service asks to wait: timers cannot wait for months. */
const MAX_DELAY_MS = 3_600_000;

/**
 * How long to wait after the attempt with this number. Without a `Retry-After` exponential backoff with full jitter. With one a little
 * longer than it says: callers that were refused together must not come back together.
 */
export function retryDelayMs(attempt: number, error: unknown): number {
  const { retryAfterMs } = Object(error) as Partial<ApiError>;
  if (retryAfterMs !== undefined) return retryAfterMs + Math.random() * FIRST_BACKOFF_MS;
  return Math.random() * Math.min(FIRST_BACKOFF_MS * 2 ** attempt, MAX_BACKOFF_MS);
}

/** The service may be back later. An answer that is not the service's (InvalidAnswer) and a missing token do not pass by themselves. */
export const mayPass = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.status >= 500 ||
    [408, 429].includes(error.status) ||
    ['ConnectionFailed', 'DeadlineExceeded'].includes(error.code));

/** Runs `work` until it succeeds, or until `mayRetry` says that it should not be tried again after this failure and this delay. */
export async function retry<Result>(
  work: () => Promise<Result>,
  mayRetry: (error: unknown, delayMs: number, attempt: number) => boolean,
  signal?: AbortSignal,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      const delayMs = Math.min(retryDelayMs(attempt, error), MAX_DELAY_MS);
      if (!mayRetry(error, delayMs, attempt)) throw error;
      await pause(delayMs, signal);
    }
  }
}
