import { hash } from 'node:crypto';
import { GROUPS_PER_RANGE, groupIn } from '../domain/groups.ts';

/**
 * The group of the row with this key (decision 57): of an item `keyGroup(marketplaceId, itemId)`, of a seller `keyGroup(sellerId)`. It
 * is here because `domain/` may not use `node:crypto`, and market and notifications both need it. No key has a NUL character.
 */
export const keyGroup = (...key: readonly string[]): number => groupIn(hash('sha256', key.join('\0'), 'buffer'));

/** The range in SQL of rows that have no group yet: a process of the release before wrote them. */
export const NO_RANGE = -1;

/** The range of a row in SQL, by its column with the group. The indexes of the migration `0020 groups` are on this expression. */
export const rangeIn = (column: string): string => `COALESCE(${column} / ${GROUPS_PER_RANGE}, ${NO_RANGE})`;

/**
 * A condition for the rows of one range. Order them by `rangeIn` first: only the index on it has that order. With `=` it would be no order
 * at all, and PostgreSQL might read an index of another order, and drop the rows of all other ranges.
 */
export const rangeCondition = (column: string, range: number): string =>
  `${rangeIn(column)} >= ${Math.trunc(range)} AND ${rangeIn(column)} < ${Math.trunc(range) + 1}`;
