import { hash } from 'node:crypto';
import type { Item } from '../../domain/market/item.ts';
import type { Board } from '../../domain/pricing/board.ts';
import { type BoardView, makeView } from '../../domain/pricing/board-view.ts';
import type { Digests, ViewDigests } from '../../domain/pricing/decision.ts';
import type { Condition } from '../../domain/vocabulary.ts';
import { type ViewPieces, writeView } from '../../wire/pricing/board.ts';
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

/** 96 bits: enough to notice that a text changed. */
const DIGEST_LENGTH = 16;

const digestOf = (text: string) => hash('sha1', text, 'base64url').slice(0, DIGEST_LENGTH);

/**
 * Digests of what one type of customer sees of an item. Two views that are written the same have the same digests.
 * `shelfOf` gives the text of the shown offers of a condition.
 */
export function viewDigests(
  item: Pick<Item, 'listPriceMinor' | 'competitivePriceThresholdMinor'>,
  view: BoardView<unknown>,
  shelfOf: (condition: Condition) => string | undefined,
): ViewDigests {
  const conditions: ViewDigests['conditions'] = {};
  for (const { condition } of view.listings) {
    if (condition === 'Any') continue;
    conditions[condition] = digestOf(`${shelfOf(condition)}\n${figuresOf(view, condition)}`);
  }
  const { status, suggestedLowerPriceMinor, offersAvailableTimeMs } = view;
  const { listPriceMinor, competitivePriceThresholdMinor } = item;
  const figures = [listPriceMinor, competitivePriceThresholdMinor, suggestedLowerPriceMinor, offersAvailableTimeMs];
  return { conditions, rest: digestOf([status, ...figures].join(' ')) };
}

/** The part of the Summary that belongs to a condition. */
function figuresOf({ counts, eligibleCounts, lowestPrices, buyBox }: BoardView<unknown>, condition: Condition): string {
  let text = '';
  for (const list of [counts, eligibleCounts]) {
    for (const one of list) if (one.condition === condition) text += `${one.channel} ${one.count},`;
    text += '\n';
  }
  for (const one of lowestPrices) {
    if (one.condition === condition)
      text += `${one.channel} ${one.offerType} ${one.quantityTier} ${one.listingMinor} ${one.shippingMinor},`;
  }
  text += '\n';
  for (const one of buyBox) {
    if (one.condition === condition)
      text += `${one.offerType} ${one.quantityTier} ${one.listingMinor} ${one.shippingMinor} ${one.sellerId},`;
  }
  return text;
}
