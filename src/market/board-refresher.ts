import { setTimeout as sleep } from 'node:timers/promises';
import type { ItemKey } from '../domain/market/item.ts';
import type { Market } from './market.ts';

const PAUSE_MS = 1_000;
const PAUSE_AFTER_FAILURE_MS = 5_000;

/**
 * Background work on boards, in small transactions: those whose time is up, those a seller's change has not reached
 * yet, and once after the rules changed those that the old ones made. Readers never depend on it, they only find less to do.
 * Several processes may do it at once: their transactions collide and one of them finds nothing left.
 */
export function startBoardRefresher(market: Market, onFailure: (error: unknown) => void): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = keep(market, onFailure, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function keep(market: Market, onFailure: (error: unknown) => void, signal: AbortSignal): Promise<void> {
  let outdatedAfter: ItemKey | undefined = { marketplaceId: '', itemId: '' };
  let isUpToDate: boolean | undefined;
  while (!signal.aborted) {
    let pauseMs = PAUSE_MS;
    try {
      isUpToDate ??= await market.isUpToDate();
      const made = await market.refreshDue();
      const followed = await market.propagateSellerChanges();
      if (!isUpToDate && outdatedAfter) outdatedAfter = await market.refreshOutdated(outdatedAfter);
      if (!isUpToDate && !outdatedAfter) {
        await market.recordUpToDate();
        isUpToDate = true;
      }
      // Something is left: go on at once, but let others have the store in between.
      if (made > 0 || followed || !isUpToDate) pauseMs = 1;
    } catch (error) {
      onFailure(error);
      pauseMs = PAUSE_AFTER_FAILURE_MS;
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
