import { setTimeout as sleep } from 'node:timers/promises';

const IDLE_PAUSE_MS = 30_000;
/** Between two batches: leaves the database to others. */
const BATCH_PAUSE_MS = 5;

/**
 * Deletes expired data in the background, one batch at a time. `deleteBatch` tells whether there is more; when there is
 * none, the next look comes after a pause. Several processes may run it at once.
 */
export function startRetention(
  deleteBatch: () => Promise<boolean>,
  onFailure: (error: unknown) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      let isMore = false;
      try {
        isMore = await deleteBatch();
      } catch (error) {
        onFailure(error);
      }
      const pauseMs = isMore ? BATCH_PAUSE_MS : IDLE_PAUSE_MS;
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
