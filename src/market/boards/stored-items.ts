import type { Sql } from '../../db/db.ts';
import type { Item, ItemKey } from '../../domain/market/item.ts';
import { boardTime } from '../../domain/pricing/board-time.ts';
import { type BoardBefore, NO_BOARD } from '../events/rebuilt-item.ts';
import { TransactionNotes } from '../events/transaction-notes.ts';
import { JudgedOffers } from '../offers/offer-judgement.ts';
import { items } from '../records/item.ts';
import { keyText } from '../records/record-table.ts';
import { STALE } from './board-table.ts';

/** Items that were added just now, by their `keyText`. */
export type NewItems = ReadonlyMap<string, Item>;

/** What a transaction has written before its boards are rebuilt: see `changes.ts`. */
export type Written = {
  newItems: NewItems;
  judged: JudgedOffers;
  /** Records of items that were parsed already, by their text. */
  parsedItems: ReadonlyMap<string, Item>;
  /** What changed about each item. */
  notes: TransactionNotes;
};

export const nothingWritten = (): Written => ({
  newItems: new Map(),
  judged: new JudgedOffers(),
  parsedItems: new Map(),
  notes: new TransactionNotes(),
});

/** An item, and what is known of its board. Version 0: it has none, or not all its offers are judged. */
export type StoredItem = {
  key: string;
  item: Item;
  version: number;
  validFrom: number | null;
  /** The time for which its board is rebuilt. */
  nowMs: number;
  before: BoardBefore;
  /** Whether a seller with an offer on the item may receive events. */
  hasReceivers: boolean;
  /** When the next of its offers must be judged; null: none. */
  turnsMs: number | null;
};

/** The board of an item that no longer exists. */
export type RemovedItem = { key: ItemKey; before: BoardBefore };

type StoredItems = {
  stored: StoredItem[];
  removed: RemovedItem[];
  /** Whether any seller receives events; undefined: it was not read. */
  hasReceivers: boolean | undefined;
};

/** An item with more offers is not searched for receivers of events. */
const MAX_SEARCHED_OFFERS = 60;

/**
 * Who receives events: 0 nobody, 1 nobody with an offer on the item, 2 perhaps somebody with one. PostgreSQL does not search:
 * a seller that begins to receive events right now, and has read the board as it was, would miss the change. On SQLite it
 * begins before this transaction or after it.
 */
const receivers = `CASE WHEN NOT EXISTS (SELECT 1 FROM event_receiver WHERE seller_id > '') THEN 0
            {sqlite: WHEN (SELECT COUNT(*) <= ${MAX_SEARCHED_OFFERS} AND COUNT(receiver.seller_id) = 0
                FROM (SELECT seller_id FROM offer WHERE offer.marketplace_id = k.column1 AND offer.item_id = k.column2
                       LIMIT ${MAX_SEARCHED_OFFERS + 1}) AS of_item
                LEFT JOIN event_receiver AS receiver ON receiver.seller_id = of_item.seller_id) THEN 1}
            ELSE 2 END`;

const selectItems = `SELECT k.column1 AS marketplace_id, k.column2 AS item_id, item.record,
            board.version, board.valid_from, board.valid_until, board.decision, board.pending,
            ${receivers} AS receivers,
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
  now: number,
): Promise<StoredItems> {
  const known = newItems.size === 0 ? keys : keys.filter((key) => !newItems.has(keyText(items.keyOf(key))));
  const rows = await tx.many<{
    marketplace_id: string;
    item_id: string;
    record: string | null;
    version: number | null;
    valid_from: number | null;
    valid_until: number | null;
    decision: string | null;
    pending: string | null;
    turns_ms: number | null;
    receivers: number;
  }>(selectItems, known.map(items.keyOf));
  const stored: StoredItem[] = [];
  const removed: RemovedItem[] = [];
  for (const { marketplace_id: marketplaceId, item_id: itemId, record, valid_from: validFrom, ...row } of rows) {
    const before: BoardBefore = {
      decision: row.decision === null ? null : JSON.parse(row.decision),
      version: row.version ?? 0,
      staleness: row.valid_until === STALE ? 'marked' : 'none',
      pending: row.pending,
    };
    const key = keyText([marketplaceId, itemId]);
    if (record === null) removed.push({ key: { marketplaceId, itemId }, before });
    else {
      const item = parsedItems.get(record) ?? (JSON.parse(record) as Item);
      const nowMs = boardTime(validFrom, now);
      const hasReceivers = row.receivers > 1;
      stored.push({
        key,
        item,
        version: before.version,
        validFrom,
        nowMs,
        before,
        hasReceivers,
        turnsMs: row.turns_ms,
      });
    }
  }
  for (const [key, item] of newItems) {
    stored.push({
      key,
      item,
      version: 0,
      validFrom: null,
      nowMs: now,
      before: NO_BOARD,
      hasReceivers: true,
      turnsMs: null,
    });
  }
  const [first] = rows;
  return { stored, removed, hasReceivers: first && first.receivers > 0 };
}
