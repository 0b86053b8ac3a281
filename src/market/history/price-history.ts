import type { Sql } from '../../db/db.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { OfferKey } from '../../domain/market/offer.ts';
import { type BoxChange, changedBoxes } from '../../domain/pricing/box-state.ts';
import type { Contender, Decision } from '../../domain/pricing/decision.ts';
import type { OfferState } from '../../domain/pricing/offer-state.ts';
import { compareItemKeys } from '../records/item.ts';
import { addRows, type BoxKey, boxText, lastRows, type NewRow, type SumsRow } from './box-log.ts';
import { queueTimeChanges, type TimeChange } from './time-changes.ts';

export type DecisionChange = {
  key: ItemKey;
  /** Null: the item is new, or its decision was not stored yet. */
  before: Decision | null;
  /** Null: the item is removed. */
  after: Decision | null;
};

type Changed = { key: BoxKey; state: BoxChange['state'] };

/**
 * Writes what changed between two decisions about an item into its history, in the transaction that stores the new decision.
 * `before` is the decision that was stored until now. Costs no statement for items whose boxes did not change.
 */
export async function recordDecisions(tx: Sql, changes: readonly DecisionChange[], now: number): Promise<void> {
  const changed: Changed[] = [];
  for (const { key, before, after } of changes) {
    const boxes = changedBoxes(before, after);
    if (before === null && after !== null) addFirst(boxes);
    const { marketplaceId, itemId } = key;
    for (const { box, state } of boxes) changed.push({ key: { marketplaceId, itemId, ...box }, state });
  }
  if (changed.length === 0) return;
  // Transactions on the same items lock their rows in one order.
  if (changes.length > 1) changed.sort((a, b) => compareItemKeys(a.key, b.key));

  const last = await lastRows(
    tx,
    changed.map(({ key }) => key),
  );
  const rows: NewRow[] = [];
  const holds: TimeChange[] = [];
  for (const { key, state } of changed) {
    const lastRow = last.get(boxText(key));
    const atMs = Math.max(now, lastRow?.at_ms ?? 0);
    rows.push({ box: key, atMs, state, last: lastRow });
    if (key.customer === 'Consumer') addHoldsOf(holds, key, lastRow, state?.holder ?? null, atMs);
  }
  // PostgreSQL gets both statements at once.
  await Promise.all([addRows(tx, rows), queueTimeChanges(tx, holds)]);
}

/** An item without offers is observed, too, from its first decision on. */
function addFirst(boxes: BoxChange[]): void {
  if (boxes.some(({ box }) => box.customer === 'Consumer')) return;
  const state = { holder: null, lowest: null };
  boxes.push({ box: { condition: 'New', customer: 'Consumer', offerType: 'B2C' }, state });
}

/**
 * Time is counted in the consumers' box alone: each listing can hold one, that of its condition. The log tells who held it
 * until now, so that log and time always agree.
 */
function addHoldsOf(
  holds: TimeChange[],
  key: BoxKey,
  last: SumsRow | undefined,
  holder: Contender | null,
  atMs: number,
): void {
  const { seller_id: sellerId = null, sku = null } = last ?? {};
  if (sellerId === (holder?.sellerId ?? null) && sku === (holder?.sku ?? null)) return;
  const { marketplaceId, itemId } = key;
  const change = { marketplaceId, itemId, atMs, onSaleDelta: 0 };
  if (sellerId !== null && sku !== null) holds.push({ ...change, sellerId, sku, heldDelta: -1 });
  if (holder !== null) holds.push({ ...change, sellerId: holder.sellerId, sku: holder.sku, heldDelta: 1 });
}

export type StateChange = {
  key: OfferKey;
  /** Null: the offer is new, or its state was not stored yet. */
  before: OfferState | null;
  /** Null: the offer is removed. */
  after: OfferState | null;
};

/** Counts the time that sellers' listings are on sale. Costs no statement for offers that stay on sale, or off sale. */
export async function recordStates(tx: Sql, changes: readonly StateChange[], now: number): Promise<void> {
  const timeChanges: TimeChange[] = [];
  for (const { key, before, after } of changes) {
    const delta = Number(isOnSale(after)) - Number(isOnSale(before));
    if (delta === 0) continue;
    const { marketplaceId, sellerId, sku } = key;
    timeChanges.push({ marketplaceId, sellerId, sku, itemId: '', atMs: now, heldDelta: 0, onSaleDelta: delta });
  }
  await queueTimeChanges(tx, timeChanges);
}

const isOnSale = (state: OfferState | null) => state !== null && state !== 'inactive';
