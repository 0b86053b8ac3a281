import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

type Condition = () => unknown;

const TIMEOUT_MS = 60_000;
const PAUSE_MS = 10;

/**
 * Waits until a condition is met. A failure names it by its text, or by that of the function. The timeout is generous: it ends a
 * failing test, and measures nothing.
 */
export async function until(text: string, isMet: Condition, timeoutMs?: number): Promise<void>;
export async function until(isMet: Condition): Promise<void>;
export async function until(condition: string | Condition, isMet?: Condition, timeoutMs = TIMEOUT_MS): Promise<void> {
  const check = isMet ?? (condition as Condition);
  const deadline = performance.now() + timeoutMs;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`Not within ${timeoutMs} ms: ${condition}`);
    await sleep(PAUSE_MS);
  }
}

/** The same, checked in every turn of the event loop: for what the test must notice before more happens. */
export async function untilSoon(isMet: Condition): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!isMet()) {
    if (performance.now() > deadline) throw new Error(`Not within ${TIMEOUT_MS} ms: ${isMet}`);
    await turn();
  }
}
