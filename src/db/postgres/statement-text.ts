import { createHash } from 'node:crypto';
import { BoundedCache } from '../../domain/bounded-cache.ts';
import {
  countParams,
  forEngine,
  isTableDefinition,
  MAX_STATEMENTS,
  onlyReads,
  type RowsMark,
  replaceRows,
  rowsMark,
} from '../sql-text.ts';

/** A statement of the `Sql` port translated for PostgreSQL. Without a name the server plans it each time. */
export type PostgresStatement = { name: string | undefined; text: string; params: number };
export type PostgresRowsStatement = RowsMark & Omit<PostgresStatement, 'params'>;

const statements = new BoundedCache<PostgresStatement>(MAX_STATEMENTS);
const rowsStatements = new BoundedCache<PostgresRowsStatement>(MAX_STATEMENTS);
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
  const arrays = types.map((type, i) => `$${i + 1}::${type}[]`).join(', ');
  const columns = types.map((_, i) => `column${i + 1}`).join(', ');
  // One statement with one plan for any number of rows; the columns have the names that VALUES gives them.
  const text = replaceRows(forEngine('postgres', sql), `SELECT * FROM unnest(${arrays}) AS row (${columns})`);
  return rowsStatements.set(sql, { types, keys: onlyReads(sql) ? [] : keys, name: nameOf(text), text });
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
