import type { Sql } from '../../db/db.ts';
import { type BoardBefore, NO_BOARD } from '../../domain/changes/item-transition.ts';
import type { Item, ItemKey } from '../../domain/market/item.ts';
import { boardTime } from '../../domain/pricing/board-time.ts';
import { items } from '../records/item.ts';
import type { RecordChange } from '../records/record-change.ts';
import { keyText } from '../records/record-table.ts';
import type { ReceiversOnItem } from './market-change.ts';

/** Records of items that need not be read or parsed again. */
type KnownItems = {
  /** Those that this transaction added, by their `keyText`. It judged all their offers when it wrote them. */
  readonly added: ReadonlyMap<string, Item>;
  /** Those that it parsed, by their text. */
  readonly parsed: ReadonlyMap<string, Item>;
  /** Those that it removed, by their `keyText`. */
  readonly removed: ReadonlyMap<string, Item>;
};

/** What the changes of a transaction say about items. An item counts as added only when nothing was changed or removed beside it. */
export function knownItems(changes: readonly RecordChange[]): KnownItems {
  const added = new Map<string, Item>();
  const parsed = new Map<string, Item>();
  const removed = new Map<string, Item>();
  let isOnlyAdded = true;
  for (const change of changes) {
    if (change.before !== undefined || change.after === undefined) isOnlyAdded = false;
    if (change.kind === 'offer') {
      const { item, itemText } = change.after ?? {};
      if (item !== undefined && itemText !== undefined) parsed.set(itemText, item);
    } else if (change.kind === 'item') {
      if (change.after !== undefined) added.set(keyText(items.keyOf(change.after)), change.after);
      else if (change.before !== undefined) removed.set(keyText(items.keyOf(change.before)), change.before);
    }
  }
  return { added: isOnlyAdded ? added : new Map(), parsed, removed };
}

/** The end of validity of a stale board: it has never been valid, and is rebuilt before it is read. */
export const STALE = -1;

/** An item, and what is known of its board. */
export type StoredItem = {
  key: string;
  item: Item;
  validFrom: number | null;
  /** The time for which its board is rebuilt. */
  nowMs: number;
  before: BoardBefore;
  receivers: ReceiversOnItem;
  /** When the next of its offers must be judged; null: none. */
  turnsMs: number | null;
};

/** The board of an item that no longer exists. */
export type StoredBoard = { key: ItemKey; before: BoardBefore };

/** An item with more offers is not searched for receivers of events. */
const MAX_SEARCHED_OFFERS = 60;

const RECEIVERS: readonly ReceiversOnItem[] = ['nobody', 'nobody here', 'perhaps'];

/**
 * The index in `RECEIVERS`. PostgreSQL does not search: a seller that begins to receive events right now, and has read the board
 * as it was, would miss the change. On SQLite it begins before this transaction or after it.
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

type ItemRow = {
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
};

/** What is stored of these items and their boards. Items that were added just now are not read. */
export async function storedItems(
  tx: Sql,
  keys: readonly ItemKey[],
  { added, parsed }: KnownItems,
  now: number,
): Promise<{ stored: StoredItem[]; removed: StoredBoard[] }> {
  const stored: StoredItem[] = [];
  const removed: StoredBoard[] = [];
  const known: ItemKey[] = [];
  for (const one of keys) {
    const key = keyText(items.keyOf(one));
    const item = added.get(key);
    if (item === undefined) known.push(one);
    else stored.push({ key, item, validFrom: null, nowMs: now, before: NO_BOARD, receivers: undefined, turnsMs: null });
  }
  for (const row of await tx.many<ItemRow>(selectItems, known.map(items.keyOf))) {
    const { marketplace_id: marketplaceId, item_id: itemId, record, valid_from: validFrom } = row;
    const before: BoardBefore = {
      decision: row.decision === null ? null : JSON.parse(row.decision),
      version: row.version ?? 0,
      isStale: row.valid_until === STALE,
      pending: row.pending,
    };
    if (record === null) removed.push({ key: { marketplaceId, itemId }, before });
    else {
      const item = parsed.get(record) ?? (JSON.parse(record) as Item);
      const nowMs = boardTime(validFrom, now);
      const key = keyText([marketplaceId, itemId]);
      stored.push({ key, item, validFrom, nowMs, before, receivers: RECEIVERS[row.receivers], turnsMs: row.turns_ms });
    }
  }
  return { stored, removed };
}
