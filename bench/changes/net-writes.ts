import type { Value } from '../../src/db/db.ts';
import type { CapturedWrite, Values } from './captured-writes.ts';
import type { Table } from './tables.ts';

/**
 * Rows of one table that one statement writes. `columns` are those of the values of each row: the key comes first, except for an
 * insert, which has all columns in the order of the table.
 */
export type NetWrite = { kind: 'insert' | 'update' | 'delete'; table: Table; columns: string[]; rows: Value[][] };

/** What became of one row. `values` has what changed since the call began, or all of it when it was added. */
type RowWrite = { table: Table; existed: boolean; exists: boolean; key: Values; values: Values };

/**
 * What the writes of one call come to: each row once, and of an updated row only the columns whose values changed. Rows that the
 * call wrote and left as they were are left out. Rows come in the order in which the call first wrote them, because some refer to others.
 */
export function netWrites(writes: readonly CapturedWrite[], tables: ReadonlyMap<string, Table>): NetWrite[] {
  const rows = new Map<string, RowWrite>();
  for (const write of writes) {
    const table = tables.get(write.table);
    if (table === undefined) throw new Error(`A row of an unknown table was written: ${write.table}.`);
    add(rows, table, write);
  }
  const groups = new Map<string, NetWrite>();
  for (const row of rows.values()) {
    const write = statementOf(row);
    if (write === undefined) continue;
    const name = [write.kind, row.table.name, ...write.columns].join(' ');
    const group = groups.get(name);
    if (group === undefined) groups.set(name, write);
    else group.rows.push(...write.rows);
  }
  return [...groups.values()];
}

function add(rows: Map<string, RowWrite>, table: Table, { key: oldKey, values }: CapturedWrite): void {
  const key = oldKey ?? keyIn(table, values ?? {});
  const name = JSON.stringify([table.name, ...table.key.map((column) => key[column])]);
  const known = rows.get(name);
  if (oldKey !== undefined && values !== undefined && table.key.some((column) => column in values))
    throw new Error(`The key of a row of ${table.name} was changed, which the bare loop cannot repeat.`);
  rows.set(name, {
    table,
    key,
    existed: known?.existed ?? oldKey !== undefined,
    exists: values !== undefined,
    values: values === undefined ? {} : { ...known?.values, ...values },
  });
}

function statementOf({ table, existed, exists, key, values }: RowWrite): NetWrite | undefined {
  if (!exists) return existed ? { kind: 'delete', table, ...rowOf(table.key, key) } : undefined;
  if (!existed) return { kind: 'insert', table, ...rowOf(columnsIn(table, values), values) };
  const changed = columnsIn(table, values).filter((column) => !table.key.includes(column));
  if (changed.length === 0) return undefined;
  return { kind: 'update', table, ...rowOf([...table.key, ...changed], { ...values, ...key }) };
}

const columnsIn = ({ columns }: Table, values: Values) =>
  columns.map(({ name }) => name).filter((name) => name in values);

const keyIn = ({ key }: Table, values: Values): Values =>
  Object.fromEntries(key.map((column) => [column, values[column] as Value]));

const rowOf = (columns: readonly string[], values: Values) => ({
  columns: [...columns],
  rows: [columns.map((column) => values[column] as Value)],
});
