import type { Log } from '../log/log.ts';

/** For running requests, after the drain. Supervisors often kill after 10 s. */
export const DEADLINE_MS = 9_000;
/** A signal to the process group arrives twice, once forwarded by npm: repeats within this time are one signal. */
const SAME_SIGNAL_MS = 1_000;

/** The exit code of a stop that left requests without an answer. 1 is a start or a stop that failed. */
export const ABORTED_EXIT_CODE = 3;

const STOPPING: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/** Ends everything. Resolves to true when another process of the service, or a part, had to abort requests; it has logged how many. */
export type Stop = () => Promise<boolean | undefined>;

export type StopOptions = {
  readonly drainMs?: number;
  /** How long `stop` may take after the drain. */
  readonly deadlineMs?: number;
  /** How many requests of this process are not answered yet. Absent in a process that answers none. */
  readonly running?: (() => number) | undefined;
  readonly signals?: readonly NodeJS.Signals[];
};

/**
 * On the first signal waits for `stop` and exits, at the latest at the deadline. A second signal, more than a second later, ends the
 * process at once. Returns what acts as such a signal.
 */
export function stopOnSignal(log: Log, stop: Stop, options: StopOptions = {}): (signal: NodeJS.Signals) => void {
  let firstAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    const now = performance.now();
    if (firstAt === undefined) {
      firstAt = now;
      log.info({ signal }, 'stopping: waiting for running requests');
      void endAfter(log, stop, options);
    } else if (now - firstAt > SAME_SIGNAL_MS) {
      const abortedRequests = options.running?.();
      log.warn({ signal, abortedRequests }, 'stopping at once: a second signal came');
      process.exit(abortedRequests ? ABORTED_EXIT_CODE : 1);
    }
  };
  for (const signal of options.signals ?? STOPPING) process.on(signal, onSignal);
  return onSignal;
}

/** Waits for `stop` and ends the process: with 0 when everything was answered. */
export async function endAfter(log: Log, stop: Stop, options: StopOptions): Promise<void> {
  const { drainMs = 0, running } = options;
  const deadlineMs = drainMs + (options.deadlineMs ?? DEADLINE_MS);
  setTimeout(() => {
    const abortedRequests = running?.();
    const what = abortedRequests === 0 ? '' : ', running requests were aborted';
    log.warn({ deadlineMs, abortedRequests }, `stopped: the deadline is over${what}`);
    process.exit(abortedRequests === 0 ? 1 : ABORTED_EXIT_CODE);
  }, deadlineMs);
  try {
    const hasAborted = await stop();
    if (hasAborted) log.warn('stopped: another part of the service aborted requests; its own line says how many');
    else log.info('stopped');
    process.exit(hasAborted ? ABORTED_EXIT_CODE : 0);
  } catch (error) {
    log.error({ err: error }, 'stopping failed');
    process.exit(1);
  }
}

/** Whether a process of the service that was told to stop left requests without an answer: it says so, or was killed. */
export const hasAbortedRequests = (exitCode: number | null): boolean =>
  exitCode === null || exitCode === ABORTED_EXIT_CODE;
