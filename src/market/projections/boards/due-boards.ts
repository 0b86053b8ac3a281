import type { Sql } from '../../../db/db.ts';
import { NO_RANGE, rangeIn } from '../../../db/key-group.ts';
import { ALL_RANGES, areAllRanges } from '../../../domain/groups.ts';
import type { ItemKey } from '../../../domain/market/item.ts';
import { STALE } from '../../decisions/stored-items.ts';

/** Which due boards: all, stale ones first; or those alone that are due because a date has passed. */
export type DueBoards = 'all' | 'by date';

/** The boards of items in these ranges of groups whose validity has ended, at most `limit`. */
export async function dueBoards(
  sql: Sql,
  { now, which = 'all' }: { now: number; which?: DueBoards | undefined },
  limit: number,
  ranges: readonly number[] = ALL_RANGES,
): Promise<ItemKey[]> {
  if (ranges.length === 0) return [];
  const columns = 'marketplace_id AS "marketplaceId", item_id AS "itemId", valid_until';
  return sql.all<ItemKey>(inOrder(columns, ranges), [which === 'all' ? STALE - 1 : STALE, now, limit]);
}

/** Later than any date. */
const ANY_TIME = Number.MAX_SAFE_INTEGER;

/** The next date, passed or not, at which a board in these ranges is due; undefined when none has one. */
export async function nextDueMs(sql: Sql, ranges: readonly number[] = ALL_RANGES): Promise<number | undefined> {
  if (ranges.length === 0) return undefined;
  const row = await sql.get<{ valid_until: number }>(inOrder('valid_until', ranges), [STALE, ANY_TIME, 1]);
  return row?.valid_until;
}

/**
 * The first boards that are due after `$1`, until `$2`. Each range of several is read from the index that has it in this order. Boards
 * that have no group yet go with range 0: a rebuild by two workers at once does no harm.
 */
function inOrder(columns: string, ranges: readonly number[]): string {
  const from = `SELECT ${columns} FROM board WHERE`;
  const ordered = 'ORDER BY valid_until LIMIT $3';
  if (areAllRanges(ranges)) return `${from} valid_until > $1 AND valid_until <= $2 ${ordered}`;
  const range = rangeIn('item_group');
  const lists = (ranges.includes(0) ? [NO_RANGE, ...ranges] : ranges).map(Math.trunc).map(
    (one, n) => `SELECT * FROM (${from} {sqlite: ${range} = ${one} AND valid_until > $1 AND valid_until <= $2}
        {postgres: (${range}, valid_until) > (${one}, $1) AND (${range}, valid_until) <= (${one}, $2)
          AND valid_until IS NOT NULL}
      ORDER BY ${range}, valid_until LIMIT $3) AS range${n}`,
  );
  return `${lists.join(' UNION ALL ')} ${ordered}`;
}
