import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * A pause of long work, for the requests that arrived during its last piece. They are processed at the end of the turn in which they
 * are read (`http/admission/request-batches.ts`), behind what waits for `setImmediate` already: after one turn the next piece would run
 * before them, and they would wait for two pieces instead of the rest of one.
 */
export async function afterRequests(): Promise<void> {
  await nextTurn();
  await nextTurn();
}
