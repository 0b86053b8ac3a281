import type { MessagePort } from 'node:worker_threads';
import type { Config } from '../../config/config.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { PriceChangeMode } from '../../domain/price-changes/mode.ts';
import type { DispatchedBatch } from '../../notifications/dispatch/dispatch-batch.ts';
import type { TallyEntry } from '../../notifications/tally.ts';

/** What the thread gets at its start. */
export type MarketThreadData = {
  readonly config: Config;
  readonly mode: PriceChangeMode;
  /** On SQLite: by this the two threads write in turns. */
  readonly turns: MessagePort | undefined;
  /** Whether it takes over what the worker of this process does for the market. */
  readonly isWorker: boolean;
  /** The clock of the process: that of the thread does not begin before it. */
  readonly startMs: number;
};

export type ToMarketThread =
  /** `isBusy`: requests need the processor, too. */
  | { readonly kind: 'apply'; readonly call: number; readonly ids: readonly string[]; readonly isBusy: boolean }
  /** The market has changed in the other thread. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'stop' };

export type FromMarketThread =
  | { readonly kind: 'applied'; readonly call: number; readonly decided: readonly ItemKey[] }
  /** `isStoreDown`: the store does not answer, and would not answer the other thread either. */
  | { readonly kind: 'failed'; readonly call: number; readonly error: unknown; readonly isStoreDown: boolean }
  | { readonly kind: 'dispatched'; readonly batch: DispatchedCounts; readonly postponed: number }
  | { readonly kind: 'warning'; readonly text: string; readonly error: unknown }
  | { readonly kind: 'postponed'; readonly item: ItemKey; readonly error: unknown; readonly postponed: number };

/** What a batch of the dispatcher did, as far as the metrics and the sender of deliveries want to know. */
export type DispatchedCounts = Pick<DispatchedBatch, 'countByKind' | 'deliveries'> & {
  readonly tally: readonly TallyEntry[];
};
