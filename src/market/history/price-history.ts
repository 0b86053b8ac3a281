import type { Sql } from '../../db/db.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { OfferKey } from '../../domain/market/offer.ts';
import { type BoxChange, changedBoxes, isSameListing } from '../../domain/pricing/box-state.ts';
import type { Decision } from '../../domain/pricing/decision.ts';
import type { OfferState } from '../../domain/pricing/offer-state.ts';
import { compareItemKeys, items } from '../item.ts';
import { keyText } from '../record-table.ts';
import { addRows, type BoxKey, boxText, lastRows, type NewRow } from './box-log.ts';
import { addHolds, type Hold } from './buy-box-time.ts';
import { type Revision, raiseRevisions } from './item-revision.ts';
import { queueSellerChanges, type SellerChange } from './seller-time.ts';

export type DecisionChange = {
  key: ItemKey;
  /** Null: the item is new, or its decision was not stored yet. */
  before: Decision | null;
  /** Null: the item is removed. */
  after: Decision | null;
};

type ChangedItem = DecisionChange & { boxes: BoxChange[] };

/**
 * Writes what changed between two decisions about an item into its history, in the transaction that stores the new decision.
 * `before` is the decision that was stored until now. Costs no statement for items whose boxes did not change.
 */
export async function recordDecisions(tx: Sql, changes: readonly DecisionChange[], now: number): Promise<void> {
  const changed: ChangedItem[] = [];
  for (const change of changes) {
    const boxes = changedBoxes(change.before, change.after);
    // An item without offers is observed, too, from its first decision on.
    if (boxes.length > 0 || (change.before === null && change.after !== null)) changed.push({ ...change, boxes });
  }
  if (changed.length === 0) return;
  // Transactions on the same items lock their rows in one order.
  changed.sort((a, b) => compareItemKeys(a.key, b.key));

  // PostgreSQL gets both statements at once.
  const known = changed.filter(({ before }) => before !== null);
  const [revisions, last] = await Promise.all([
    raiseRevisions(
      tx,
      changed.map(({ key }) => key),
      now,
    ),
    lastRows(tx, known.flatMap(boxKeysOf)),
  ]);
  const revisionOf = ({ key }: ChangedItem) => revisions.get(keyText(items.keyOf(key))) as Revision;
  // An item that was removed and comes back has rows already. New ones have none: that saves a read for each.
  const returned = changed.filter((item) => item.before === null && revisionOf(item).revision > 1);
  for (const [text, row] of await lastRows(tx, returned.flatMap(boxKeysOf))) last.set(text, row);

  const rows: NewRow[] = [];
  const holds: Hold[] = [];
  for (const item of changed) {
    const { revision, at_ms: atMs } = revisionOf(item);
    for (const change of item.boxes) {
      const box: BoxKey = { ...item.key, ...change.box };
      rows.push({ box, atMs, revision, state: change.state, last: last.get(boxText(box)) });
      addHoldsOf(holds, item.key, change, atMs);
    }
  }
  await Promise.all([addRows(tx, rows), addHolds(tx, holds), queueSellerChanges(tx, holds.map(sellerChangeOf))]);
}

const boxKeysOf = ({ key, boxes }: ChangedItem): BoxKey[] => boxes.map(({ box }) => ({ ...key, ...box }));

/** Time is counted in the consumers' box alone: each listing can hold one, that of its condition. */
function addHoldsOf(holds: Hold[], key: ItemKey, { box, before, state }: BoxChange, atMs: number): void {
  const [old, holder] = [before.holder, state?.holder ?? null];
  if (box.customer !== 'Consumer' || isSameListing(old, holder)) return;
  if (old !== null) holds.push({ key, listing: old, atMs, delta: -1 });
  if (holder !== null) holds.push({ key, listing: holder, atMs, delta: 1 });
}

const sellerChangeOf = ({ key, listing, atMs, delta }: Hold): SellerChange => ({
  marketplaceId: key.marketplaceId,
  sellerId: listing.sellerId,
  atMs,
  heldDelta: delta,
  onSaleDelta: 0,
});

export type StateChange = {
  key: OfferKey;
  /** Null: the offer is new, or its state was not stored yet. */
  before: OfferState | null;
  /** Null: the offer is removed. */
  after: OfferState | null;
};

/** Counts the time that sellers' listings are on sale. Costs no statement for offers that stay on sale, or off sale. */
export async function recordStates(tx: Sql, changes: readonly StateChange[], now: number): Promise<void> {
  const sellerChanges: SellerChange[] = [];
  for (const { key, before, after } of changes) {
    const delta = Number(isOnSale(after)) - Number(isOnSale(before));
    if (delta === 0) continue;
    const { marketplaceId, sellerId } = key;
    sellerChanges.push({ marketplaceId, sellerId, atMs: now, heldDelta: 0, onSaleDelta: delta });
  }
  if (sellerChanges.length > 0) await queueSellerChanges(tx, sellerChanges);
}

const isOnSale = (state: OfferState | null) => state !== null && state !== 'inactive';
