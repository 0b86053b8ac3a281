import type { Db, Row } from '../../../db/db.ts';
import { PIECE_ROWS } from '../../../db/sweep.ts';
import { ofBox } from './box-log.ts';

/**
 * Goes through the rows up to the horizon, and removes the last row of each box of an item that does not exist any more: it says that
 * the box has had no offer since, as a box without a row. Otherwise every item that ever was would leave its rows for ever. A box
 * with a later row keeps it: sums run from row to row.
 */
export function removedItemsPiece(db: Db, horizonMs: number): () => Promise<number> {
  let [atMs, id] = [-1, 0];
  return async () => {
    const rows = await db.all<{ id: number; at_ms: number; is_there: number }>(
      `SELECT log.id, log.at_ms, CASE WHEN item.item_id IS NULL THEN 0 ELSE 1 END AS is_there
       FROM market_log AS log LEFT JOIN item ON item.marketplace_id = log.marketplace_id AND item.item_id = log.item_id
       WHERE (log.at_ms, log.id) > ($1, $2) AND log.at_ms <= $3 ORDER BY log.at_ms, log.id LIMIT ${PIECE_ROWS}`,
      [atMs, id, horizonMs],
    );
    const removed = rows.filter(({ is_there }) => is_there === 0);
    await removeLast(
      db,
      removed.map((row) => [row.id]),
    );
    const last = rows.at(-1);
    if (last) [atMs, id] = [last.at_ms, last.id];
    return rows.length;
  };
}

/** The item is looked for again: it may have been added meanwhile. */
async function removeLast(db: Db, ids: readonly Row[]): Promise<void> {
  const later = ofBox(
    ['marketplace_id', 'item_id', 'condition', 'customer', 'offer_type'].map((name) => `log.${name}`),
  );
  await db.many(
    `DELETE FROM market_log WHERE id IN (SELECT log.id FROM (VALUES {rows: bigint key}) AS k
       JOIN market_log AS log ON log.id = k.column1
       WHERE NOT EXISTS (SELECT 1 FROM item WHERE item.marketplace_id = log.marketplace_id AND item.item_id = log.item_id)
         AND NOT EXISTS (SELECT 1 FROM market_log WHERE ${later} AND (at_ms, id) > (log.at_ms, log.id)))`,
    ids,
  );
}
