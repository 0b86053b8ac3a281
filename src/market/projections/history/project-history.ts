import type { Sql } from '../../../db/db.ts';
import type { ItemKey } from '../../../domain/market/item.ts';
import type { OfferKey } from '../../../domain/market/offer.ts';
import { isOnSale } from '../../../domain/notifications/cause.ts';
import { type BoxChange, changedBoxes } from '../../../domain/pricing/box-state.ts';
import type { Contender, Decision } from '../../../domain/pricing/decision.ts';
import type { OfferState } from '../../../domain/pricing/offer-state.ts';
import type { MarketChange } from '../../decisions/market-change.ts';
import { compareItemKeys } from '../../records/item.ts';
import { addRows, type BoxKey, boxText, lastRows, type NewRow, type SumsRow } from './box-log.ts';
import { addHeldTime } from './buy-box-time.ts';
import { queueTimeChanges, type TimeChange } from './time-changes.ts';

export type DecisionChange = {
  key: ItemKey;
  /** Null: the item is new, or its decision was not stored yet. */
  before: Decision | null;
  /** Null: the item is removed. */
  after: Decision | null;
};

type Changed = { key: BoxKey; state: BoxChange['state']; isFirst: boolean };

/** Writes who held the buy boxes of items at which prices, and since when offers are on sale. */
export function projectHistory(tx: Sql, { decided, removed, offers, now }: MarketChange): Promise<void> {
  const decisions = [
    ...removed.map(({ key, before }) => ({ key, before: before.decision, after: null })),
    ...decided.map(({ item, before, after }) => ({ key: item, before: before.decision, after })),
  ];
  const states = offers.map(({ key, before, after }) => ({
    ...{ key, before: before?.state ?? null, after: after?.state ?? null },
  }));
  return recordHistory(tx, decisions, states, now);
}

/** Costs no statement for items whose boxes did not change, and for offers that stay on sale, or off sale. */
export async function recordHistory(
  tx: Sql,
  decisions: readonly DecisionChange[],
  states: readonly StateChange[],
  now: number,
): Promise<void> {
  const { rows, holds, firstHolds } = await boxRows(tx, decisions, now);
  const ofSellers = firstHolds.map((hold) => ({ ...hold, itemId: '' }));
  // PostgreSQL gets the statements at once.
  await Promise.all([
    addRows(tx, rows),
    addHeldTime(tx, firstHolds),
    queueTimeChanges(tx, [...holds, ...ofSellers, ...onSaleChanges(states, now)]),
  ]);
}

type BoxChanges = {
  rows: NewRow[];
  /** The listings that began or ceased to hold a box. */
  holds: TimeChange[];
  /**
   * The same of items that had no decision before, as those of an import. Nobody else adds to their sums now, so that they need no
   * queue: only the sums of their sellers do.
   */
  firstHolds: TimeChange[];
};

/** What changed between two decisions. */
async function boxRows(tx: Sql, changes: readonly DecisionChange[], now: number): Promise<BoxChanges> {
  const changed: Changed[] = [];
  for (const { key, before, after } of changes) {
    const boxes = changedBoxes(before, after);
    if (before === null && after !== null) addFirst(boxes);
    const { marketplaceId, itemId } = key;
    const isFirst = before === null;
    for (const { box, state } of boxes) changed.push({ key: { marketplaceId, itemId, ...box }, state, isFirst });
  }
  if (changed.length === 0) return { rows: [], holds: [], firstHolds: [] };
  // Transactions on the same items lock their rows in one order.
  if (changes.length > 1) changed.sort((a, b) => compareItemKeys(a.key, b.key));

  const keys = changed.map(({ key }) => key);
  const last = await lastRows(tx, keys);
  const rows: NewRow[] = [];
  const holds: TimeChange[] = [];
  const firstHolds: TimeChange[] = [];
  for (const { key, state, isFirst } of changed) {
    const lastRow = last.get(boxText(key));
    const atMs = Math.max(now, lastRow?.at_ms ?? 0);
    rows.push({ box: key, atMs, state, last: lastRow });
    if (key.customer !== 'Consumer') continue;
    (isFirst ? firstHolds : holds).push(...holdsOf(key, lastRow, state?.holder ?? null, atMs));
  }
  return { rows, holds, firstHolds };
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
function holdsOf(key: BoxKey, last: SumsRow | undefined, holder: Contender | null, atMs: number): TimeChange[] {
  const { seller_id: sellerId = null, sku = null } = last ?? {};
  if (sellerId === (holder?.sellerId ?? null) && sku === (holder?.sku ?? null)) return [];
  const { marketplaceId, itemId } = key;
  const change = { marketplaceId, itemId, atMs, onSaleDelta: 0 };
  const ended = sellerId !== null && sku !== null ? [{ ...change, sellerId, sku, heldDelta: -1 }] : [];
  return holder === null ? ended : [...ended, { ...change, sellerId: holder.sellerId, sku: holder.sku, heldDelta: 1 }];
}

export type StateChange = {
  key: OfferKey;
  /** Null: the offer is new, or its state was not stored yet. */
  before: OfferState | null;
  /** Null: the offer is removed. */
  after: OfferState | null;
};

/** Counts the time that sellers' listings are on sale. */
function onSaleChanges(changes: readonly StateChange[], now: number): TimeChange[] {
  return changes.flatMap(({ key: { marketplaceId, sellerId, sku }, before, after }) => {
    const onSaleDelta = Number(isOnSale(after)) - Number(isOnSale(before));
    return onSaleDelta === 0
      ? []
      : [{ marketplaceId, sellerId, sku, itemId: '', atMs: now, heldDelta: 0, onSaleDelta }];
  });
}
