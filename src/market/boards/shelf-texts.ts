import type { Row, Sql } from '../../db/db.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { Offer } from '../../domain/market/offer.ts';
import type { BoardView, ShownOffer } from '../../domain/pricing/board-view.ts';
import type { MarketOffer, SeenOffer } from '../../domain/pricing/offers.ts';
import type { Condition, CustomerType } from '../../domain/vocabulary.ts';
import { withWinner, writeShelfElement } from '../../wire/pricing/board.ts';
import { sellerOf } from '../offers/offer-ranking.ts';
import { keyText } from '../records/record-table.ts';

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

type StoredShelf = { text: string; elements: Elements };

/** Three entries for each offer: `offerText`, where its text ends, 1 for a buy box winner. */
type Elements = (string | number)[];

/** An offer within its marketplace: no identifier has a control character. */
const offerText = ({ sellerId, sku }: Pick<Offer, 'sellerId' | 'sku'>) => `${sellerId}\t${sku}`;

const shelfText = ({ marketplaceId, itemId }: ItemKey, customer: string, condition: string) =>
  `${marketplaceId}\n${itemId}\n${customer}\n${condition}`;

async function storedShelves(tx: Sql, keys: readonly ItemKey[]): Promise<Map<string, StoredShelf>> {
  const rows = await tx.many<{ key: string; offers: string; elements: string | null }>(
    `SELECT k.column1 || '\n' || k.column2 || '\n' || shelf.customer || '\n' || shelf.condition AS key,
            shelf.offers, shelf.elements
       FROM (VALUES {rows: text, text}) AS k
       JOIN shelf ON shelf.marketplace_id = k.column1 AND shelf.item_id = k.column2`,
    keys.map(({ marketplaceId, itemId }) => [marketplaceId, itemId]),
  );
  return new Map(
    rows.map(({ key, offers: text, elements }) => [key, { text, elements: JSON.parse(elements ?? '[]') }]),
  );
}

/** Offers that changed: by the item's `keyText`, then by `offerText`. */
export type ChangedOffers = ReadonlyMap<string, ReadonlyMap<string, MarketOffer>>;

/** The changed offers of each item, given by the item's `keyText`. */
export function changedOffers(lists: Iterable<readonly [string, readonly MarketOffer[]]>): ChangedOffers {
  const changed = new Map<string, Map<string, MarketOffer>>();
  for (const [key, list] of lists) changed.set(key, new Map(list.map((one) => [offerText(one.offer), one])));
  return changed;
}

/** The text of the list of an item, customer type and condition; undefined when it has no offers. */
export type ShelfTexts = (item: ItemKey, customer: CustomerType, condition: Condition) => string | undefined;

/**
 * Writes the lists that changed and removes those that no longer exist. `keys` are the items of `shelves`, and others that
 * have none any more. The texts of the `changed` offers are written anew. Returns the texts of all `shelves`.
 */
export async function writeShelves(
  tx: Sql,
  keys: readonly ItemKey[],
  shelves: readonly Shelf[],
  changed: ChangedOffers,
): Promise<ShelfTexts> {
  const texts = new Map<string, string>();
  const stored = await storedShelves(tx, keys);
  const drafts = shelves.map((shelf) => draftOf(shelf, stored));
  const entered = await enteredOffers(tx, drafts, changed);
  const rows: Row[] = [];
  for (const draft of drafts) {
    const { item, customer, condition } = draft.shelf;
    const { text, elements } = writeShelf(draft, changed.get(draft.itemKey), entered.get(draft.itemKey));
    texts.set(draft.key, text);
    // Two offers of a seller may have the same text: which of them it is of has to be stored, too.
    if (text !== draft.before?.text || draft.places.some((place, n) => place !== 3 * n)) {
      rows.push([item.marketplaceId, item.itemId, customer, condition, text, elements]);
    }
    stored.delete(draft.key);
  }
  await putShelves(tx, rows);
  await removeShelves(tx, [...stored.keys()]);
  return (item, customer, condition) => texts.get(shelfText(item, customer, condition));
}

/** A list to write, and the stored one. */
type Draft = {
  shelf: Shelf;
  key: string;
  itemKey: string;
  before: StoredShelf | undefined;
  /** Of each offer its `offerText`, and its place in the stored elements; -1: it is not there. */
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
  const { currency, customer, shown, nowMs } = shelf;
  const texts: string[] = [];
  const elements: Elements = [];
  let end = 0;
  shown.forEach(({ seen, isBuyBoxWinner }, n) => {
    const name = names[n] as string;
    const record = changed?.get(name) ?? entered?.get(name);
    const text =
      record === undefined
        ? storedText(before, places[n] as number, isBuyBoxWinner)
        : writeShelfElement(record, seen, customer, isBuyBoxWinner, currency, nowMs);
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
async function enteredOffers(tx: Sql, drafts: readonly Draft[], changed: ChangedOffers): Promise<ChangedOffers> {
  const missing = new Map<string, string[]>();
  for (const { shelf, itemKey, names, places } of drafts) {
    const changedHere = changed.get(itemKey);
    shelf.shown.forEach(({ seen }, n) => {
      if ((places[n] as number) >= 0 || changedHere?.has(names[n] as string)) return;
      const key = keyOf(shelf.item, seen);
      missing.set(keyText(key), key);
    });
  }
  if (missing.size === 0) return new Map();
  const rows = await tx.many<{ record: string; standing: number; failing_gates: number }>(
    `SELECT offer.record, offer.standing, offer.failing_gates FROM (VALUES {rows: text, text, text}) AS k
       JOIN offer ON offer.marketplace_id = k.column1 AND offer.seller_id = k.column2 AND offer.sku = k.column3`,
    [...missing.values()],
  );
  const entered = rows.map(({ record, standing, failing_gates: failing }) => {
    const offer: Offer = JSON.parse(record);
    return { offer, seller: sellerOf(standing, failing) };
  });
  return changedOffers(Map.groupBy(entered, ({ offer }) => keyText([offer.marketplaceId, offer.itemId])));
}

const keyOf = ({ marketplaceId }: ItemKey, { offer: { sellerId, sku } }: SeenOffer) => [marketplaceId, sellerId, sku];

async function putShelves(tx: Sql, rows: readonly Row[]): Promise<void> {
  await tx.many(
    `INSERT INTO shelf (marketplace_id, item_id, customer, condition, offers, elements)
     VALUES {rows: text key, text key, text key, text key, text, text}
     ON CONFLICT (marketplace_id, item_id, customer, condition) DO UPDATE SET
       offers = excluded.offers, elements = excluded.elements`,
    rows,
  );
}

async function removeShelves(tx: Sql, keys: readonly string[]): Promise<void> {
  await tx.many(
    `DELETE FROM shelf WHERE (marketplace_id, item_id, customer, condition) IN
       (VALUES {rows: text key, text key, text key, text key})`,
    keys.map((key) => key.split('\n')),
  );
}
