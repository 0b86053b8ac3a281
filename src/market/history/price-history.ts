import type { Sql } from '../../db/db.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { OfferKey } from '../../domain/market/offer.ts';
import { type BoxChange, changedBoxes } from '../../domain/pricing/box-state.ts';
import { type BoxName, boxName, type Contender, type Decision } from '../../domain/pricing/decision.ts';
import type { OfferState } from '../../domain/pricing/offer-state.ts';
import { compareItemKeys } from '../records/item.ts';
import { addRows, type BoxKey, boxText, lastRows, type NewRow, newRow, type SumsRow } from './box-log.ts';
import { queueTimeChanges, type TimeChange } from './time-changes.ts';

export type DecisionChange = {
  key: ItemKey;
  /** Null: the item is new, or its decision was not stored yet. */
  before: Decision | null;
  /** Null: the item is removed. */
  after: Decision | null;
};

type Changed = { key: BoxKey; state: BoxChange['state']; last: SumsRow | undefined; after: Decision | null };

/**
 * Writes what changed between two decisions about an item into its history, in the transaction that stores the new decision.
 * `before` is the decision that was stored until now. Costs no statement for items whose boxes did not change. Puts the last
 * row of each box into the new decision (`logged`), for the next change: what changes often is then not read.
 */
export async function recordDecisions(tx: Sql, changes: readonly DecisionChange[], now: number): Promise<void> {
  const changed: Changed[] = [];
  for (const { key, before, after } of changes) {
    const boxes = changedBoxes(before, after);
    if (before === null && after !== null) addFirst(boxes);
    if (after !== null && before?.logged !== undefined) after.logged = { ...before.logged };
    const { marketplaceId, itemId } = key;
    for (const { box, state } of boxes)
      changed.push({ key: { marketplaceId, itemId, ...box }, state, last: loggedRow(before, box), after });
  }
  if (changed.length === 0) return;
  // Transactions on the same items lock their rows in one order.
  if (changes.length > 1) changed.sort((a, b) => compareItemKeys(a.key, b.key));

  const unknown = changed.filter(({ last }) => last === undefined);
  if (unknown.length > 0) await readLast(tx, unknown);
  const rows: NewRow[] = [];
  const holds: TimeChange[] = [];
  for (const { key, state, last, after } of changed) {
    const row = newRow(key, Math.max(now, last?.at_ms ?? 0), state, last);
    rows.push(row);
    if (after !== null) log(after, row);
    if (key.customer === 'Consumer') addHoldsOf(holds, key, last, state?.holder ?? null, row.atMs);
  }
  // PostgreSQL gets both statements at once.
  await Promise.all([addRows(tx, rows), queueTimeChanges(tx, holds)]);
}

/** The last row of a box, as the decision tells it: it has its holder since then. */
function loggedRow(before: Decision | null, box: BoxName): SumsRow | undefined {
  const logged = before?.logged?.[boxName(box)];
  const holder = logged && before?.boxes.find((one) => boxName(one) === boxName(box))?.holder;
  if (logged === undefined || holder === undefined) return undefined;
  const [atMs, ms, priceMs, dayMin] = logged;
  return {
    at_ms: atMs,
    follows_consumers: 0,
    seller_id: holder.sellerId,
    sku: holder.sku,
    listing_minor: holder.listingMinor,
    shipping_minor: holder.shippingMinor,
    featured_ms: ms,
    featured_price_ms: priceMs,
    featured_day_min: dayMin,
  };
}

async function readLast(tx: Sql, unknown: readonly Changed[]): Promise<void> {
  const found = await lastRows(
    tx,
    unknown.map(({ key }) => key),
  );
  for (const one of unknown) one.last = found.get(boxText(one.key));
}

function log(decision: Decision, { box, atMs, state, sums }: NewRow): void {
  decision.logged ??= {};
  if (state === null || state.holder === null) delete decision.logged[boxName(box)];
  else decision.logged[boxName(box)] = [atMs, sums.ms, sums.priceMs, sums.dayMinMinor];
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
