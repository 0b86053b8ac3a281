import { DatabaseSync } from 'node:sqlite';
import { statementsOf } from '../migrate.ts';
import type { Migration } from '../migration-plan.ts';
import type { ColumnType } from '../sql-text.ts';
import { sqliteText } from './statement-text.ts';

export type Column = { readonly name: string; readonly type: ColumnType };

export type Table = {
  readonly name: string;
  readonly columns: readonly Column[];
  /** The column whose values the engine generates. */
  readonly identity: string | undefined;
  /** How many rows the migrations themselves insert into an empty store. */
  readonly firstRows: number;
};

const types: Readonly<Record<string, ColumnType>> = {
  INTEGER: 'bigint',
  TEXT: 'text',
  REAL: 'double precision',
  BLOB: 'bytea',
};

/**
 * The tables that the migrations create, each after those that it refers to. They are read from an empty database in memory
 * on which all migrations run, so no table can be missing in the list; both engines have the same tables.
 */
export function tablesOf(migrations: readonly Migration[]): Table[] {
  const database = new DatabaseSync(':memory:');
  try {
    for (const statement of migrations.flatMap(statementsOf)) database.exec(sqliteText(statement));
    const names = database
      .prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`)
      .all() as { name: string; sql: string }[];
    const found = names.map(({ name, sql }) => ({
      table: tableOf(database, name, sql),
      refersTo: referencesOf(database, name),
    }));
    return inOrderOfReferences(found);
  } finally {
    database.close();
  }
}

function tableOf(database: DatabaseSync, name: string, sql: string): Table {
  const rows = database
    .prepare('SELECT name, type, pk FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid')
    .all(name) as { name: string; type: string; pk: number }[];
  const columns = rows.map((row) => {
    const type = types[row.type];
    if (type === undefined) throw new Error(`The column ${name}.${row.name} has the unknown type ${row.type}.`);
    return { name: row.name, type };
  });
  const identity = /\bAUTOINCREMENT\b/i.test(sql) ? rows.find(({ pk }) => pk > 0)?.name : undefined;
  const firstRows = Number(database.prepare(`SELECT count(*) AS n FROM "${name}"`).get()?.n);
  return { name, columns, identity, firstRows };
}

function referencesOf(database: DatabaseSync, table: string): string[] {
  const rows = database.prepare('SELECT DISTINCT "table" AS name FROM pragma_foreign_key_list(?)').all(table);
  return rows.map(({ name }) => String(name));
}

type Found = { readonly table: Table; readonly refersTo: readonly string[] };

function inOrderOfReferences(found: readonly Found[]): Table[] {
  const ordered: Table[] = [];
  const has = (name: string) => ordered.some((table) => table.name === name);
  while (ordered.length < found.length) {
    const next = found.find(({ table, refersTo }) => !has(table.name) && refersTo.every(has));
    if (next === undefined) {
      const left = found.map(({ table }) => table.name).filter((name) => !has(name));
      throw new Error(`No order of these tables puts each after those that it refers to: ${left.join(', ')}.`);
    }
    ordered.push(next.table);
  }
  return ordered;
}
