import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 30_000;

/** Tidies up a piece at a time until nothing is left, and looks again after a while. Several processes may do it at once. */
export function keepTidy(tidy: () => Promise<boolean>, onFailure: (error: unknown) => void): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const keep = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      let isMore = false;
      try {
        isMore = await tidy();
      } catch (error) {
        onFailure(error);
      }
      // Others have the store in between.
      await sleep(isMore ? 5 : PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = keep();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
