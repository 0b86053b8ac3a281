import type { Row, Sql } from '../../../db/db.ts';
import { keyGroup } from '../../../db/key-group.ts';
import { MAX_PENDING_CHARACTERS } from '../../../domain/changes/pending-changes.ts';
import type { ItemKey } from '../../../domain/market/item.ts';
import { BOARD_VERSION } from '../../../wire/pricing/board.ts';
import { STALE } from '../../decisions/stored-items.ts';
import { items } from '../../records/item.ts';
import { keyText } from '../../records/record-table.ts';

/** Who can read a board, and in which interval of time it is valid. */
export type Validity = {
  /** The version that wrote it. */
  version: number;
  /** The oldest version that can read it; null: only the one that wrote it. */
  oldest_reader: number | null;
  /** Null: no bound. */
  valid_from: number | null;
  valid_until: number | null;
};

/**
 * A board of this version does not need its oldest reader. The column comes after the pieces, and SQLite goes through them
 * to read it: 6 % of a request for offers.
 */
export const oldestReader = `CASE board.version WHEN ${BOARD_VERSION} THEN NULL ELSE board.oldest_reader END AS oldest_reader`;

/**
 * Marks the boards of these items as stale, in the transaction that changes the market. Also inserts the row of a new
 * item. It writes a row that is stale already, too: a transaction that rebuilds this board from older offers then
 * collides with this change, and is repeated. `pendingOf` gives what the next rebuild
 * publishes about the change (`pending-changes.ts`); null: nothing.
 */
export async function markStale(
  tx: Sql,
  keys: readonly ItemKey[],
  pendingOf: (key: ItemKey) => string | null,
): Promise<void> {
  await tx.many(
    `INSERT INTO board (marketplace_id, item_id, version, valid_until, pending, item_group)
     VALUES {rows: text key, text key, bigint, bigint, text, bigint}
     ON CONFLICT (marketplace_id, item_id) DO UPDATE SET
       valid_until = excluded.valid_until,
       pending = CASE WHEN excluded.pending IS NULL OR LENGTH(board.pending) > ${MAX_PENDING_CHARACTERS} THEN board.pending
         ELSE COALESCE(board.pending || '\n', '') || excluded.pending END`,
    keys.map((key) => [...items.keyOf(key), 0, STALE, pendingOf(key), keyGroup(key.marketplaceId, key.itemId)]),
  );
}

/**
 * Locks the boards of these items, in the order of `keys`. A transaction that changes an offer also writes the states of its
 * rivals: without this, two rivals that change their offers at once would wait for each other in a circle. SQLite runs
 * transactions one by one.
 */
export async function lockBoards(tx: Sql, keys: readonly ItemKey[]): Promise<void> {
  await tx.many(
    `SELECT 1 AS locked FROM (VALUES {rows: text key, text key}) AS k
       JOIN board ON board.marketplace_id = k.column1 AND board.item_id = k.column2
       {postgres: ORDER BY board.marketplace_id, board.item_id FOR UPDATE OF board}`,
    keys.map(items.keyOf),
  );
}

/** The same for the boards that changes touch: see `placesIn`. The one that an offer leaves is one of them. */
export async function lockChangedBoards(tx: Sql, places: readonly Row[]): Promise<void> {
  await tx.many(
    `WITH k (marketplace_id, item_id, seller_id, sku) AS (VALUES {rows: text key, text key, text key, text key})
     SELECT 1 AS locked FROM board WHERE (board.marketplace_id, board.item_id) IN (
       SELECT k.marketplace_id, k.item_id FROM k UNION SELECT offer.marketplace_id, offer.item_id FROM k
         JOIN offer ON offer.marketplace_id = k.marketplace_id AND offer.seller_id = k.seller_id AND offer.sku = k.sku)
     ORDER BY board.marketplace_id, board.item_id {postgres: FOR UPDATE OF board}`,
    places,
  );
}

/** The validity of these boards, by the item's `keyText`. */
export async function validityOf(sql: Sql, keys: readonly ItemKey[]): Promise<Map<string, Validity>> {
  const rows = await sql.many<Validity & { marketplace_id: string; item_id: string }>(
    `SELECT board.marketplace_id, board.item_id, board.version, board.oldest_reader, board.valid_from, board.valid_until
       FROM (VALUES {rows: text, text}) AS k
       JOIN board ON board.marketplace_id = k.column1 AND board.item_id = k.column2`,
    keys.map(items.keyOf),
  );
  return new Map(rows.map((row) => [keyText([row.marketplace_id, row.item_id]), row]));
}

/** Looks at the next `limit` boards after a key, in the order of keys: those of an older version, and the last key seen. */
export async function outdatedBoards(
  sql: Sql,
  version: number,
  after: ItemKey,
  limit: number,
): Promise<{ outdated: ItemKey[]; last: ItemKey | undefined }> {
  const rows = await sql.all<ItemKey & { version: number }>(
    `SELECT marketplace_id AS "marketplaceId", item_id AS "itemId", version FROM board WHERE (marketplace_id, item_id) > ($1, $2)
     ORDER BY marketplace_id, item_id LIMIT $3`,
    [after.marketplaceId, after.itemId, limit],
  );
  const keys = rows.map(({ marketplaceId, itemId }) => ({ marketplaceId, itemId }));
  return { outdated: keys.filter((_key, n) => (rows[n]?.version ?? version) < version), last: keys.at(-1) };
}

/** Writes boards: key, version, oldest reader, validity, status, pieces, decision and group. No change is pending afterwards. */
export async function writeBoards(tx: Sql, rows: readonly Row[]): Promise<void> {
  await tx.many(
    `INSERT INTO board (marketplace_id, item_id, version, oldest_reader, valid_from, valid_until, status,
                        consumer_product, business_product, consumer_summary, business_summary, decision, item_group)
     VALUES {rows: text key, text key, bigint, bigint, bigint, bigint, text, text, text, text, text, text, bigint}
     ON CONFLICT (marketplace_id, item_id) DO UPDATE SET
       version = excluded.version, oldest_reader = excluded.oldest_reader,
       valid_from = excluded.valid_from, valid_until = excluded.valid_until, status = excluded.status,
       consumer_product = excluded.consumer_product, business_product = excluded.business_product,
       consumer_summary = excluded.consumer_summary, business_summary = excluded.business_summary,
       decision = excluded.decision, pending = NULL`,
    rows,
  );
}

export async function removeBoards(tx: Sql, keys: readonly ItemKey[]): Promise<void> {
  await tx.many(
    'DELETE FROM board WHERE (marketplace_id, item_id) IN (VALUES {rows: text key, text key})',
    keys.map(items.keyOf),
  );
}

export async function putShelves(tx: Sql, rows: readonly Row[]): Promise<void> {
  await tx.many(
    `INSERT INTO shelf (marketplace_id, item_id, customer, condition, offers, elements)
     VALUES {rows: text key, text key, text key, text key, text, text}
     ON CONFLICT (marketplace_id, item_id, customer, condition) DO UPDATE SET
       offers = excluded.offers, elements = excluded.elements`,
    rows,
  );
}

export async function removeShelves(tx: Sql, keys: readonly Row[]): Promise<void> {
  await tx.many(
    `DELETE FROM shelf WHERE (marketplace_id, item_id, customer, condition) IN
       (VALUES {rows: text key, text key, text key, text key})`,
    keys,
  );
}
