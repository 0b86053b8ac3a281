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
  const unfollow = given && follow(given, onAbort);
  return {
    signal,
    leftMs: () => endsAt - performance.now(),
    limit: (work) => Promise.race([aborted, work]),
    end() {
      clearTimeout(timer);
      unfollow?.();
    },
  };
}

/** What ends with a signal of a caller. All calls share one listener: Node 20 takes more than ten for a leak, and warns. */
class Followers extends Set<() => void> {
  handleEvent(): void {
    for (const end of this) end();
  }
}

const followersOf = new WeakMap<AbortSignal, Followers>();

function follow(signal: AbortSignal, onAbort: () => void): () => void {
  const all = followersOf.get(signal) ?? new Followers();
  followersOf.set(signal, all.add(onAbort));
  // It is there once, however often it is added.
  signal.addEventListener('abort', all);
  return () => {
    all.delete(onAbort);
    if (all.size === 0) signal.removeEventListener('abort', all);
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
