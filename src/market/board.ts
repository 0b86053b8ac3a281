import type { Row, Sql } from '../db/db.ts';
import type { Item, ItemKey } from '../domain/market/item.ts';
import type { Offer } from '../domain/market/offer.ts';
import { type SellerFacts, UNKNOWN_SELLER } from '../domain/market/seller.ts';
import { makeBoard } from '../domain/pricing/board.ts';
import { type ViewPieces, writeBoard } from '../wire/pricing/board.ts';
import { items, itemsOf } from './item.ts';
import { offersOfItems, type StoredOffer } from './offer.ts';
import { refreshOwnOfferTexts } from './own-offer-text.ts';
import { keyText } from './record-table.ts';
import { sellerFactsOf } from './seller.ts';

/** A board whose time is up at the beginning of time: the market changed under it, and it is made anew before it is read. */
const STALE = 0;

/**
 * Says that the boards of these items no longer hold, in the transaction that changed the market; also how an item
 * gets its row in the first place. It writes the row even when it is stale already: that is what makes a board that
 * another transaction is making from older offers collide with this change, and start again.
 */
export async function markStale(tx: Sql, keys: readonly ItemKey[]): Promise<void> {
  await tx.many(
    `INSERT INTO board (marketplace_id, item_id, version, valid_until)
     VALUES {rows: text key, text key, bigint, bigint}
     ON CONFLICT (marketplace_id, item_id) DO UPDATE SET valid_until = excluded.valid_until`,
    keys.map((key) => [...items.keyOf(key), 0, STALE]),
  );
}

/** Offers read in one transaction of background work: some milliseconds, in which the rest of a process stands still. */
const OFFERS_A_PIECE = 2_000;

/** As many of these boards, from the first on, as can be made in one go; at least one. An item can have thousands of offers. */
export async function withinReach(sql: Sql, keys: readonly ItemKey[]): Promise<ItemKey[]> {
  const rows = await sql.many<{ key: string; offers: number }>(
    `SELECT k.column1 || '\n' || k.column2 AS key, COUNT(*) AS offers FROM (VALUES {rows: text, text}) AS k
       JOIN offer ON offer.marketplace_id = k.column1 AND offer.item_id = k.column2 GROUP BY k.column1, k.column2`,
    keys.map(items.keyOf),
  );
  const counts = new Map(rows.map(({ key, offers }) => [key, offers]));
  let sum = 0;
  const end = keys.findIndex((key, n) => {
    sum += counts.get(keyText(items.keyOf(key))) ?? 0;
    return n > 0 && sum > OFFERS_A_PIECE;
  });
  return end < 0 ? [...keys] : keys.slice(0, end);
}

/** The boards whose time is up, stale ones first, at most `limit`. */
export async function dueBoards(sql: Sql, now: number, limit: number): Promise<ItemKey[]> {
  const rows = await sql.all<{ marketplace_id: string; item_id: string }>(
    'SELECT marketplace_id, item_id FROM board WHERE valid_until <= $1 ORDER BY valid_until LIMIT $2',
    [now, limit],
  );
  return rows.map(({ marketplace_id, item_id }) => ({ marketplaceId: marketplace_id, itemId: item_id }));
}

/** The next boards after `after` that other rules made, in the order of their keys, and where the look ended. */
export async function outdatedBoards(
  sql: Sql,
  version: number,
  after: ItemKey,
  limit: number,
): Promise<{ outdated: ItemKey[]; last: ItemKey | undefined }> {
  const rows = await sql.all<{ marketplace_id: string; item_id: string; version: number }>(
    `SELECT marketplace_id, item_id, version FROM board WHERE (marketplace_id, item_id) > ($1, $2)
     ORDER BY marketplace_id, item_id LIMIT $3`,
    [after.marketplaceId, after.itemId, limit],
  );
  const keys = rows.map(({ marketplace_id, item_id }) => ({ marketplaceId: marketplace_id, itemId: item_id }));
  return { outdated: keys.filter((_key, n) => rows[n]?.version !== version), last: keys.at(-1) };
}

