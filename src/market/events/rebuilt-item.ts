import type { Item } from '../../domain/market/item.ts';
import type { BoardStatus } from '../../domain/pricing/board-view.ts';
import type { Decision } from '../../domain/pricing/decision.ts';
import type { Condition } from '../../domain/vocabulary.ts';
import type { SeenTexts } from '../../wire/notifications/events/offer-change.ts';
import type { Occasion } from './occasion.ts';

/** What was stored of a board before it was rebuilt. */
export type BoardBefore = {
  /** The decision that was stored until now; null: none. */
  decision: Decision | null;
  /** The version that wrote it; 0: nobody did. */
  version: number;
  staleness: 'none' | 'marked';
  /** See `pending-changes.ts`. */
  pending: string | null;
};

export const NO_BOARD: BoardBefore = { decision: null, version: 0, staleness: 'none', pending: null };

/** An item whose board was rebuilt, with the texts of its new board. */
export type RebuiltItem = {
  key: string;
  item: Item;
  before: BoardBefore;
  /** Whether the version of the board before is the present one. */
  isSameVersion: boolean;
  /** Null: the item is removed. */
  after: Decision | null;
  status: BoardStatus;
  /** What consumers, and businesses where they see something else, see of a condition. */
  textsOf(condition: Condition): { consumer: SeenTexts; business?: SeenTexts | undefined };
  atMs: number;
};

/**
 * Whether somebody is told what changed. What a quiet change did to a stale board is told with the next loud change, because
 * nobody can tell the two apart.
 */
export function isTold({ before, item }: RebuiltItem, occasion: Occasion): boolean {
  // A board from before decisions existed gets its first one silently.
  if (before.decision === null && before.version > 0) return false;
  if (before.pending !== null) return true;
  if (occasion.isQuiet(item.marketplaceId)) return false;
  return before.staleness === 'none' || occasion.isChange;
}
