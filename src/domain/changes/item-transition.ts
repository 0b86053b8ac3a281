import type { Item } from '../market/item.ts';
import type { BoardStatus } from '../pricing/board-view.ts';
import type { Decision } from '../pricing/decision.ts';
import type { OfferTransition } from './offer-transition.ts';

/** What was stored of a board before it was rebuilt. */
export type BoardBefore = {
  /** The decision that was stored until now; null: none. */
  readonly decision: Decision | null;
  /** The version that wrote it; 0: nobody did. */
  readonly version: number;
  /** Whether it was only marked as stale by changes before. */
  readonly isStale: boolean;
  /** Changes before that no event is published about yet: see `pending-changes.ts`. */
  readonly pending: string | null;
};

export const NO_BOARD: BoardBefore = { decision: null, version: 0, isStale: false, pending: null };

/** An item before and after the decision of a transaction about it. */
export type ItemTransition = {
  /** Marketplace and item, as one text. */
  readonly key: string;
  readonly item: Item;
  readonly before: BoardBefore;
  /** Whether the version of the board before is the present one. */
  readonly isSameVersion: boolean;
  /** Null: the item is removed. */
  readonly after: Decision | null;
  readonly status: BoardStatus;
  /** The time for which it was decided. */
  readonly atMs: number;
  /** The offers on it, or that left it, in the order in which they changed. */
  readonly offers: readonly OfferTransition[];
  /** Whether its competitive price threshold is another one now. */
  readonly hasNewThreshold: boolean;
  /** Whether a date of one of its offers has passed. */
  readonly hasDatePassed: boolean;
};
