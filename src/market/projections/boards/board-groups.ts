import type { Db } from '../../../db/db.ts';
import { keyGroup } from '../../../db/key-group.ts';
import { BATCH_ROWS } from '../../../db/sweep.ts';
import type { ItemKey } from '../../../domain/market/item.ts';
import { items } from '../../records/item.ts';

/**
 * Gives a batch of boards without a group theirs: they are older than the upgrade, or a process of the release before inserted them. Returns how
 * many; zero when none is left. Boards that another transaction writes are left out, so this one never waits for them: several
 * processes may do it at once.
 */
export async function assignBoardGroups(db: Db): Promise<number> {
  const unassigned = `SELECT marketplace_id AS "marketplaceId", item_id AS "itemId" FROM board
    WHERE item_group IS NULL ORDER BY marketplace_id, item_id LIMIT ${BATCH_ROWS}`;
  // Mostly there is none: then no transaction has to wait for other writers.
  if ((await db.get(unassigned)) === undefined) return 0;
  return db.transaction(
    async (tx) => {
      const keys = await tx.all<ItemKey>(`${unassigned} {postgres: FOR UPDATE SKIP LOCKED}`);
      await tx.many(
        `WITH k (marketplace_id, item_id, item_group) AS (VALUES {rows: text key, text key, bigint})
       UPDATE board SET item_group = k.item_group FROM k
       WHERE board.marketplace_id = k.marketplace_id AND board.item_id = k.item_id`,
        keys.map((key) => [...items.keyOf(key), keyGroup(key.marketplaceId, key.itemId)]),
      );
      return keys.length;
    },
    { seesLatest: true },
  );
}
