import type { Row, Sql } from '../../../db/db.ts';
import { keyGroup } from '../../../db/key-group.ts';
import { transitionsByItem } from '../../../domain/changes/offer-transition.ts';
import { pendingLines } from '../../../domain/changes/pending-changes.ts';
import type { ItemKey } from '../../../domain/market/item.ts';
import { together } from '../../../domain/maybe-promise.ts';
import type { BoardFormat, DecidedItem, MarketChange } from '../../decisions/market-change.ts';
import { compareItemKeys, items } from '../../records/item.ts';
import { keyText } from '../../records/record-table.ts';
import { markStale, putShelves, removeBoards, removeShelves, writeBoards } from './board-table.ts';
import { refreshOwnOfferTexts } from './own-offer-text.ts';

/** Rewrites the boards of items, removes them, or marks them as stale. */
export async function projectBoards(tx: Sql, change: MarketChange): Promise<void> {
  const { decided, removed, format } = change;
  const shelves = [...decided, ...removed].map((item) => item.shelves);
  const [rows, gone] = [shelves.flatMap((one) => one.rows), shelves.flatMap((one) => one.removed)];
  const boards = decided.map((item) => boardRow(item, format));
  const removedKeys = removed.map(({ key }) => key);
  await together([
    refreshOwnOfferTexts(tx, change),
    putShelves(tx, rows),
    removeShelves(tx, gone),
    writeBoards(tx, boards),
    removeBoards(tx, removedKeys),
    markStale(tx, change.marked.toSorted(compareItemKeys), pendingIn(change)),
  ]);
}

/** A board that exists keeps its group: only a new one needs the digest of its key. */
function boardRow({ item, board, before, texts: { consumer, business } }: DecidedItem, format: BoardFormat): Row {
  return [
    ...[...items.keyOf(item), format.version, format.oldestReader],
    ...[board.validFrom, board.validUntil, board.consumer.status],
    ...[consumer.product, business?.product ?? null, consumer.summary, business?.summary ?? null],
    JSON.stringify(board.decision),
    before.version > 0 ? null : keyGroup(item.marketplaceId, item.itemId),
  ];
}

/** What the next rebuild of a marked board publishes; null: nothing. */
function pendingIn({ offers, contextOf, marked }: MarketChange): (key: ItemKey) => string | null {
  if (marked.length === 0) return () => null;
  const byItem = transitionsByItem(offers);
  return (key) => {
    const { isQuiet, requestId } = contextOf(key);
    if (isQuiet(key.marketplaceId)) return null;
    return pendingLines(byItem.get(keyText(items.keyOf(key))) ?? [], key.itemId, requestId);
  };
}
