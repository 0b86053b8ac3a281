import type { Log } from './log.ts';

/** For running requests, after the drain. Supervisors often kill after 10 s. */
const DEADLINE_MS = 9_000;
/** A signal to the process group arrives twice, once forwarded by npm: repeats within this time are one signal. */
const SAME_SIGNAL_MS = 1_000;

const STOPPING: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/**
 * On the first signal waits for `stop` and exits 0, at the latest 9 s after the drain. A second signal, more than a second
 * later, ends the process at once. Returns what acts as such a signal.
 */
export function stopOnSignal(
  log: Log,
  stop: () => Promise<void>,
  drainMs = 0,
  signals = STOPPING,
): (signal: NodeJS.Signals) => void {
  let firstAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    const now = performance.now();
    if (firstAt === undefined) {
      firstAt = now;
      log.info({ signal }, 'stopping: waiting for running requests');
      void endAfter(log, stop, drainMs);
    } else if (now - firstAt > SAME_SIGNAL_MS) {
      log.warn({ signal }, 'stopping at once');
      process.exit(1);
    }
  };
  for (const signal of signals) process.on(signal, onSignal);
  return onSignal;
}

/** Waits for `stop` and ends the process, at the latest 9 s after `drainMs`. */
export async function endAfter(log: Log, stop: () => Promise<void>, drainMs: number): Promise<void> {
  const deadlineMs = drainMs + DEADLINE_MS;
  setTimeout(() => {
    log.warn({ deadlineMs }, 'stopped: the deadline is over, running requests were aborted');
    process.exit(0);
  }, deadlineMs);
  try {
    await stop();
    log.info('stopped');
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, 'stopping failed');
    process.exit(1);
  }
}
