import type { TraceContext } from '../../domain/trace-context.ts';
import { LANES, type MarketEvent } from './market-event.ts';

/** Why boards are rebuilt, and who is told what changed. */
export type Occasion = {
  lane: MarketEvent['lane'];
  /** Whether records or facts changed. Otherwise a board was stale, its time was over, or its version was another one. */
  isChange: boolean;
  /** Whether nobody is told about changes in a marketplace. */
  isQuiet(marketplaceId: string): boolean;
  /** The operator's request. */
  requestId?: string | undefined;
  /** Its trace. */
  trace?: TraceContext | undefined;
  /** The seller whose facts changed. */
  sellerId?: string | undefined;
};

/** A reader or background work meets a board that does not hold. */
export const UPKEEP: Occasion = { lane: LANES.background, isChange: false, isQuiet: () => false };

/** The changed facts of a seller reach its boards. */
export const sellerChange = (sellerId: string, isQuiet: boolean, requestId: string | undefined): Occasion => ({
  ...UPKEEP,
  isChange: true,
  isQuiet: () => isQuiet,
  requestId,
  sellerId,
});
