/** About 24 days. A timer that should wait longer fires at once. */
const MAX_TIMER_MS = 2_147_483_647;

/** One signal for a call, from the caller's signal and the deadline. */
export type CallDeadline = {
  readonly signal: AbortSignal;
  leftMs(): number;
  /** Settles as `work` does, or rejects with the signal's reason at once, also when `work` ignores the signal. */
  limit<Result>(work: Promise<Result>): Promise<Result>;
  /** Removes the timer and the listener: the caller's signal may outlive very many calls. */
  end(): void;
};

/** `overdue` makes the reason when the time is up. */
export function startDeadline(given: AbortSignal | undefined, ms: number, overdue: () => Error): CallDeadline {
  const controller = new AbortController();
  const { signal } = controller;
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  const onAbort = () => controller.abort(given?.reason);
  const limitMs = Math.min(ms, MAX_TIMER_MS);
  const endsAt = performance.now() + limitMs;
  const timer = setTimeout(() => controller.abort(overdue()), limitMs);
  given?.addEventListener('abort', onAbort, { once: true });
  return {
    signal,
    leftMs: () => endsAt - performance.now(),
    limit: (work) => Promise.race([aborted, work]),
    end() {
      clearTimeout(timer);
      given?.removeEventListener('abort', onAbort);
    },
  };
}

/** Resolves after the time, or at once when the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}
