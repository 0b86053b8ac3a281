import type { Item } from '../../domain/market/item.ts';
import type { Board } from '../../domain/pricing/board.ts';
import { makeView } from '../../domain/pricing/board-view.ts';
import type { Condition } from '../../domain/vocabulary.ts';
import { type ViewPieces, writeView } from '../../wire/pricing/board.ts';
import type { RebuiltItem } from '../events/rebuilt-item.ts';
import type { TransactionNotes } from '../events/transaction-notes.ts';
import { items } from '../records/item.ts';
import { keyText } from '../records/record-table.ts';
import { viewDigests } from './board-digests.ts';
import type { ShelfTexts } from './shelf-texts.ts';
import type { RemovedItem, StoredItem } from './stored-items.ts';

/** One view of a board as JSON text. `offersOf`: the shown offers of a condition. */
type ViewTexts = ViewPieces & { offersOf(condition: Condition): string | undefined };

export type BoardTexts = { consumer: ViewTexts; business?: ViewTexts | undefined };

/** Writes the texts of a board, and puts their digests into its decision. */
export function boardTexts(item: Item, board: Board, shelfTexts: ShelfTexts): BoardTexts {
  const consumersOffers = (condition: Condition) => shelfTexts(item, 'Consumer', condition);
  const consumer = { ...writeView(item, board.consumer), offersOf: consumersOffers };
  board.decision.digests = { consumer: viewDigests(item, board.consumer, consumersOffers) };
  if (board.business === undefined) return { consumer };
  const businessesOffers = (condition: Condition) => shelfTexts(item, 'Business', condition);
  board.decision.digests.business = viewDigests(item, board.business, businessesOffers);
  return { consumer, business: { ...writeView(item, board.business), offersOf: businessesOffers } };
}

/** The rebuilt board as events tell it. */
export function rebuiltItem(
  { key, item, before, nowMs }: StoredItem,
  { decision, consumer: { status } }: Board,
  texts: BoardTexts,
  version: number,
): RebuiltItem {
  const { consumer, business } = texts;
  const textsOf = (condition: Condition) => ({
    consumer: seenTexts(consumer, condition),
    business: business && seenTexts(business, condition),
  });
  const isSameVersion = before.version === version;
  return { key, item, before, isSameVersion, after: decision, status, textsOf, atMs: nowMs };
}

const seenTexts = ({ summary, offersOf }: ViewTexts, condition: Condition) => ({
  summary,
  offers: offersOf(condition) ?? '[]',
});

/** An item that no longer exists, as one without offers. None when its record is not known: it was removed before. */
export function removedItem(
  { key, before }: RemovedItem,
  { removedItems }: TransactionNotes,
  atMs: number,
): RebuiltItem[] {
  const item = removedItems.get(keyText(items.keyOf(key)));
  if (item === undefined) return [];
  const status = 'NoBuyableOffers';
  const { view } = makeView(status, undefined, { customer: 'Consumer', groups: [], discounted: [] });
  const texts = { consumer: { summary: writeView(item, view).summary, offers: '[]' } };
  const textsOf = () => texts;
  return [{ key: keyText(items.keyOf(key)), item, before, isSameVersion: true, after: null, status, textsOf, atMs }];
}
