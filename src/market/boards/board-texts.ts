import type { Item } from '../../domain/market/item.ts';
import type { Board } from '../../domain/pricing/board.ts';
import { makeView } from '../../domain/pricing/board-view.ts';
import type { Condition, CustomerType } from '../../domain/vocabulary.ts';
import { type ViewPieces, writeView } from '../../wire/pricing/board.ts';
import type { RebuiltItem } from '../events/rebuilt-item.ts';
import type { TransactionNotes } from '../events/transaction-notes.ts';
import { items } from '../records/item.ts';
import { keyText } from '../records/record-table.ts';
import { viewDigests } from './board-digests.ts';
import type { ShelfTexts } from './shelf-texts.ts';
import type { RemovedItem, StoredItem } from './stored-items.ts';

/** The views of a board as JSON text. */
export type BoardTexts = { consumer: ViewPieces; business?: ViewPieces };

/** Writes the texts of a board, and puts digests of what they tell into its decision. */
export function boardTexts(item: Item, board: Board): BoardTexts {
  const consumer = writeView(item, board.consumer);
  board.decision.digests = { consumer: viewDigests(item, board.consumer) };
  if (board.business === undefined) return { consumer };
  board.decision.digests.business = viewDigests(item, board.business);
  return { consumer, business: writeView(item, board.business) };
}

/** The rebuilt board as events tell it. */
export function rebuiltItem(
  { key, item, before, nowMs }: StoredItem,
  { decision, consumer: { status } }: Board,
  { consumer, business }: BoardTexts,
  shelves: { before: ShelfTexts; after: ShelfTexts },
  version: number,
): RebuiltItem {
  const offersOf = (customer: CustomerType, condition: Condition) => shelves.after(item, customer, condition);
  const textsOf = (condition: Condition) => ({
    consumer: { summary: consumer.summary, offers: offersOf('Consumer', condition) ?? '[]' },
    business: business && { summary: business.summary, offers: offersOf('Business', condition) ?? '[]' },
  });
  const hadBusiness = before.decision?.hasBusiness === true;
  const hasOtherOffers = (condition: Condition) => {
    const differ = (was: CustomerType, is: CustomerType) =>
      shelves.before(item, was, condition) !== offersOf(is, condition);
    // Businesses without a view of their own see that of consumers.
    return (
      differ('Consumer', 'Consumer') ||
      differ(hadBusiness ? 'Business' : 'Consumer', business ? 'Business' : 'Consumer')
    );
  };
  const isSameVersion = before.version === version;
  return { key, item, before, isSameVersion, after: decision, status, textsOf, hasOtherOffers, atMs: nowMs };
}

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
  const compared = { before, isSameVersion: true, after: null, hasOtherOffers: () => true };
  return [{ key: keyText(items.keyOf(key)), item, ...compared, status, textsOf: () => texts, atMs }];
}
