import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 30_000;

/** Waits until it is so. Generous: it bounds a test that fails, and measures nothing. */
export async function until(what: string, isSo: () => unknown, patienceMs = PATIENCE_MS): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await sleep(20);
  }
}
