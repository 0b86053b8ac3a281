import type { Db } from '../../../db/db.ts';
import { keyGroup, NO_RANGE, rangeCondition, rangeIn } from '../../../db/key-group.ts';
import { BATCH_ROWS } from '../../../db/sweep.ts';
import { PRIORITIES } from '../../../domain/changes/change-context.ts';

type UnassignedEvent = { id: number; marketplace_id: string; item_id: string };

/**
 * Gives a batch of queued events without a group theirs: a process of the release before queued them, or they were queued before the
 * upgrade. Returns how many; zero when none is left. Rows that another transaction writes are left out: a dispatcher is at work on them,
 * and two that wait for each other's rows would block each other.
 */
export async function assignEventGroups(db: Db): Promise<number> {
  const ofPriority = (priority: number) => `SELECT id, marketplace_id, item_id FROM market_event
    WHERE lane = ${priority} AND ${rangeCondition('item_group', NO_RANGE)}
    ORDER BY ${rangeIn('item_group')}, id LIMIT ${BATCH_ROWS}`;
  // Mostly there is none: then no transaction has to wait for other writers.
  const [live, background] = [ofPriority(PRIORITIES.live), ofPriority(PRIORITIES.background)];
  const priority = (await db.get(live)) !== undefined ? live : background;
  if ((await db.get(priority)) === undefined) return 0;
  return db.transaction(
    async (tx) => {
      const rows = await tx.all<UnassignedEvent>(`${priority} {postgres: FOR UPDATE SKIP LOCKED}`);
      await tx.many(
        `WITH k (id, item_group) AS (VALUES {rows: bigint key, bigint})
         UPDATE market_event SET item_group = k.item_group FROM k WHERE market_event.id = k.id`,
        rows.map(({ id, marketplace_id, item_id }) => [id, keyGroup(marketplace_id, item_id)]),
      );
      return rows.length;
    },
    { seesLatest: true },
  );
}
