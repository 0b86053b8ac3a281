import { createHash } from 'node:crypto';
import { BoundedCache } from '../../domain/bounded-cache.ts';
import {
  type ColumnType,
  countParams,
  forEngine,
  isTableDefinition,
  MAX_STATEMENTS,
  onlyReads,
  type RowsMark,
  replaceRows,
  rowsMark,
  takesRows,
} from '../sql-text.ts';

/** A statement of the `Sql` port translated for PostgreSQL. Without a name the server plans it each time. */
export type PostgresStatement = { name: string | undefined; text: string; params: number };
export type PostgresRowsStatement = RowsMark & Omit<PostgresStatement, 'params'> & { returnsRows: boolean };
/** The same statement for one row: it takes the values as they are. */
export type PostgresRowStatement = Pick<PostgresRowsStatement, 'types' | 'name' | 'text'>;
export type PostgresMergedStatement = Pick<PostgresRowsStatement, 'types' | 'name' | 'text'>;

const statements = new BoundedCache<PostgresStatement>(MAX_STATEMENTS);
const rowsStatements = new BoundedCache<PostgresRowsStatement>(MAX_STATEMENTS);
const rowStatements = new BoundedCache<PostgresRowStatement>(MAX_STATEMENTS);
const mergedStatements = new BoundedCache<PostgresMergedStatement>(MAX_STATEMENTS);
const names = new Map<string, string>();

export function postgresStatement(sql: string): PostgresStatement {
  const cached = statements.get(sql);
  if (cached !== undefined) return cached;
  const text = postgresText(sql);
  return statements.set(sql, { name: nameOf(text), text, params: countParams(text) });
}

/** A statement with `VALUES {rows: ...}`. It takes one array for each column. */
export function postgresRowsStatement(sql: string): PostgresRowsStatement {
  const cached = rowsStatements.get(sql);
  if (cached !== undefined) return cached;
  const { types, keys } = rowsMark(sql);
  const arrays = types.map((type, i) => `$${i + 1}::${type}[]`);
  const columns = types.map((_, i) => `column${i + 1}`).join(', ');
  // One statement with one plan for any number of rows; the columns have the names that VALUES gives them. Rows that are inserted as
  // they are go one by one: in a list of tables the server would first store each array as rows, and then all rows once more.
  const rows = isPlainInsert(sql)
    ? `SELECT ${arrays.map((array) => `unnest(${array})`).join(', ')}`
    : `SELECT * FROM unnest(${arrays.join(', ')}) AS row (${columns})`;
  const text = replaceRows(forEngine('postgres', sql), rows);
  // A SELECT that locks rows returns them.
  const returnsRows = !/^\s*(INSERT|UPDATE|DELETE)\b/i.test(sql) || /\bRETURNING\b/i.test(sql);
  return rowsStatements.set(sql, { types, keys: onlyReads(sql) ? [] : keys, name: nameOf(text), text, returnsRows });
}

/**
 * A statement with `VALUES {rows: ...}` for one row, as a live change mostly has. Taking a row out of arrays, one for each column, costs
 * the server a third of the whole statement.
 */
export function postgresRowStatement(sql: string): PostgresRowStatement {
  const cached = rowStatements.get(sql);
  if (cached !== undefined) return cached;
  const { types } = rowsMark(sql);
  const values = types.map((type, i) => `$${i + 1}::${type}`).join(', ');
  const text = replaceRows(forEngine('postgres', sql), `VALUES (${values})`);
  return rowStatements.set(sql, { types, name: nameOf(text), text });
}

/** `INSERT INTO table (columns) VALUES {rows: ...}`. */
const isPlainInsert = (sql: string) => /^\s*INSERT INTO \w+ \([^()]*\)\s+VALUES \{rows:/.test(sql);

/**
 * A read by key for many reads at once. It takes one array for each parameter, which is a text, or for each column of its rows,
 * and one with the number of the read that each row belongs to.
 */
export function postgresMergedStatement(sql: string): PostgresMergedStatement {
  const cached = mergedStatements.get(sql);
  if (cached !== undefined) return cached;
  const read = forEngine('postgres', sql);
  const types: ColumnType[] = takesRows(sql) ? rowsMark(sql).types : Array(countParams(read)).fill('text');
  const columns = types.map((_, i) => `of.column${i + 1}`).join(', ');
  const inner = takesRows(sql) ? replaceRows(read, `VALUES (${columns})`) : read.replace(/\$(\d+)/g, 'of.column$1');
  const arrays = [...types, 'bigint'].map((type, i) => `$${i + 1}::${type}[]`).join(', ');
  const text = `SELECT of.read_number, found.* FROM unnest(${arrays}) AS of (${columns.replaceAll('of.', '')}, read_number)
    CROSS JOIN LATERAL (${inner}) AS found`;
  return mergedStatements.set(sql, { types: [...types, 'bigint'], name: nameOf(text), text });
}

/**
 * The server keeps the plan of a named statement as long as the connection, so the number of names is bounded. The name is a
 * digest of the text: behind a pooler that hands out connections of other processes, a name must mean the same for all.
 */
function nameOf(text: string): string | undefined {
  const cached = names.get(text);
  if (cached !== undefined || names.size === MAX_STATEMENTS) return cached;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}

/** Without a collation, text would sort by the locale of the server, and unlike SQLite. */
function postgresText(sql: string): string {
  const text = forEngine('postgres', sql);
  return isTableDefinition(text) ? text.replace(/\bTEXT\b/gi, 'TEXT COLLATE "C"') : text;
}
