import type { Sql } from '../../../db/db.ts';
import { rangeCondition, rangeIn } from '../../../db/key-group.ts';
import { PRIORITIES } from '../../../domain/changes/change-context.ts';
import { areAllRanges } from '../../../domain/groups.ts';
import type { ItemKey } from '../../../domain/market/item.ts';
import type { MaybePromise } from '../../../domain/maybe-promise.ts';
import { items } from '../../records/item.ts';
import { keyText } from '../../records/record-table.ts';

/** A row of the queue of events, without its texts. */
export type Place = { id: number; lane: number; marketplace_id: string; item_id: string };

/**
 * The oldest rows of each priority, which is in the column `lane`, at most `limit` of each. Rows of items in `postponed` are left out,
 * and those of other ranges than `ranges`. Rows without a group are found only in all ranges.
 */
export function oldestPlaces(
  tx: Sql,
  limit: number,
  postponed: readonly ItemKey[],
  ranges: readonly number[],
): MaybePromise<Place[]> {
  const others = postponed.map((_item, n) => ` AND marketplace_id || '\n' || item_id <> $${n + 2}`).join('');
  const keys = postponed.map((key) => keyText(items.keyOf(key)));
  const ofPriority = (priority: number) => {
    const condition = `lane = ${priority}${others}`;
    const oldest = areAllRanges(ranges) ? `${places} ${condition}` : inRanges(ranges, condition, `$${keys.length + 2}`);
    return `SELECT * FROM (${oldest} ORDER BY id LIMIT $1) AS lane${priority}`;
  };
  const values = [limit, ...keys, ...(areAllRanges(ranges) ? [] : [rowsOfRange(limit, ranges)])];
  return tx.all<Place>(Object.values(PRIORITIES).map(ofPriority).join(' UNION ALL '), values);
}

/** Each range has about as many rows. If one has more, the next batch has them. */
const rowsOfRange = (limit: number, { length }: readonly number[]) => Math.min(limit, Math.ceil((2 * limit) / length));

const places = 'SELECT id, lane, marketplace_id, item_id FROM market_event WHERE';

/** The oldest rows of each range come from an index that has them in this order. */
function inRanges(ranges: readonly number[], condition: string, rows: string): string {
  const lists = ranges.map(
    (range) => `SELECT * FROM (${places} ${condition} AND ${rangeCondition('item_group', range)}
      ORDER BY ${rangeIn('item_group')}, id LIMIT ${rows}) AS range${range}`,
  );
  return lists.join(' UNION ALL ');
}
