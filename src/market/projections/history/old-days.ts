import type { Db, Row, Sql } from '../../../db/db.ts';
import { BATCH_ROWS } from '../../../db/sweep.ts';
import { DAY_MS } from '../../../domain/duration.ts';

/** What retention goes through. */
export type SweptRange = {
  /** Up to this time everything is removed that can be. */
  sweptMs: number;
  horizonMs: number;
};

/** A table of sums of days (see the migration). */
type DayTable = {
  readonly name: string;
  readonly keys: readonly string[];
  /** How many more there are at the end of the day. */
  readonly deltas: readonly string[];
  /** The earliest of these is kept. */
  readonly earliest?: string;
};

export const oldDayTables: readonly DayTable[] = [
  { name: 'buy_box_time', keys: ['marketplace_id', 'item_id', 'seller_id', 'sku'], deltas: ['delta'] },
  {
    name: 'seller_time',
    keys: ['marketplace_id', 'seller_id'],
    deltas: ['held_delta', 'on_sale_delta'],
    earliest: 'observed_ms',
  },
];

/**
 * Goes through the days before the horizon in their order, and adds all earlier days of the same key to each: one row is left
 * that tells how many there are at the horizon, or none when there are none.
 */
export function mergeOldDays(db: Db, table: DayTable, { sweptMs, horizonMs }: SweptRange): () => Promise<number> {
  const { name, keys } = table;
  const columns = ['day', ...keys].join(', ');
  const marks = ['day', ...keys].map((_, n) => `$${n + 1}`).join(', ');
  // The day before the first one is behind all keys of the days before it.
  let after: Row = [sweptMs / DAY_MS - 1, ...keys.map(() => '\u{10ffff}')];
  return async () => {
    const rows = await db.all<Record<string, string | number>>(
      `SELECT ${columns} FROM ${name} WHERE (${columns}) > (${marks}) AND day < $${keys.length + 2}
       ORDER BY ${columns} LIMIT ${BATCH_ROWS}`,
      [...after, horizonMs / DAY_MS],
    );
    const values = rows.map((row) => ['day', ...keys].map((column) => row[column] as string | number));
    // The last day of a key in this batch takes up the others.
    const newest = new Map(values.map((row) => [JSON.stringify(row.slice(1)), row]));
    await db.transaction((tx) => merge(tx, table, [...newest.values()]));
    after = values.at(-1) ?? after;
    return rows.length;
  };
}

async function merge(tx: Sql, { name, keys, deltas, earliest }: DayTable, rows: readonly Row[]): Promise<void> {
  const all = ['day', ...keys];
  const marks = ['bigint key', ...keys.map(() => 'text key')].join(', ');
  const sameKey = (one: string, other: string) => keys.map((key) => `${one}.${key} = ${other}.${key}`).join(' AND ');
  const older = `FROM ${name} AS older WHERE ${sameKey('older', name)} AND older.day < ${name}.day`;
  const sums = deltas.map(
    (delta) => `${delta} = ${delta} + (SELECT CAST(COALESCE(SUM(older.${delta}), 0) AS BIGINT) ${older})`,
  );
  const earlier = earliest ? [`${earliest} = COALESCE((SELECT MIN(older.${earliest}) ${older}), ${earliest})`] : [];
  await tx.many(
    `WITH k (${all.join(', ')}) AS (VALUES {rows: ${marks}})
     UPDATE ${name} SET ${[...sums, ...earlier].join(', ')} FROM k WHERE ${sameKey(name, 'k')} AND ${name}.day = k.day`,
    rows,
  );
  const matched = all.map((column) => `older.${column}`).join(', ');
  const isMerged = keys.map((key, n) => `older.${key} = k.column${n + 2}`).join(' AND ');
  await tx.many(
    `DELETE FROM ${name} WHERE (${all.join(', ')}) IN (SELECT ${matched} FROM (VALUES {rows: ${marks}}) AS k
       JOIN ${name} AS older ON ${isMerged} AND older.day < k.column1)`,
    rows,
  );
  if (earliest) return;
  await tx.many(
    `DELETE FROM ${name} WHERE (${all.join(', ')}) IN (VALUES {rows: ${marks}}) AND ${deltas.map((delta) => `${delta} = 0`).join(' AND ')}`,
    rows,
  );
}
