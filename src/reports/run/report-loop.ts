import { BackgroundLoop } from '../../async/background-loop.ts';
import { claimReport } from './claim.ts';
import type { RunParts } from './run-parts.ts';
import { runReport } from './run-report.ts';
import { removeLeftWork } from './work-folder.ts';

const POLL_MS = 250;
const PAUSE_AFTER_FAILURE_MS = 2_000;
/** Starting a process takes longer than waiting for the next report. */
const IDLE_MS = 15_000;

export type LoopOptions = {
  /** How many reports are made side by side. The last one of several is always a small one. */
  readonly slots: number;
  /** What has begun goes on in another process. */
  readonly signal: AbortSignal;
  readonly onFailure: (error: unknown) => void;
  /** Other work of this process, for whose end it stays. */
  readonly isBusy?: () => boolean;
  /** The end without work. */
  readonly idleMs?: number;
};

/** Makes reports until there are none for a while, or until it is stopped. */
export async function makeReports(parts: RunParts, options: LoopOptions): Promise<void> {
  const { slots, signal, onFailure, isBusy = () => false, idleMs = IDLE_MS } = options;
  await removeLeftWork(parts.db, parts.workFolder);
  const ended = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => ended.resolve());
  if (signal.aborted) ended.resolve();
  let busy = 0;
  let idleSince = performance.now();

  const turnOf = (onlySmall: boolean) => async () => {
    if (signal.aborted) return POLL_MS;
    const claimed = await claimReport(parts.db, parts.now(), onlySmall);
    if (claimed === undefined) {
      if (isBusy()) idleSince = performance.now();
      if (busy === 0 && performance.now() - idleSince > idleMs) ended.resolve();
      return POLL_MS;
    }
    busy += 1;
    try {
      await runReport(parts, claimed);
    } finally {
      busy -= 1;
      idleSince = performance.now();
    }
    return 0;
  };
  const loops = Array.from({ length: slots }, (_, n) => {
    const onlySmall = n > 0 && n === slots - 1;
    return new BackgroundLoop({
      name: 'report work',
      turn: turnOf(onlySmall),
      pauseAfterFailureMs: PAUSE_AFTER_FAILURE_MS,
      onFailure,
    });
  });
  await ended.promise;
  await Promise.all(loops.map((loop) => loop.stop()));
}
