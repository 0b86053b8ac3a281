import { setTimeout as sleep } from 'node:timers/promises';
import type { ItemKey } from '../../domain/market/item.ts';
import type { BoardMaintenance } from './board-maintenance.ts';

const PAUSE_MS = 1_000;
const PAUSE_AFTER_FAILURE_MS = 5_000;

/**
 * The pause after a batch of due boards, as a multiple of what one of them took. Many changes a second on an item of
 * thousands of offers make its board stale again at once: it can wait, because its readers rebuild it when they need it.
 */
const PAUSE_FACTOR = 10;

/**
 * Runs the background work on boards until it is stopped: boards whose validity has ended, boards that a seller's change
 * has not reached yet, and, once after the board version was raised, boards of an older version. Several processes may
 * run it at once: their transactions collide, and one of them finds nothing left.
 */
export function startBoardRefresher(
  maintenance: BoardMaintenance,
  onFailure: (error: unknown) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = run(maintenance, onFailure, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function run(
  maintenance: BoardMaintenance,
  onFailure: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  let outdatedAfter: ItemKey | undefined = { marketplaceId: '', itemId: '' };
  let isUpToDate: boolean | undefined;
  while (!signal.aborted) {
    let pauseMs = PAUSE_MS;
    try {
      isUpToDate ??= await maintenance.isUpToDate();
      const beganMs = performance.now();
      const rebuilt = await maintenance.refreshDue();
      const boardMs = (performance.now() - beganMs) / Math.max(rebuilt, 1);
      const hasPropagated = await maintenance.propagateSellerChanges();
      if (!isUpToDate && outdatedAfter) outdatedAfter = await maintenance.refreshOutdated(outdatedAfter);
      if (!isUpToDate && !outdatedAfter) {
        await maintenance.recordUpToDate();
        isUpToDate = true;
      }
      // Work is left: go on at once, but let other transactions in between.
      if (rebuilt > 0 || hasPropagated || !isUpToDate) pauseMs = 1;
      if (rebuilt > 0) pauseMs = Math.min(Math.max(boardMs * PAUSE_FACTOR, 1), PAUSE_MS);
    } catch (error) {
      onFailure(error);
      pauseMs = PAUSE_AFTER_FAILURE_MS;
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
