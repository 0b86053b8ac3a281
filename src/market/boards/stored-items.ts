import type { Sql } from '../../db/db.ts';
import type { Item, ItemKey } from '../../domain/market/item.ts';
import type { Decision } from '../../domain/pricing/decision.ts';
import { JudgedOffers } from '../offers/offer-judgement.ts';
import { items } from '../records/item.ts';
import { keyText } from '../records/record-table.ts';
import { STALE_BY_OLDER } from './board-table.ts';

/** Items that were added just now, by their `keyText`. */
export type NewItems = ReadonlyMap<string, Item>;

/** What a transaction has written before its boards are rebuilt: see `changes.ts`. */
export type Written = {
  newItems: NewItems;
  judged: JudgedOffers;
  /** Records of items that were parsed already, by their text. */
  parsedItems: ReadonlyMap<string, Item>;
};

export const NOTHING_WRITTEN: Written = { newItems: new Map(), judged: new JudgedOffers(), parsedItems: new Map() };

/** An item, and what is known of its board. Version 0: it has none, or not all its offers are judged. */
export type StoredItem = {
  key: string;
  item: Item;
  version: number;
  validFrom: number | null;
  decision: Decision | null;
  /** When the next of its offers must be judged; null: none. */
  turnsMs: number | null;
};

/** The board of an item that no longer exists. */
export type RemovedItem = { key: ItemKey; decision: Decision | null };

const selectItems = `SELECT k.column1 AS marketplace_id, k.column2 AS item_id, item.record, board.valid_from, board.decision,
            CASE board.valid_until WHEN ${STALE_BY_OLDER} THEN 0 ELSE board.version END AS version,
            (SELECT MIN(turns_ms) FROM offer WHERE offer.marketplace_id = k.column1 AND offer.item_id = k.column2
                AND offer.turns_ms IS NOT NULL) AS turns_ms
       FROM (VALUES {rows: text, text}) AS k
       LEFT JOIN item ON item.marketplace_id = k.column1 AND item.item_id = k.column2
       LEFT JOIN board ON board.marketplace_id = k.column1 AND board.item_id = k.column2`;

/** What is stored of these items and their boards. Items in `newItems` are not read. */
export async function storedItems(
  tx: Sql,
  keys: readonly ItemKey[],
  { newItems, parsedItems }: Written,
): Promise<{ stored: StoredItem[]; removed: RemovedItem[] }> {
  const known = newItems.size === 0 ? keys : keys.filter((key) => !newItems.has(keyText(items.keyOf(key))));
  const rows = await tx.many<{
    marketplace_id: string;
    item_id: string;
    record: string | null;
    version: number | null;
    valid_from: number | null;
    decision: string | null;
    turns_ms: number | null;
  }>(selectItems, known.map(items.keyOf));
  const stored: StoredItem[] = [];
  const removed: RemovedItem[] = [];
  for (const {
    marketplace_id: marketplaceId,
    item_id: itemId,
    record,
    version,
    valid_from: validFrom,
    ...row
  } of rows) {
    const decision: Decision | null = row.decision === null ? null : JSON.parse(row.decision);
    const key = keyText([marketplaceId, itemId]);
    if (record === null) removed.push({ key: { marketplaceId, itemId }, decision });
    else {
      const item = parsedItems.get(record) ?? (JSON.parse(record) as Item);
      stored.push({ key, item, version: version ?? 0, validFrom, decision, turnsMs: row.turns_ms });
    }
  }
  for (const [key, item] of newItems) {
    stored.push({ key, item, version: 0, validFrom: null, decision: null, turnsMs: null });
  }
  return { stored, removed };
}