/**
 * Makes these boards from their offers, as they stand at `now`, and writes them. Boards of items that are gone go too.
 * Items in `arrived` came with all their offers in this transaction, and are not read back.
 */
export async function refreshBoards(
  tx: Sql,
  version: number,
  keys: readonly ItemKey[],
  now: number,
  arrived: ReadonlyMap<string, { item: Item; offers: Offer[] }> = new Map(),
): Promise<void> {
  const stored = arrived.size === 0 ? keys : keys.filter((key) => !arrived.has(keyText(items.keyOf(key))));
  const itemByKey = await itemsOf(tx, stored);
  const offersByKey = await offersOfItems(tx, stored);
  for (const [key, { item, offers }] of arrived) {
    itemByKey.set(key, item);
    offersByKey.set(
      key,
      offers.map((offer) => ({ offer, own: undefined })),
    );
  }
  const sellerIds = new Set<string>();
  for (const list of offersByKey.values()) for (const { offer } of list) sellerIds.add(offer.sellerId);
  const facts = await sellerFactsOf(tx, sellerIds);

  const boards: Row[] = [];
  const shelves: Row[] = [];
  for (const [key, item] of itemByKey) {
    const board = makeBoard(item, withFacts(offersByKey.get(key) ?? [], facts), now);
    const { consumer, business } = writeBoard(item, board);
    boards.push([
      ...items.keyOf(item),
      version,
      board.validFrom,
      board.validUntil,
      board.consumer.status,
      consumer.product,
      business?.product ?? null,
      consumer.summary,
      business?.summary ?? null,
    ]);
    addShelves(shelves, item, 'Consumer', consumer);
    if (business) addShelves(shelves, item, 'Business', business);
  }
  await refreshOwnOfferTexts(tx, offersByKey.values());
  await removeShelves(tx, keys);
  await writeBoards(tx, boards);
  await writeShelves(tx, shelves);
  await removeBoards(
    tx,
    keys.filter((key) => !itemByKey.has(keyText(items.keyOf(key)))),
  );
}

function withFacts(list: readonly StoredOffer[], facts: Map<string, SellerFacts>) {
  return list.map(({ offer }) => ({ offer, seller: facts.get(offer.sellerId) ?? UNKNOWN_SELLER }));
}

function addShelves(rows: Row[], item: Item, customer: string, { shelves }: ViewPieces): void {
  for (const [condition, text] of Object.entries(shelves)) {
    rows.push([item.marketplaceId, item.itemId, customer, condition, text]);
  }
}

async function writeBoards(tx: Sql, rows: readonly Row[]): Promise<void> {
  await tx.many(
    `INSERT INTO board (marketplace_id, item_id, version, valid_from, valid_until, status,
                        consumer_product, business_product, consumer_summary, business_summary)
     VALUES {rows: text key, text key, bigint, bigint, bigint, text, text, text, text, text}
     ON CONFLICT (marketplace_id, item_id) DO UPDATE SET
       version = excluded.version, valid_from = excluded.valid_from, valid_until = excluded.valid_until,
       status = excluded.status, consumer_product = excluded.consumer_product,
       business_product = excluded.business_product, consumer_summary = excluded.consumer_summary,
       business_summary = excluded.business_summary`,
    rows,
  );
}

async function writeShelves(tx: Sql, rows: readonly Row[]): Promise<void> {
  await tx.many(
    `INSERT INTO shelf (marketplace_id, item_id, customer, condition, offers)
     VALUES {rows: text key, text key, text key, text key, text}`,
    rows,
  );
}

async function removeShelves(tx: Sql, keys: readonly ItemKey[]): Promise<void> {
  await tx.many(
    'DELETE FROM shelf WHERE (marketplace_id, item_id) IN (VALUES {rows: text key, text key})',
    keys.map(items.keyOf),
  );
}

async function removeBoards(tx: Sql, keys: readonly ItemKey[]): Promise<void> {
  await tx.many(
    'DELETE FROM board WHERE (marketplace_id, item_id) IN (VALUES {rows: text key, text key})',
    keys.map(items.keyOf),
  );
}
