import { setTimeout as sleep } from 'node:timers/promises';
import { EgressBlocked } from './egress-failure.ts';

const STEP_MS = 1_000;

/**
 * Delays a blocked outcome to the next whole second. Sellers see how long an attempt took, and a lookup in the operator's
 * network takes another time than one that finds nothing: the duration must not tell more than the text does.
 */
export async function hideBlockedDuration<T>(sent: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const start = performance.now();
  const outcome = await sent;
  if (outcome instanceof EgressBlocked) {
    const remainingMs = STEP_MS - ((performance.now() - start) % STEP_MS);
    await sleep(remainingMs, undefined, signal && { signal }).catch(() => undefined);
  }
  return outcome;
}
