import type { Row, Sql } from '../db/db.ts';
import type { ItemKey } from '../domain/market/item.ts';
import type { Offer } from '../domain/market/offer.ts';
import type { BoardView, ShownOffer } from '../domain/pricing/board-view.ts';
import type { MarketOffer, SeenOffer } from '../domain/pricing/offers.ts';
import type { Condition, CustomerType } from '../domain/vocabulary.ts';
import { withWinner, writeShelfElement } from '../wire/pricing/board.ts';
import { offers } from './offer.ts';
import { sellerOf } from './offer-ranking.ts';
import { keyText } from './record-table.ts';

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

/** A stored list: its text, and the text of each of its offers, by `offerText`. */
type StoredShelf = { text: string; elements: Map<string, string> };

/** An offer's `keyText` within a marketplace: no identifier has a control character. */
const offerText = ({ sellerId, sku }: Pick<Offer, 'sellerId' | 'sku'>) => `${sellerId}\t${sku}`;

const shelfText = ({ marketplaceId, itemId }: ItemKey, customer: string, condition: string) =>
  `${marketplaceId}\n${itemId}\n${customer}\n${condition}`;

async function storedShelves(tx: Sql, keys: readonly ItemKey[]): Promise<Map<string, StoredShelf>> {
  const rows = await tx.many<{
    marketplace_id: string;
    item_id: string;
    customer: string;
    condition: string;
    offers: string;
    elements: string | null;
  }>(
    `SELECT shelf.* FROM (VALUES {rows: text, text}) AS k
       JOIN shelf ON shelf.marketplace_id = k.column1 AND shelf.item_id = k.column2`,
    keys.map(({ marketplaceId, itemId }) => [marketplaceId, itemId]),
  );
  return new Map(
    rows.map(({ marketplace_id: marketplaceId, item_id: itemId, customer, condition, offers: text, elements }) => [
      shelfText({ marketplaceId, itemId }, customer, condition),
      { text, elements: elementsIn(text, elements ?? '') },
    ]),
  );
}

/** `elements` has a line for each offer: seller, SKU, length of its text. */
function elementsIn(text: string, elements: string): Map<string, string> {
  const found = new Map<string, string>();
  let start = 1;
  for (const line of elements === '' ? [] : elements.split('\n')) {
    const tab = line.lastIndexOf('\t');
    const end = start + Number(line.slice(tab + 1));
    found.set(line.slice(0, tab), text.slice(start, end));
    start = end + 1;
  }
  return found;
}

/**
 * Writes the lists that changed and removes those that no longer exist. `keys` are the items of `shelves`, and others that
 * have none any more. `changed` holds the offers that changed, by `keyText`: their texts are written anew.
 */
export async function writeShelves(
  tx: Sql,
  keys: readonly ItemKey[],
  shelves: readonly Shelf[],
  changed: ReadonlyMap<string, MarketOffer>,
  now: number,
): Promise<void> {
  const stored = await storedShelves(tx, keys);
  const records = await missingRecords(tx, shelves, stored, changed);
  const rows: Row[] = [];
  for (const { item, currency, customer, condition, shown } of shelves) {
    const key = shelfText(item, customer, condition);
    const before = stored.get(key);
    stored.delete(key);
    const texts: string[] = [];
    const elements: string[] = [];
    for (const { seen, isBuyBoxWinner } of shown) {
      const record = records.get(keyText([item.marketplaceId, seen.offer.sellerId, seen.offer.sku]));
      const text =
        record === undefined
          ? withWinner(before?.elements.get(offerText(seen.offer)) ?? '', isBuyBoxWinner)
          : writeShelfElement(record, seen, customer, isBuyBoxWinner, currency, now);
      texts.push(text);
      elements.push(`${offerText(seen.offer)}\t${text.length}`);
    }
    const text = `[${texts.join(',')}]`;
    if (text !== before?.text || before.elements.size !== elements.length) {
      rows.push([item.marketplaceId, item.itemId, customer, condition, text, elements.join('\n')]);
    }
  }
  await putShelves(tx, rows);
  await removeShelves(tx, [...stored.keys()]);
}

/** The records of the offers whose text cannot be taken from the stored list, by `keyText`. */
async function missingRecords(
  tx: Sql,
  shelves: readonly Shelf[],
  stored: ReadonlyMap<string, StoredShelf>,
  changed: ReadonlyMap<string, MarketOffer>,
): Promise<ReadonlyMap<string, MarketOffer>> {
  const missing = new Map<string, string[]>();
  for (const { item, customer, condition, shown } of shelves) {
    const elements = stored.get(shelfText(item, customer, condition))?.elements;
    for (const { seen } of shown) {
      if (elements?.has(offerText(seen.offer))) continue;
      const key = keyOf(item, seen);
      const text = keyText(key);
      if (!changed.has(text)) missing.set(text, key);
    }
  }
  if (missing.size === 0) return changed;
  const rows = await tx.many<{ record: string; standing: number; failing_gates: number }>(
    `SELECT offer.record, offer.standing, offer.failing_gates FROM (VALUES {rows: text, text, text}) AS k
       JOIN offer ON offer.marketplace_id = k.column1 AND offer.seller_id = k.column2 AND offer.sku = k.column3`,
    [...missing.values()],
  );
  const records = new Map(changed);
  for (const { record, standing, failing_gates: failing } of rows) {
    const offer: Offer = JSON.parse(record);
    records.set(keyText(offers.keyOf(offer)), { offer, seller: sellerOf(standing, failing) });
  }
  return records;
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
