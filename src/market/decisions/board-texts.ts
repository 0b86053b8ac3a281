import type { Item } from '../../domain/market/item.ts';
import type { Board } from '../../domain/pricing/board.ts';
import { makeView } from '../../domain/pricing/board-view.ts';
import type { Digests } from '../../domain/pricing/decision.ts';
import type { Condition } from '../../domain/vocabulary.ts';
import { type ViewPieces, writeView } from '../../wire/pricing/board.ts';
import { viewDigests } from './board-digests.ts';
import type { ShelfTexts } from './shelf-texts.ts';

/** One view of a board as JSON text. `offersOf`: the shown offers of a condition. */
export type ViewTexts = ViewPieces & { offersOf(condition: Condition): string | undefined };

/** What customers see of an item: businesses where they see something else than consumers. */
export type BoardTexts = { consumer: ViewTexts; business?: ViewTexts | undefined };

/** Writes the texts of a board, and their digests. */
export function boardTexts(item: Item, board: Board, shelfTexts: ShelfTexts): { texts: BoardTexts; digests: Digests } {
  const consumersOffers = (condition: Condition) => shelfTexts(item, 'Consumer', condition);
  const consumer = { ...writeView(item, board.consumer), offersOf: consumersOffers };
  const digests: Digests = { consumer: viewDigests(item, board.consumer, consumersOffers) };
  if (board.business === undefined) return { texts: { consumer }, digests };
  const businessesOffers = (condition: Condition) => shelfTexts(item, 'Business', condition);
  digests.business = viewDigests(item, board.business, businessesOffers);
  return { texts: { consumer, business: { ...writeView(item, board.business), offersOf: businessesOffers } }, digests };
}

/** The texts of an item that is removed: it has no offers. */
export function emptyBoardTexts(item: Item): BoardTexts {
  const { view } = makeView('NoBuyableOffers', undefined, { customer: 'Consumer', groups: [], discounted: [] });
  return { consumer: { ...writeView(item, view), offersOf: () => undefined } };
}
