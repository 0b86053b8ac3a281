import { setTimeout as sleep } from 'node:timers/promises';
import { isBusy } from './error.ts';

/** Repeats what another process keeps out with the lock of the file, until the deadline. Then throws its error. */
export async function retryWhileBusy<T>(call: () => T, deadlineMs: number): Promise<T> {
  for (let delayMs = 1; ; delayMs = Math.min(delayMs * 2, 25)) {
    try {
      return call();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadlineMs) throw error;
    }
    await sleep(delayMs * (0.5 + Math.random() / 2));
  }
}
