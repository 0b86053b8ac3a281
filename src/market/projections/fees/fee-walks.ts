import type { Row, Sql } from '../../../db/db.ts';
import { keyGroup, NO_RANGE, rangeCondition, rangeIn } from '../../../db/key-group.ts';
import { ALL_RANGES, rangeOf } from '../../../domain/groups.ts';
import {
  lockNextTask,
  placeColumns,
  placeOf,
  removeTask,
  type StoredPlace,
  type StoredTask,
  type WalkPlace,
} from './fee-tasks.ts';

/**
 * The part of a task for the receivers of events in one range of groups: a walk through them in the order of their ids. Workers share a
 * task by its walks. The walks of a range are served one after the other, so each seller gets the news in their order.
 */
export type FeeWalk = Omit<StoredTask, 'id'> & { taskId: number; range: number };

/**
 * Replaces all tasks with their walks: one for each range in which the task has receivers left. A process of the release before sees no
 * walks. What it had begun goes on where it was. Precondition: all receivers have their groups (`hasUnassignedReceivers`).
 */
export async function splitTasks(tx: Sql): Promise<void> {
  for (let task = await lockNextTask(tx); task !== undefined; task = await lockNextTask(tx)) {
    const { id, marketplaceId, atMs, place } = task;
    const begun = place.tally === undefined ? undefined : rangeOf(keyGroup(place.sellerId));
    const ranges = await rangesAfter(tx, place.sellerId, atMs);
    if (begun !== undefined) ranges.add(begun);
    await tx.many(
      `INSERT INTO fee_walk (group_range, task_id, marketplace_id, at_ms, seller_id, after_sku, tally)
       VALUES {rows: bigint key, bigint key, text, bigint, text, text, text}`,
      Array.from(ranges, (range): Row => {
        const tally = range === begun ? JSON.stringify(place.tally) : null;
        return [range, id, marketplaceId, atMs, place.sellerId, range === begun ? place.afterSku : '', tally];
      }),
    );
    if (ranges.size > 0)
      await tx.run(
        `INSERT INTO fee_walk_facts (task_id, facts) SELECT task_id, facts FROM fee_task_facts WHERE task_id = $1`,
        [id],
      );
    await removeTask(tx, id);
  }
}

/** The ranges that have receivers after a seller, which received events at a time already. */
async function rangesAfter(tx: Sql, afterSeller: string, atMs: number): Promise<Set<number>> {
  const rows = await tx.many<{ group_range: number }>(
    `SELECT k.column1 AS group_range FROM (VALUES {rows: bigint, text, bigint}) AS k
     WHERE EXISTS (SELECT 1 FROM event_receiver WHERE ${rangeIn('seller_group')} = k.column1 AND seller_id > k.column2
       AND since_ms <= k.column3)`,
    ALL_RANGES.map((range) => [range, afterSeller, atMs]),
  );
  return new Set(rows.map((row) => row.group_range));
}

/** The walk of the oldest task in one of these ranges. */
export async function nextWalk(tx: Sql, ranges: readonly number[]): Promise<FeeWalk | undefined> {
  const row = await tx.get<Omit<FeeWalk, 'place'> & StoredPlace>(
    `SELECT group_range AS range, task_id AS "taskId", marketplace_id AS "marketplaceId", at_ms AS "atMs", ${placeColumns}
     FROM fee_walk WHERE group_range IN (${ranges.map(Math.trunc).join(', ')}) ORDER BY task_id, group_range LIMIT 1`,
  );
  if (row === undefined) return undefined;
  const { range, taskId, marketplaceId, atMs } = row;
  return { range, taskId, marketplaceId, atMs, place: placeOf(row) };
}

export async function moveWalk(tx: Sql, { range, taskId }: FeeWalk, place: WalkPlace): Promise<void> {
  const { sellerId, afterSku, tally } = place;
  await tx.run(
    'UPDATE fee_walk SET seller_id = $3, after_sku = $4, tally = $5 WHERE group_range = $1 AND task_id = $2',
    [range, taskId, sellerId, afterSku, tally === undefined ? null : JSON.stringify(tally)],
  );
}

/** Removes a walk that is at its end, and the news after the last walk of a task. The lock lets one of the last two see the other's end. */
export async function endWalk(tx: Sql, { range, taskId }: FeeWalk): Promise<void> {
  await tx.get('SELECT 1 AS locked FROM fee_walk_facts WHERE task_id = $1 {postgres: FOR UPDATE}', [taskId]);
  await tx.run('DELETE FROM fee_walk WHERE group_range = $1 AND task_id = $2', [range, taskId]);
  const left = await tx.get('SELECT 1 AS found FROM fee_walk WHERE task_id = $1 LIMIT 1', [taskId]);
  if (left === undefined) await tx.run('DELETE FROM fee_walk_facts WHERE task_id = $1', [taskId]);
}

/** The receivers of events of a walk's range after a seller, in the order of ids, that received them at its time already. */
export async function nextReceivers(
  tx: Sql,
  { range, atMs }: FeeWalk,
  afterSeller: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(
    // PostgreSQL: as `rangeCondition`, and from one entry of the index to another.
    `SELECT seller_id AS id FROM event_receiver WHERE since_ms <= $3 AND {sqlite: ${rangeIn('seller_group')} = $1 AND seller_id > $2}
       {postgres: (${rangeIn('seller_group')}, seller_id) > ($1, $2) AND ${rangeIn('seller_group')} < $1 + 1}
     ORDER BY ${rangeIn('seller_group')}, seller_id LIMIT ${Math.trunc(limit)}`,
    [range, afterSeller, atMs],
  );
  return rows.map(({ id }) => id);
}

/** Whether a receiver of events has no group yet: a walk would pass it. */
export async function hasUnassignedReceivers(tx: Sql): Promise<boolean> {
  const found = await tx.get(
    `SELECT 1 AS found FROM event_receiver WHERE ${rangeCondition('seller_group', NO_RANGE)}
     ORDER BY ${rangeIn('seller_group')}, seller_id LIMIT 1`,
  );
  return found !== undefined;
}
