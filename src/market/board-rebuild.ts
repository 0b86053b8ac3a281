import type { Row, Sql } from '../db/db.ts';
import type { Item, ItemKey } from '../domain/market/item.ts';
import type { Offer } from '../domain/market/offer.ts';
import { type SellerFacts, UNKNOWN_SELLER } from '../domain/market/seller.ts';
import { makeBoard } from '../domain/pricing/board.ts';
import { type ViewPieces, writeBoard } from '../wire/pricing/board.ts';
import { removeBoards, removeShelves, writeBoards, writeShelves } from './board-table.ts';
import { items, itemsOf } from './item.ts';
import { offerCountsOf, offersOfItems, type StoredOffer } from './offer.ts';
import { refreshOwnOfferTexts } from './own-offer-text.ts';
import { Pauses } from './pauses.ts';
import { keyText } from './record-table.ts';
import { sellerFactsOf } from './seller.ts';

/** The version of the boards that a process writes, and the oldest version that can read them. */
export type BoardFormat = { readonly version: number; readonly oldestReader: number };

/** New items with all their offers, by the item's `keyText`. */
export type NewItems = ReadonlyMap<string, { item: Item; offers: Offer[] }>;

/**
 * Rebuilds the boards and shelves of these items from their offers, as of `now`, and the own-offer texts of their
 * sellers, in pieces (`pauses.ts`). Removes the boards of items that no longer exist. Items in `newItems` are not read
 * from the store.
 */
export async function rebuildBoards(
  tx: Sql,
  format: BoardFormat,
  keys: readonly ItemKey[],
  now: number,
  newItems: NewItems = new Map(),
): Promise<void> {
  const pauses = new Pauses();
  const { itemByKey, offersByKey } = await readInputs(tx, keys, newItems, pauses);
  const sellerIds = new Set<string>();
  for (const list of offersByKey.values()) for (const { offer } of list) sellerIds.add(offer.sellerId);
  const facts = await sellerFactsOf(tx, sellerIds, pauses);

  const boards: Row[] = [];
  const shelves: Row[] = [];
  for (const [key, item] of itemByKey) {
    await pauses.here();
    const board = makeBoard(item, withSellers(offersByKey.get(key) ?? [], facts), now);
    const { consumer, business } = writeBoard(item, board);
    boards.push([
      ...items.keyOf(item),
      format.version,
      format.oldestReader,
      board.validFrom,
      board.validUntil,
      board.consumer.status,
      consumer.product,
      business?.product ?? null,
      consumer.summary,
      business?.summary ?? null,
      JSON.stringify(board.decision),
    ]);
    addShelves(shelves, item, 'Consumer', consumer);
    if (business) addShelves(shelves, item, 'Business', business);
  }
  await refreshOwnOfferTexts(tx, offersByKey.values(), pauses);
  await removeShelves(tx, keys);
  await writeBoards(tx, boards);
  await writeShelves(tx, shelves);
  await removeBoards(
    tx,
    keys.filter((key) => !itemByKey.has(keyText(items.keyOf(key)))),
  );
}

async function readInputs(tx: Sql, keys: readonly ItemKey[], newItems: NewItems, pauses: Pauses) {
  const stored = newItems.size === 0 ? keys : keys.filter((key) => !newItems.has(keyText(items.keyOf(key))));
  const itemByKey = await itemsOf(tx, stored);
  const offersByKey = await offersOfItems(tx, stored, pauses);
  for (const [key, { item, offers }] of newItems) {
    itemByKey.set(key, item);
    offersByKey.set(
      key,
      offers.map((offer) => ({ offer, own: undefined })),
    );
  }
  return { itemByKey, offersByKey };
}

function withSellers(list: readonly StoredOffer[], facts: Map<string, SellerFacts>) {
  return list.map(({ offer }) => ({ offer, seller: facts.get(offer.sellerId) ?? UNKNOWN_SELLER }));
}

function addShelves(rows: Row[], item: Item, customer: string, { shelves }: ViewPieces): void {
  for (const [condition, text] of Object.entries(shelves)) {
    rows.push([item.marketplaceId, item.itemId, customer, condition, text]);
  }
}

/** Offers read in one transaction of background work: it takes some milliseconds, which block the event loop. */
const MAX_OFFERS_PER_TRANSACTION = 2_000;

/**
 * The first of these boards, as many as one transaction of background work can rebuild; at least one. An item can have
 * thousands of offers.
 */
export async function firstBatch(sql: Sql, keys: readonly ItemKey[]): Promise<ItemKey[]> {
  const counts = await offerCountsOf(sql, keys);
  let sum = 0;
  const end = keys.findIndex((key, n) => {
    sum += counts.get(keyText(items.keyOf(key))) ?? 0;
    return n > 0 && sum > MAX_OFFERS_PER_TRANSACTION;
  });
  return end < 0 ? [...keys] : keys.slice(0, end);
}

/**
 * The number of offers from which on a board is not rebuilt with each change: a rebuild takes ten microseconds an offer, and
 * no other transaction can write meanwhile.
 */
const MIN_LARGE = 500;

/** Which of these items have very many offers. New ones have not: nothing but the change itself is to be read for them. */
export async function bySize(
  sql: Sql,
  keys: readonly ItemKey[],
  newItems: NewItems,
): Promise<{ small: ItemKey[]; large: ItemKey[] }> {
  const counts = await offerCountsOf(sql, keys);
  const isLarge = (key: ItemKey) => {
    const text = keyText(items.keyOf(key));
    return !newItems.has(text) && (counts.get(text) ?? 0) >= MIN_LARGE;
  };
  const { small = [], large = [] } = Object.groupBy(keys, (key) => (isLarge(key) ? 'large' : 'small'));
  return { small, large };
}
