import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** 0: this thread answers requests. */
let restMs = 0;

/**
 * A pause of long work, for the requests that arrived during its last piece. They are processed at the end of the turn in which they
 * are read (`http/admission/request-batches.ts`), behind what waits for `setImmediate` already: after one turn the next piece would run
 * before them, and they would wait for two pieces instead of the rest of one.
 */
export async function afterRequests(): Promise<void> {
  if (restMs > 0) {
    await sleep(restMs);
    return;
  }
  await nextTurn();
  await nextTurn();
}

/**
 * For a thread that answers no requests: at each pause it leaves its core to others for so long. Without that, a thread of this or another
 * process that gets something to do waits for the end of this one's time slice, some milliseconds.
 */
export function leaveCoreAtPauses(ms: number): void {
  restMs = ms;
}
