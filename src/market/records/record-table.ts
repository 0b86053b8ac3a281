import type { Row, Sql, Value } from '../../db/db.ts';

/**
 * The tables of market records have one form: key columns, perhaps a few columns for lookups, and the record as JSON text.
 * Their statements are written once, here. (The rows of offers have many more columns: `offers/write-offers.ts` writes them.)
 */
export type RecordTable<Key> = {
  readonly name: string;
  readonly keyColumns: readonly string[];
  keyOf(key: Key): string[];
  /** Columns beside key and record, by name, with their types. */
  readonly otherColumns?: Readonly<Record<string, 'text' | 'bigint'>>;
  /** What a change reads together with the stored record, and the joins that it needs. */
  readonly alsoRead?: readonly string[];
  readonly joins?: string;
};

/** A key as one text: no identifier and no SKU contains a control character. */
export function keyText(values: readonly string[]): string {
  // A rebuild makes dozens of these; `join` takes three times as long.
  if (values.length === 2) return `${values[0]}\n${values[1]}`;
  return values.length === 3 ? `${values[0]}\n${values[1]}\n${values[2]}` : values.join('\n');
}

type Statements = { find: string; lock: string; put: string; remove: string };
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
  const { name: table, keyColumns: keys, otherColumns = {}, alsoRead = [], joins = '' } = of;
  const others = Object.keys(otherColumns);
  const keyMarks = keys.map(() => 'text key').join(', ');
  const matches = keys.map((key, n) => `${table}.${key} = k.column${n + 1}`).join(' AND ');
  const key = keys.map((column) => `${table}.${column}`).join(` || '\n' || `);
  return {
    find: `SELECT ${[`${key} AS key`, `${table}.record`, ...alsoRead].join(', ')}
       FROM (VALUES {rows: ${keyMarks}}) AS k JOIN ${table} ON ${matches} ${joins}`,
    lock: `SELECT ${key} AS key, ${table}.record FROM (VALUES {rows: ${keyMarks}}) AS k JOIN ${table} ON ${matches}
       {postgres: FOR SHARE OF ${table}}`,
    put: `INSERT INTO ${table} (${[...keys, ...others, 'record'].join(', ')})
       VALUES {rows: ${[keyMarks, ...Object.values(otherColumns), 'text'].join(', ')}}
       ON CONFLICT (${keys.join(', ')}) DO UPDATE SET
         ${[...others, 'record'].map((column) => `${column} = excluded.${column}`).join(', ')}`,
    remove: `DELETE FROM ${table} WHERE (${keys.join(', ')}) IN (VALUES {rows: ${keyMarks}})`,
  };
}

/** A stored record, and what its table says to read with it. */
export type StoredRecord = { key: string; record: string };

/** What is stored of these keys, by `keyText`. A key without a record is missing. */
export async function findRecords<Key, Stored extends StoredRecord = StoredRecord>(
  tx: Sql,
  table: RecordTable<Key>,
  keys: readonly Row[],
): Promise<Map<string, Stored>> {
  const rows = await tx.many<Stored>(statementsOf(table).find, keys);
  return new Map(rows.map((row) => [row.key, row]));
}

/** The stored texts of these keys, by `keyText`. A key without a record is missing. */
export function findTexts<Key>(tx: Sql, table: RecordTable<Key>, keys: readonly Row[]): Promise<Map<string, string>> {
  return readTexts(tx, statementsOf(table).find, keys);
}

/**
 * As `findTexts`, with the records locked until the transaction ends: a change of a seller then waits for an offer that is being
 * added, and finds it when it is propagated to the boards.
 */
export function lockTexts<Key>(tx: Sql, table: RecordTable<Key>, keys: readonly Row[]): Promise<Map<string, string>> {
  return readTexts(tx, statementsOf(table).lock, keys);
}

async function readTexts(tx: Sql, statement: string, keys: readonly Row[]): Promise<Map<string, string>> {
  const rows = await tx.many<StoredRecord>(statement, keys);
  return new Map(rows.map(({ key, record }) => [key, record]));
}

/** A record to write, with the values of its other columns. */
export type RecordToPut<Key> = { key: Key; text: string; others: readonly Value[] };

export async function putRows<Key>(
  tx: Sql,
  table: RecordTable<Key>,
  records: readonly RecordToPut<Key>[],
): Promise<void> {
  await tx.many(
    statementsOf(table).put,
    records.map(({ key, others, text }) => [...table.keyOf(key), ...others, text]),
  );
}

export async function removeRows<Key>(tx: Sql, table: RecordTable<Key>, keys: readonly Key[]): Promise<void> {
  await tx.many(statementsOf(table).remove, keys.map(table.keyOf));
}
