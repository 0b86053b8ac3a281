import { setTimeout as sleep } from 'node:timers/promises';

const TIMEOUT_MS = 30_000;

/** Waits until a condition is met. The timeout is generous: it ends a failing test, and measures nothing. */
export async function until(condition: string, isMet: () => unknown, timeoutMs = TIMEOUT_MS): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await isMet())) {
    if (performance.now() > deadline) throw new Error(`Not within ${timeoutMs} ms: ${condition}`);
    await sleep(20);
  }
}
