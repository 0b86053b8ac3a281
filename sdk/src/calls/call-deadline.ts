/** About 24 days. A timer that should wait longer fires at once. */
const MAX_TIMER_MS = 2_147_483_647;

/** Settles as `work` does, or rejects with the signal's reason as soon as it aborts, also when `work` ignores the signal. */
export const untilAborted = <Result>(work: Promise<Result>, signal?: AbortSignal): Promise<Result> =>
  new Promise((resolve, reject) => {
    const unfollow = signal && follow(signal, () => reject(signal.reason as Error));
    // The signal may outlive very many calls: none may leave a listener behind.
    work.finally(unfollow).then(resolve, reject);
  });

/** Waits. Rejects with the signal's reason as soon as it aborts. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await untilAborted(passed, signal).finally(() => clearTimeout(timer));
}

/** Runs `work` with one signal for the caller's signal and the deadline. `overdue` makes the reason when the time is up. */
export async function withDeadline<Result>(
  given: AbortSignal | undefined,
  ms: number,
  overdue: () => Error,
  work: (signal: AbortSignal, endsAt: number) => Promise<Result>,
): Promise<Result> {
  given?.throwIfAborted();
  const controller = new AbortController();
  const { signal } = controller;
  const limitMs = Math.min(ms, MAX_TIMER_MS);
  const timer = setTimeout(() => controller.abort(overdue()), limitMs);
  const unfollow = given && follow(given, () => controller.abort(given.reason));
  try {
    return await untilAborted(work(signal, performance.now() + limitMs), signal);
  } finally {
    clearTimeout(timer);
    unfollow?.();
  }
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
