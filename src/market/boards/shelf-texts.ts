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
};

export function shelvesOf(
  item: ItemKey & { currency: string },
  customer: CustomerType,
  view: BoardView<ShownOffer>,
): Shelf[] {
  return Object.entries(view.shelves).map(([condition, shown]) => ({
    item,
    currency: item.currency,
    customer,
    condition: condition as Condition,
    shown,
  }));
}

/** A stored list: its text, and where the text of each of its offers is in it, by `offerText`. */
type StoredShelf = { text: string; elements: Map<string, Element> };
type Element = { start: number; end: number; isBuyBoxWinner: boolean };

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
    rows.map(({ key, offers: text, elements }) => [key, { text, elements: elementsIn(elements ?? '[]') }]),
  );
}

/** `elements` is a JSON list with three entries for each offer: `offerText`, length of its text, 1 for a buy box winner. */
function elementsIn(text: string): Map<string, Element> {
  const entries: (string | number)[] = JSON.parse(text);
  const found = new Map<string, Element>();
  let start = 1;
  for (let n = 0; n < entries.length; n += 3) {
    const end = start + (entries[n + 1] as number);
    found.set(entries[n] as string, { start, end, isBuyBoxWinner: entries[n + 2] === 1 });
    start = end + 1;
  }
  return found;
}

/** Offers that changed: by the item's `keyText`, then by `offerText`. */
export type ChangedOffers = ReadonlyMap<string, ReadonlyMap<string, MarketOffer>>;

/** The changed offers of each item, given by the item's `keyText`. */
export function changedOffers(lists: Iterable<readonly [string, readonly MarketOffer[]]>): ChangedOffers {
  const changed = new Map<string, Map<string, MarketOffer>>();
  for (const [key, list] of lists) changed.set(key, new Map(list.map((one) => [offerText(one.offer), one])));
  return changed;
}

/**
 * Writes the lists that changed and removes those that no longer exist. `keys` are the items of `shelves`, and others that
 * have none any more. The texts of the `changed` offers are written anew.
 */
export async function writeShelves(
  tx: Sql,
  keys: readonly ItemKey[],
  shelves: readonly Shelf[],
  changed: ChangedOffers,
  now: number,
): Promise<void> {
  const stored = await storedShelves(tx, keys);
  const entered = await enteredOffers(tx, shelves, stored, changed);
  const rows: Row[] = [];
  for (const shelf of shelves) {
    const { item, customer, condition } = shelf;
    const key = shelfText(item, customer, condition);
    const before = stored.get(key);
    stored.delete(key);
    const itemKey = keyText([item.marketplaceId, item.itemId]);
    const recordOf = (name: string) => changed.get(itemKey)?.get(name) ?? entered.get(itemKey)?.get(name);
    const { text, elements } = writeShelf(shelf, before, recordOf, now);
    if (text !== before?.text || before.elements.size === 0) {
      rows.push([item.marketplaceId, item.itemId, customer, condition, text, elements]);
    }
  }
  await putShelves(tx, rows);
  await removeShelves(tx, [...stored.keys()]);
}

function writeShelf(
  { currency, customer, shown }: Shelf,
  before: StoredShelf | undefined,
  recordOf: (name: string) => MarketOffer | undefined,
  now: number,
): { text: string; elements: string } {
  const texts: string[] = [];
  const elements: (string | number)[] = [];
  for (const { seen, isBuyBoxWinner } of shown) {
    const name = offerText(seen.offer);
    const record = recordOf(name);
    const text =
      record === undefined
        ? storedText(before, name, isBuyBoxWinner)
        : writeShelfElement(record, seen, customer, isBuyBoxWinner, currency, now);
    texts.push(text);
    elements.push(name, text.length, Number(isBuyBoxWinner));
  }
  return { text: `[${texts.join(',')}]`, elements: JSON.stringify(elements) };
}

function storedText(before: StoredShelf | undefined, name: string, isBuyBoxWinner: boolean): string {
  const element = before?.elements.get(name);
  if (before === undefined || element === undefined) throw new Error('an offer of a shelf was not read');
  const text = before.text.slice(element.start, element.end);
  return element.isBuyBoxWinner === isBuyBoxWinner ? text : withWinner(text, isBuyBoxWinner);
}

/** The offers that are not in the stored list and did not change: they enter it because others left. */
async function enteredOffers(
  tx: Sql,
  shelves: readonly Shelf[],
  stored: ReadonlyMap<string, StoredShelf>,
  changed: ChangedOffers,
): Promise<ChangedOffers> {
  const missing = new Map<string, string[]>();
  for (const { item, customer, condition, shown } of shelves) {
    const elements = stored.get(shelfText(item, customer, condition))?.elements;
    const changedHere = changed.get(keyText([item.marketplaceId, item.itemId]));
    for (const { seen } of shown) {
      const name = offerText(seen.offer);
      if (elements?.has(name) || changedHere?.has(name)) continue;
      const key = keyOf(item, seen);
      missing.set(keyText(key), key);
    }
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
