import { ApiError } from '../api-error.ts';
import { pause } from '../calls/call-deadline.ts';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** However long the service asks to wait. Timers cannot wait for months. */
const LONGEST_ASKED_MS = 3_600_000;

/** Told of each failure after which a loop goes on. */
export type OnRetry = (error: ApiError, delayMs: number) => void;

export type Persistence = {
  signal?: AbortSignal | undefined;
  /** No more tries after this moment of `performance.now()`. Default: never. */
  untilMs?: number;
  onRetry?: OnRetry | undefined;
};

/** Waits. Rejects with the signal's reason as soon as it aborts. */
export async function wait(ms: number, signal: AbortSignal = new AbortController().signal): Promise<void> {
  signal.throwIfAborted();
  await pause(Math.max(ms, 0), signal);
  signal.throwIfAborted();
}

/** The service may be back later. An answer that is not the service's (InvalidAnswer) and a missing token do not mend themselves. */
const mayPass = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.status >= 500 ||
    [408, 429].includes(error.status) ||
    ['ConnectionFailed', 'DeadlineExceeded'].includes(error.code));

/**
 * Makes a call until it succeeds, with growing pauses. Every call has retries of its own, up to its deadline: this is for loops
 * that live longer. Failures that do not pass by themselves, such as 401, are thrown.
 */
export async function persist<Result>(call: () => Promise<Result>, options: Persistence = {}): Promise<Result> {
  const { signal, untilMs = Number.POSITIVE_INFINITY, onRetry } = options;
  for (let longest = FIRST_DELAY_MS; ; longest = Math.min(longest * 2, LONGEST_DELAY_MS)) {
    try {
      return await call();
    } catch (error) {
      signal?.throwIfAborted();
      const delayMs = longest * (0.5 + Math.random() / 2);
      if (!mayPass(error)) throw error;
      const waitMs = Math.max(delayMs, Math.min(error.retryAfterMs ?? 0, LONGEST_ASKED_MS));
      if (performance.now() + waitMs >= untilMs) throw error;
      onRetry?.(error, waitMs);
      await wait(waitMs, signal);
    }
  }
}
