import type { Log } from './log.ts';

/** For running requests, after the drain. Supervisors often kill after 10 s. */
const DEADLINE_MS = 9_000;
/** A signal to the process group arrives twice, once forwarded by npm: repeats within this time are one signal. */
const SAME_SIGNAL_MS = 1_000;

/**
 * On the first signal waits for `stop` and exits 0, at the latest 9 s after the drain. A second signal, more than a second
 * later, ends the process at once.
 */
export function stopOnSignal(log: Log, stop: () => Promise<void>, drainMs = 0): void {
  let firstAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    const now = performance.now();
    if (firstAt === undefined) {
      firstAt = now;
      log.info({ signal }, 'stopping: waiting for running requests');
      void finish(log, stop, drainMs + DEADLINE_MS);
    } else if (now - firstAt > SAME_SIGNAL_MS) {
      log.warn({ signal }, 'stopping at once');
      process.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal);
}

async function finish(log: Log, stop: () => Promise<void>, deadlineMs: number): Promise<void> {
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
