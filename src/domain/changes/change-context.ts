import type { OfferKey } from '../market/offer.ts';
import type { ChangedBy } from '../price-changes/wanted-change.ts';
import type { TraceContext } from '../trace-context.ts';

/** Live changes, and all other rebuilds of boards: the events of neither wait for the other. */
export const PRIORITIES = { live: 0, background: 1 } as const;
export type Priority = (typeof PRIORITIES)[keyof typeof PRIORITIES];

/** Why the market changes or boards are rebuilt, and who may hear of it. */
export type ChangeContext = {
  readonly priority: Priority;
  /** Whether records or facts changed. Otherwise a board was stale, its time was over, or its version was another one. */
  readonly isChange: boolean;
  /** Whether no event is published about changes in a marketplace. */
  isQuiet(marketplaceId: string): boolean;
  /** The operator's request: events name it. */
  readonly requestId?: string | undefined;
  readonly trace?: TraceContext | undefined;
  /**
   * The receipt for an offer, when the seller asked for the change. Only events to that seller may name what is in it (decision 53), so
   * `requestId` and `trace` are undefined then.
   */
  readonly ownChange?: ((offer: OfferKey) => OwnChange | undefined) | undefined;
  /** The seller whose facts changed. */
  readonly sellerId?: string | undefined;
};

/** A price change that a seller asked for. */
export type OwnChange = { readonly receiptId: string; readonly by: ChangedBy; readonly requestId: string };

/** A reader or background work found a board that is not current. */
export const UPKEEP: ChangeContext = { priority: PRIORITIES.background, isChange: false, isQuiet: () => false };

/** The changed facts of a seller reach its boards. */
export const sellerFactsChange = (
  sellerId: string,
  isQuiet: boolean,
  requestId: string | undefined,
): ChangeContext => ({
  ...UPKEEP,
  isChange: true,
  isQuiet: () => isQuiet,
  requestId,
  sellerId,
});
