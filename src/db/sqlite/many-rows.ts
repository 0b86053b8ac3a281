import { BoundedCache } from '../../domain/bounded-cache.ts';
import type { Row, Value } from '../db.ts';
import { MAX_STATEMENTS, replaceRows, rowsMark } from '../sql-text.ts';

/** Rows looked up by one statement. Beginning to read costs 4 µs each time: 20 keys cost 73 µs together, 177 one by one. */
export const ROWS_PER_READ = 32;

/** A statement with `VALUES {rows: ...}`: its number of columns, and its text for a number of rows. */
export type RowsStatement = { columns: number; textFor(rows: number, shared?: number): string };

const statements = new BoundedCache<RowsStatement>(MAX_STATEMENTS);

/** The texts for one row, two rows and so on are cached: making one costs as much as reading ten rows. */
export function rowsStatement(sql: string): RowsStatement {
  const cached = statements.get(sql);
  if (cached !== undefined) return cached;
  const { length: columns } = rowsMark(sql).types;
  const texts = new Map<number, string>();
  const textFor = (rows: number, shared = 0): string => {
    const key = rows * 2 ** columns + shared;
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text =
      (rows === 1 ? withoutList(sql) : undefined) ?? replaceRows(sql, `VALUES ${valuesText(rows, columns, shared)}`);
    texts.set(key, text);
    return text;
  };
  return statements.set(sql, { columns, textFor });
}

const updateFromList = /^(\s*UPDATE\b.*?)\bFROM\s+\(VALUES\s*\{rows:[^}]*\}\)\s+AS\s+k\s+(WHERE\b.*)$/s;

/** An update of one row takes its parameters directly: SQLite would make a table of the list, for 4 µs. */
function withoutList(sql: string): string | undefined {
  const [, set, where] = updateFromList.exec(sql) ?? [];
  if (set === undefined || where === undefined) return undefined;
  return `${set}${where}`.replaceAll(/\bk\.column(\d+)\b/g, (_all, n: string) => `$${n}`);
}

/**
 * Which columns have one value in all rows, as a bit mask. Twenty SKUs of a seller share two of three columns: passed once,
 * these are 22 parameters instead of 60, and a parameter costs as much as a step down a tree.
 */
export function sharedColumns(rows: readonly Row[]): number {
  const [first = [], ...others] = rows;
  if (others.length === 0) return 0;
  let shared = 0;
  first.forEach((value, n) => {
    if (others.every((row) => row[n] === value)) shared |= 1 << n;
  });
  return shared;
}

const isShared = (shared: number, column: number) => (shared & (1 << column)) !== 0;

/** All values of the first row and the unshared ones of the others, in the order of the parameters of `valuesText`. */
export function rowsParams(rows: readonly Row[], shared: number): Row {
  const params: Value[] = [];
  rows.forEach((row, at) => {
    for (let n = 0; n < row.length; n += 1) if (at === 0 || !isShared(shared, n)) params.push(row[n] as Value);
  });
  return params;
}

function valuesText(rows: number, columns: number, shared: number): string {
  let param = 0;
  const row = (at: number) =>
    Array.from({ length: columns }, (_, n) => (at > 0 && isShared(shared, n) ? `$${n + 1}` : `$${++param}`));
  return Array.from({ length: rows }, (_, at) => `(${row(at).join(', ')})`).join(', ');
}
