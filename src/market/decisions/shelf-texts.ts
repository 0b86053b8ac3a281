import type { Row, Sql } from '../../db/db.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { BoardView } from '../../domain/pricing/board-view.ts';
import type { MarketOffer } from '../../domain/pricing/offers.ts';
import type { ShownOffer } from '../../domain/pricing/shelf-offer.ts';
import type { Condition, CustomerType } from '../../domain/vocabulary.ts';
import { withWinner, writeShelfElement } from '../../wire/pricing/board.ts';
import { keyText } from '../records/record-table.ts';
import {
  type Elements,
  type OffersOfItems,
  offersByName,
  offersOfKeys,
  offerText,
  type StoredShelf,
  shelfText,
} from './stored-shelves.ts';

/**
 * The `Offers` lists of boards (4.2). The text of an offer that did not change is cut out of the stored list: a price change
 * then writes the text of one offer, not of twenty. Only an offer that enters the list is read from its record.
 */
export type Shelf = {
  item: ItemKey;
  currency: string;
  customer: CustomerType;
  condition: Condition;
  shown: ShownOffer[];
  /** The time for which the board is rebuilt. */
  nowMs: number;
};

export function shelvesOf(
  item: ItemKey & { currency: string },
  customer: CustomerType,
  view: BoardView<ShownOffer>,
  nowMs: number,
): Shelf[] {
  return Object.entries(view.shelves).map(([condition, shown]) => ({
    item,
    currency: item.currency,
    customer,
    condition: condition as Condition,
    shown,
    nowMs,
  }));
}

/** The text of the list of an item, customer type and condition; undefined when it has no offers. */
export type ShelfTexts = (item: ItemKey, customer: CustomerType, condition: Condition) => string | undefined;

/** What is to be stored of the lists of one item: the rows of those that changed, and the keys of those that no longer exist. */
export type ShelfChanges = { readonly rows: readonly Row[]; readonly removed: readonly Row[] };

/** The texts of lists, and by the item's `keyText` what is to be stored of them. */
export type WrittenShelves = { textOf: ShelfTexts; changesOf(itemKey: string): ShelfChanges };

/**
 * Writes the texts of lists. `stored` are those of their items until now, and of items that have none any more. The texts of the
 * `changed` offers, lists by the item's `keyText`, are rewritten.
 */
export async function writeShelves(
  tx: Sql,
  shelves: readonly Shelf[],
  stored: ReadonlyMap<string, StoredShelf>,
  changed: ReadonlyMap<string, readonly MarketOffer[]>,
): Promise<WrittenShelves> {
  const texts = new Map<string, string>();
  const drafts = shelves.map((shelf) => draftOf(shelf, stored));
  const judged = offersByName(changed);
  const entered = await enteredOffers(tx, drafts, judged);
  const rows: { itemKey: string; row: Row }[] = [];
  for (const draft of drafts) {
    const { item, customer, condition } = draft.shelf;
    const { text, elements } = writeShelf(draft, judged.get(draft.itemKey), entered.get(draft.itemKey));
    texts.set(draft.key, text);
    // Two offers of a seller may have the same text: which of them it is of has to be stored, too.
    if (text !== draft.before?.text || draft.places.some((place, n) => place !== 3 * n)) {
      rows.push({
        itemKey: draft.itemKey,
        row: [item.marketplaceId, item.itemId, customer, condition, text, elements],
      });
    }
  }
  const changedRows = Map.groupBy(rows, ({ itemKey }) => itemKey);
  const removedKeys = Map.groupBy(
    [...stored.keys()].filter((key) => !texts.has(key)).map((key) => key.split('\n')),
    ([marketplaceId = '', itemId = '']) => keyText([marketplaceId, itemId]),
  );
  return {
    textOf: (item, customer, condition) => texts.get(shelfText(item, customer, condition)),
    changesOf: (itemKey) => ({
      rows: (changedRows.get(itemKey) ?? []).map(({ row }) => row),
      removed: removedKeys.get(itemKey) ?? [],
    }),
  };
}

/** A list to write, and the stored one. */
type Draft = {
  shelf: Shelf;
  key: string;
  itemKey: string;
  before: StoredShelf | undefined;
  /** The `offerText` of each offer, and its place in the stored elements; -1: it is not there. */
  names: string[];
  places: number[];
};

function draftOf(shelf: Shelf, stored: ReadonlyMap<string, StoredShelf>): Draft {
  const { item, customer, condition, shown } = shelf;
  const key = shelfText(item, customer, condition);
  const before = stored.get(key);
  const names = shown.map(({ seen }) => offerText(seen.offer));
  const elements = before?.elements ?? [];
  let next = 0;
  const places = names.map((name) => {
    // Most offers still follow the same one.
    const ahead = elements.indexOf(name, next);
    const place = ahead < 0 ? elements.indexOf(name) : ahead;
    if (place >= 0) next = place + 3;
    return place;
  });
  return { shelf, key, itemKey: keyText([item.marketplaceId, item.itemId]), before, names, places };
}

type Offers = ReadonlyMap<string, MarketOffer> | undefined;

function writeShelf(
  { shelf, before, names, places }: Draft,
  changed: Offers,
  entered: Offers,
): { text: string; elements: string } {
  const texts: string[] = [];
  const elements: Elements = [];
  let end = 0;
  shelf.shown.forEach((shown, n) => {
    const { isBuyBoxWinner } = shown;
    const name = names[n] as string;
    const record = changed?.get(name) ?? entered?.get(name);
    const text =
      record === undefined
        ? storedText(before, places[n] as number, isBuyBoxWinner)
        : writeShelfElement(record, shown, shelf);
    texts.push(text);
    // A bracket or comma comes before each text.
    end += 1 + text.length;
    elements.push(name, end, Number(isBuyBoxWinner));
  });
  const text = `[${texts.join(',')}]`;
  return { text, elements: padded(JSON.stringify(elements), text.length) };
}

/**
 * Spaces make the lengths of a list and its elements a multiple of this: SQLite overwrites a row that stays as long as it was,
 * and otherwise gives back its pages and takes others, which costs two more writes of pages.
 */
const ROW_LENGTHS = 256;

function padded(elements: string, textLength: number): string {
  const length = elements.length + textLength;
  return elements.padEnd(elements.length + Math.ceil(length / ROW_LENGTHS) * ROW_LENGTHS - length);
}

function storedText(before: StoredShelf | undefined, place: number, isBuyBoxWinner: boolean): string {
  if (before === undefined || place < 0) throw new Error('an offer of a shelf was not read');
  const { elements } = before;
  const start = place === 0 ? 1 : (elements[place - 2] as number) + 1;
  const text = before.text.slice(start, elements[place + 1] as number);
  return elements[place + 2] === Number(isBuyBoxWinner) ? text : withWinner(text, isBuyBoxWinner);
}

/** The offers that are not in the stored list and did not change: they enter it because others left. */
async function enteredOffers(tx: Sql, drafts: readonly Draft[], changed: OffersOfItems): Promise<OffersOfItems> {
  const missing = new Map<string, string[]>();
  for (const { shelf, itemKey, names, places } of drafts) {
    const changedHere = changed.get(itemKey);
    shelf.shown.forEach(({ seen: { offer } }, n) => {
      if ((places[n] as number) >= 0 || changedHere?.has(names[n] as string)) return;
      const key = [shelf.item.marketplaceId, offer.sellerId, offer.sku];
      missing.set(keyText(key), key);
    });
  }
  return offersOfKeys(tx, [...missing.values()]);
}
