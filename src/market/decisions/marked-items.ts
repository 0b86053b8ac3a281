import type { Row } from '../../db/db.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { MarketRecord } from '../../domain/market/records/market-record.ts';
import { compareItemKeys, items } from '../records/item.ts';
import type { RecordChange } from '../records/record-change.ts';
import { keyText } from '../records/record-table.ts';

/**
 * When the boards that a change touches are rebuilt. `now`: in the transaction of the change, but for items of which very many
 * offers change at once: their boards are marked as stale. `later`: they are only marked as stale, and background work or
 * their first reader rebuilds them. `bulk`: now for a batch with many changes to each board (a file that lists each item's
 * offers together), later for one that touches a board with every change, and will touch it again.
 */
export type BoardTime = 'now' | 'later' | 'bulk';

/** A bulk batch with at least this many changes per board, on average, rebuilds its boards at once. */
const MIN_CHANGES_PER_BOARD = 4;

/** Changed offers on an item from which on its board is not rebuilt with them: no other transaction can write meanwhile. */
const MIN_OFFERS_TO_MARK = 500;

/** Whether the board of an item, given by its `keyText`, is only marked as stale after these changes. */
export function markedItems(records: readonly MarketRecord[], boards: BoardTime): (itemKey: string) => boolean {
  if (boards === 'later') return () => true;
  const counts = new Map<string, number>();
  const withOwnRecord = new Set<string>();
  for (const record of records) {
    if (record.op !== 'upsert' || (record.kind !== 'item' && record.kind !== 'offer')) continue;
    const key = keyText(items.keyOf(record.value));
    counts.set(key, (counts.get(key) ?? 0) + 1);
    // An item whose own record comes with its offers is usually new: all that is needed for its board is at hand.
    if (record.kind === 'item') withOwnRecord.add(key);
  }
  if (boards === 'bulk') {
    const hasFewChangesPerBoard = counts.size * MIN_CHANGES_PER_BOARD > records.length;
    return () => hasFewChangesPerBoard;
  }
  return (key) => (counts.get(key) ?? 0) >= MIN_OFFERS_TO_MARK && !withOwnRecord.has(key);
}

/**
 * Where to find the items that these records are about: the key of an item, empty where an offer is removed, and the key of an
 * offer, which may be on another item now.
 */
export function placesIn(records: readonly MarketRecord[]): Row[] {
  return records.flatMap((record): Row[] => {
    if (record.kind === 'item') return [[...items.keyOf(record.op === 'upsert' ? record.value : record.key), '', '']];
    if (record.kind !== 'offer') return [];
    const { marketplaceId, sellerId, sku } = record.op === 'upsert' ? record.value : record.key;
    return [[marketplaceId, record.op === 'upsert' ? record.value.itemId : '', sellerId, sku]];
  });
}

/** The items that a change touches: its own, and the one that an offer leaves. */
export function itemsOf(change: RecordChange): ItemKey[] {
  if (change.kind === 'item') return [change.after ?? change.before].filter((item) => item !== undefined);
  if (change.kind !== 'offer') return [];
  const { key, before, after } = change;
  const left = before && { marketplaceId: key.marketplaceId, itemId: before.item_id };
  return [after?.offer, left].filter((item) => item !== undefined);
}

/**
 * The items that changes touch: those to decide about now, in the order of their keys, and those whose boards are only marked as stale.
 * Never marked is one that was removed: an item that is added again has no decision before, so nobody would end the buy boxes
 * of the removed one in the history.
 */
export function touchedItems(
  changes: readonly RecordChange[],
  isMarked: (itemKey: string) => boolean,
): { decided: ItemKey[]; marked: ItemKey[] } {
  const touched = new Map<string, ItemKey>();
  const removed = new Set<string>();
  for (const change of changes) {
    for (const { marketplaceId, itemId } of itemsOf(change)) {
      const text = keyText([marketplaceId, itemId]);
      touched.set(text, { marketplaceId, itemId });
      if (change.kind === 'item' && change.after === undefined) removed.add(text);
    }
  }
  const { marked = [], decided = [] } = Object.groupBy(touched.values(), (key) => {
    const text = keyText(items.keyOf(key));
    return isMarked(text) && !removed.has(text) ? 'marked' : 'decided';
  });
  return { marked, decided: decided.sort(compareItemKeys) };
}
