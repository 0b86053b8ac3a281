import type { Row } from '../db.ts';
import { postgresRowsStatement } from './statement-text.ts';

/** Rows in one statement: bounds the memory of a long list, and 5,000 rows of 1 KB take well under a second. */
const ROWS_PER_STATEMENT = 5_000;

/** Whether one statement does for all rows. */
export function isOneStatement(sql: string, rows: readonly Row[]): boolean {
  const { keys } = postgresRowsStatement(sql);
  return rows.length <= 1 || statementBatches(rows, keys).length === 1;
}

/** Cuts rows into batches of bounded size in which no two rows share a key; rows with the same key stay in their order. */
export function statementBatches(
  rows: readonly Row[],
  keys: readonly number[],
  maxRows = ROWS_PER_STATEMENT,
): (readonly Row[])[] {
  if (rows.length === 1) return [rows];
  const rounds: Row[][] = [];
  const timesSeen = new Map<unknown, number>();
  for (const row of rows) {
    let round = 0;
    if (keys.length > 0) {
      const key = keyOf(row, keys);
      round = timesSeen.get(key) ?? 0;
      timesSeen.set(key, round + 1);
    }
    const list = rounds[round];
    if (list === undefined) rounds[round] = [row];
    else list.push(row);
  }
  return rounds.flatMap((round) => {
    const batches: Row[][] = [];
    for (let start = 0; start < round.length; start += maxRows) batches.push(round.slice(start, start + maxRows));
    return batches;
  });
}

/** A value that is equal for rows with equal keys. Bytes and keys of several columns are compared as text. */
function keyOf(row: Row, keys: readonly number[]): unknown {
  const only = keys.length === 1 ? row[keys[0] as number] : undefined;
  return keys.length === 1 && typeof only !== 'object' ? only : JSON.stringify(keys.map((i) => row[i]));
}
