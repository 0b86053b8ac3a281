import { DatabaseSync, type StatementSync } from 'node:sqlite';
import pg from 'pg';
import type { DbConfig } from '../../src/db/open.ts';
import { binaryColumn } from '../../src/db/postgres/binary-array.ts';
import type { NetWrite } from './net-writes.ts';

/**
 * Writes rows by the cheapest plain means, in a transaction for each call, with the durability of the service. `prepare` makes the
 * statements of a call and returns what writes it: only that is measured.
 */
export type BareWriter = { prepare(call: readonly NetWrite[]): () => Promise<void>; close(): Promise<void> };

export const openBareWriter = ({ file, databaseUrl }: DbConfig): Promise<BareWriter> =>
  databaseUrl === undefined ? openSqliteWriter(file) : openPostgresWriter(databaseUrl);

/** One prepared statement for each row. The settings are those of the service. */
async function openSqliteWriter(file: string): Promise<BareWriter> {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -64000');
  const prepared = new Map<string, StatementSync>();
  const statement = (text: string) => {
    const known = prepared.get(text) ?? db.prepare(text);
    prepared.set(text, known);
    return known;
  };
  return {
    prepare(call) {
      const steps = call.map((write) => ({ one: statement(rowStatement(write, 'sqlite')), rows: write.rows }));
      return async () => {
        db.exec('BEGIN IMMEDIATE');
        for (const { one, rows } of steps) for (const row of rows) one.run(...row);
        db.exec('COMMIT');
      };
    },
    close: async () => db.close(),
  };
}

/** Prepared statements on one connection: a single row as parameters, several rows as one array for each column. */
async function openPostgresWriter(databaseUrl: string): Promise<BareWriter> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // Rows are found by their keys, however many there are, and a statement is planned once.
  await client.query('SET enable_hashjoin = off; SET enable_mergejoin = off; SET plan_cache_mode = force_generic_plan');
  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    const known = names.get(text) ?? `bare_${names.size}`;
    names.set(text, known);
    return known;
  };
  return {
    prepare(call) {
      const steps = call.map((write) => {
        const [row = [], ...others] = write.rows;
        const text = others.length === 0 ? rowStatement(write, 'postgres') : rowsStatement(write);
        return { name: nameOf(text), text, valuesOf: () => (others.length === 0 ? [...row] : arraysOf(write)) };
      });
      return async () => {
        await client.query('BEGIN');
        for (const { name, text, valuesOf } of steps) await client.query({ name, text, values: valuesOf() });
        await client.query('COMMIT');
      };
    },
    close: () => client.end(),
  };
}

/** The statement for one row. */
function rowStatement({ kind, table, columns }: NetWrite, engine: 'sqlite' | 'postgres'): string {
  const param = (column: string) => (engine === 'sqlite' ? `?${at(column)}` : `$${at(column)}`);
  const at = (column: string) => columns.indexOf(column) + 1;
  const where = table.key.map((column) => `${column} = ${param(column)}`).join(' AND ');
  if (kind === 'delete') return `DELETE FROM ${table.name} WHERE ${where}`;
  if (kind === 'insert') {
    // The numbers are those that the service's statements got.
    const numbers = engine === 'sqlite' ? '' : 'OVERRIDING SYSTEM VALUE';
    return `INSERT INTO ${table.name} (${columns.join(', ')}) ${numbers} VALUES (${columns.map(param).join(', ')})`;
  }
  const set = changedIn(table.key, columns).map((column) => `${column} = ${param(column)}`);
  return `UPDATE ${table.name} SET ${set.join(', ')} WHERE ${where}`;
}

/** The statement for many rows on PostgreSQL. */
function rowsStatement({ kind, table, columns }: NetWrite): string {
  const arrays = columns.map((column, n) => `$${n + 1}::${typeOf(table, column)}[]`).join(', ');
  const rows = `unnest(${arrays}) AS k (${columns.join(', ')})`;
  const where = table.key.map((column) => `t.${column} = k.${column}`).join(' AND ');
  if (kind === 'delete') return `DELETE FROM ${table.name} AS t USING ${rows} WHERE ${where}`;
  if (kind === 'insert')
    return `INSERT INTO ${table.name} (${columns.join(', ')}) OVERRIDING SYSTEM VALUE SELECT * FROM ${rows}`;
  const set = changedIn(table.key, columns).map((column) => `${column} = k.${column}`);
  return `UPDATE ${table.name} AS t SET ${set.join(', ')} FROM ${rows} WHERE ${where}`;
}

const arraysOf = ({ table, columns, rows }: NetWrite) =>
  columns.map((column, n) => binaryColumn(typeOf(table, column), rows, n));

const changedIn = (key: readonly string[], columns: readonly string[]) =>
  columns.filter((column) => !key.includes(column));

const typeOf = ({ columns }: NetWrite['table'], column: string) =>
  columns.find(({ name }) => name === column)?.type ?? 'text';
