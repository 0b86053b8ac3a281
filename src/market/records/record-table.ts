import type { Row, Sql, Value } from '../../db/db.ts';

/**
 * The tables of market records have one form: key columns, perhaps a few columns for lookups, and the record as JSON text.
 * Their statements are written once, here.
 */
export type RecordTable<Key> = {
  readonly name: string;
  readonly keyColumns: readonly string[];
  keyOf(key: Key): string[];
  /** Columns beside key and record, by name, with their types. */
  readonly otherColumns?: Readonly<Record<string, 'text' | 'bigint'>>;
  /**
   * Other columns that a change reads together with the stored record. Where they keep their values the change leaves them out,
   * so that the indexes on them are not written.
   */
  readonly columnsToRead?: readonly string[];
  /** A figure about the record that a change reads with it. */
  readonly figureToRead?: string;
};

/** A key as one text: no identifier and no SKU contains a control character. */
export function keyText(values: readonly string[]): string {
  // A rebuild makes dozens of these; `join` takes three times as long.
  if (values.length === 2) return `${values[0]}\n${values[1]}`;
  return values.length === 3 ? `${values[0]}\n${values[1]}\n${values[2]}` : values.join('\n');
}

type Statements = { find: string; lock: string; put: string; change: string; remove: string };
const statements = new WeakMap<object, Statements>();

function statementsOf<Key>(table: RecordTable<Key>): Statements {
  let cached = statements.get(table);
  if (!cached) {
    cached = writeStatements(table);
    statements.set(table, cached);
  }
  return cached;
}

function writeStatements<Key>(of: RecordTable<Key>): Statements {
  const { name: table, keyColumns: keys, columnsToRead: read = [], figureToRead } = of;
  const otherColumns: Readonly<Record<string, string>> = of.otherColumns ?? {};
  const others = Object.keys(otherColumns);
  const keyMarks = keys.map(() => 'text key').join(', ');
  const matches = keys.map((key, n) => `${table}.${key} = k.column${n + 1}`).join(' AND ');
  const changing = [...others.filter((column) => !read.includes(column)), 'record'];
  const key = keys.map((column) => `${table}.${column}`).join(` || '\n' || `);
  return {
    find: `SELECT ${key} AS key, ${['record', ...read].map((column) => `${table}.${column}`).join(', ')}${figureToRead ? `, ${figureToRead}` : ''}
       FROM (VALUES {rows: ${keyMarks}}) AS k JOIN ${table} ON ${matches}`,
    lock: `SELECT ${key} AS key, ${table}.record FROM (VALUES {rows: ${keyMarks}}) AS k JOIN ${table} ON ${matches}
       {postgres: FOR SHARE OF ${table}}`,
    put: `INSERT INTO ${table} (${[...keys, ...others, 'record'].join(', ')})
       VALUES {rows: ${[keyMarks, ...Object.values(otherColumns), 'text'].join(', ')}}
       ON CONFLICT (${keys.join(', ')}) DO UPDATE SET
         ${[...others, 'record'].map((column) => `${column} = excluded.${column}`).join(', ')}`,
    change: `UPDATE ${table} SET ${changing.map((column, n) => `${column} = k.column${n + 1}`).join(', ')}
       FROM (VALUES {rows: ${[...changing.map((column) => otherColumns[column] ?? 'text'), keyMarks].join(', ')}}) AS k
       WHERE ${keys.map((key, n) => `${table}.${key} = k.column${changing.length + n + 1}`).join(' AND ')}`,
    remove: `DELETE FROM ${table} WHERE (${keys.join(', ')}) IN (VALUES {rows: ${keyMarks}})`,
  };
}

/** A stored record, and the `columnsToRead` of its table. */
export type StoredRecord = { key: string; record: string; [column: string]: Value };

/** What is stored of these keys, by `keyText`. A key without a record is missing. */
export async function findRecords<Key>(
  tx: Sql,
  table: RecordTable<Key>,
  keys: readonly Row[],
): Promise<Map<string, StoredRecord>> {
  const rows = await tx.many<StoredRecord>(statementsOf(table).find, keys);
  return new Map(rows.map((row) => [row.key, row]));
}

/** The stored texts of these keys, by `keyText`. A key without a record is missing. */
export async function findTexts<Key>(
  tx: Sql,
  table: RecordTable<Key>,
  keys: readonly Row[],
): Promise<Map<string, string>> {
  const rows = await tx.many<StoredRecord>(statementsOf(table).find, keys);
  return new Map(rows.map(({ key, record }) => [key, record]));
}

/**
 * The stored texts of these keys, by `keyText`, as `findTexts`. Their records are locked until the transaction ends: a change of
 * a seller then waits for an offer that is being added, and finds it when it is propagated to the boards.
 */
export async function lockTexts<Key>(
  tx: Sql,
  table: RecordTable<Key>,
  keys: readonly Row[],
): Promise<Map<string, string>> {
  const rows = await tx.many<{ key: string; record: string }>(statementsOf(table).lock, keys);
  return new Map(rows.map(({ key, record }) => [key, record]));
}

/** A record to write, with the values of its other columns, and what is stored of it. */
export type RecordToPut<Key> = {
  key: Key;
  text: string;
  others: readonly Value[];
  stored: StoredRecord | undefined;
};

export async function putRecords<Key>(
  tx: Sql,
  table: RecordTable<Key>,
  records: readonly RecordToPut<Key>[],
): Promise<void> {
  const { put, change } = statementsOf(table);
  const names = Object.keys(table.otherColumns ?? {});
  const read = table.columnsToRead ?? [];
  const isChange = ({ stored, others }: RecordToPut<Key>) =>
    read.length > 0 && stored !== undefined && read.every((name) => stored[name] === others[names.indexOf(name)]);
  const { changed = [], other = [] } = Object.groupBy(records, (one) => (isChange(one) ? 'changed' : 'other'));
  await tx.many(
    put,
    other.map(({ key, others, text }) => [...table.keyOf(key), ...others, text]),
  );
  await tx.many(
    change,
    changed.map(({ key, others, text }) => [
      ...others.filter((_value, n) => !read.includes(names[n] as string)),
      text,
      ...table.keyOf(key),
    ]),
  );
}

export async function removeRecords<Key>(tx: Sql, table: RecordTable<Key>, keys: readonly Key[]): Promise<void> {
  await tx.many(
    statementsOf(table).remove,
    keys.map((key) => table.keyOf(key)),
  );
}
