import type { ChangeContext } from './change-context.ts';
import type { ItemTransition } from './item-transition.ts';

/**
 * Whether events are published about what changed on an item. Nobody can separate what quiet and loud changes did to a board that
 * was stale: what is loud publishes all of it.
 *
 * | the board was | and the change is | published |
 * |---|---|---|
 * | stale, with loud changes pending | any | yes |
 * | stale, after quiet changes only | loud | yes |
 * | | quiet, or there is none: it is only rebuilt | no |
 * | current, or its time was over | loud, or there is none | yes |
 * | | quiet | no |
 */
export function isPublished({ before, item }: ItemTransition, context: ChangeContext): boolean {
  // A board from before decisions existed gets its first one silently.
  if (before.decision === null && before.version > 0) return false;
  if (before.pending !== null) return true;
  if (context.isQuiet(item.marketplaceId)) return false;
  return !before.isStale || context.isChange;
}
