import type { Db } from '../../db/db.ts';
import { keyGroup, NO_RANGE, rangeCondition, rangeIn } from '../../db/key-group.ts';
import { BATCH_ROWS } from '../../db/sweep.ts';

/**
 * Gives a batch of receivers of events without a group theirs: they are older than the upgrade, or a process of the release before
 * inserted them. Returns how many; zero when none is left. Rows that another transaction writes are left out.
 */
export async function assignReceiverGroups(db: Db): Promise<number> {
  const unassigned = `SELECT seller_id FROM event_receiver
    WHERE ${rangeCondition('seller_group', NO_RANGE)} ORDER BY ${rangeIn('seller_group')}, seller_id LIMIT ${BATCH_ROWS}`;
  if ((await db.get(unassigned)) === undefined) return 0;
  return db.transaction(
    async (tx) => {
      const rows = await tx.all<{ seller_id: string }>(`${unassigned} {postgres: FOR UPDATE SKIP LOCKED}`);
      await tx.many(
        `WITH k (seller_id, seller_group) AS (VALUES {rows: text key, bigint})
       UPDATE event_receiver SET seller_group = k.seller_group FROM k WHERE event_receiver.seller_id = k.seller_id`,
        rows.map(({ seller_id: sellerId }) => [sellerId, keyGroup(sellerId)]),
      );
      return rows.length;
    },
    { seesLatest: true },
  );
}
