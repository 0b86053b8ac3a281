import { hash } from 'node:crypto';
import type { Db, Row, Sql, Value } from '../db/db.ts';
import type { FactName } from '../db/service-fact.ts';
import type { Column, Table } from '../db/sqlite/schema.ts';

/**
 * Facts that belong to one store: the mark of a move, and a key that an earlier version generated. The key must not be in
 * the database that it encrypts, so the copy does not get it.
 */
const FACTS_THAT_STAY: readonly FactName[] = ['move', 'operator key'];

/** Which rows of a table are moved, as the end of a statement. */
const movedRows = ({ name }: Table): string =>
  name === 'service_fact' || name === 'idp_keeping'
    ? ` WHERE name NOT IN (${FACTS_THAT_STAY.map((fact) => `'${fact}'`).join(', ')})`
    : '';

const quoted = (name: string) => `"${name}"`;

/** Reads the moved rows of a table with bounded memory, as values in the order of the columns. */
export async function* readRows(db: Db, table: Table): AsyncGenerator<Row> {
  // As text, an integer beyond 2^53 is exact.
  const expression = ({ name, type }: Column) => (type === 'bigint' ? `CAST(${quoted(name)} AS TEXT)` : quoted(name));
  const columns = table.columns.map((column, n) => `${expression(column)} AS c${n}`).join(', ');
  const select = `SELECT ${columns} FROM ${quoted(table.name)}${movedRows(table)}`;
  for await (const row of db.each<Record<string, Value>>(select))
    yield table.columns.map((_, n) => row[`c${n}`] as Value);
}

/** Inserts rows as `readRows` reads them. */
export async function insertRows(tx: Sql, { name, columns, identity }: Table, rows: readonly Row[]): Promise<void> {
  const types = columns.map(({ type }) => (type === 'bigint' ? 'text' : type)).join(', ');
  const values = columns.map(({ type }, n) =>
    type === 'bigint' ? `CAST(column${n + 1} AS BIGINT)` : `column${n + 1}`,
  );
  // PostgreSQL would generate a new number.
  const overriding = identity === undefined ? '' : '{postgres: OVERRIDING SYSTEM VALUE}';
  await tx.many(
    `INSERT INTO ${quoted(name)} (${columns.map((column) => quoted(column.name)).join(', ')}) ${overriding}
     SELECT ${values.join(', ')} FROM (VALUES {rows: ${types}}) AS moved`,
    rows,
  );
}

export const countRows = async (db: Sql, table: Table): Promise<number> =>
  (await db.get<{ n: number }>(`SELECT count(*) AS n FROM ${quoted(table.name)}${movedRows(table)}`))?.n ?? 0;

/**
 * Deletes the rows that a move writes, without the triggers of the table: those of the audit log refuse to remove entries, and no row
 * of a store turns them off. The owner of a store's tables runs the move.
 */
export async function deleteRows(tx: Sql, engine: Db['engine'], table: Table): Promise<void> {
  const name = quoted(table.name);
  if ((await tx.get(`SELECT 1 FROM ${name}${movedRows(table)} LIMIT 1`)) === undefined) return;
  const triggers = engine === 'postgres' ? [] : await triggersOf(tx, table);
  if (engine === 'postgres') await tx.run(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  for (const trigger of triggers) await tx.run(`DROP TRIGGER ${quoted(trigger.name)}`);
  await tx.run(`DELETE FROM ${name}${movedRows(table)}`);
  for (const { sql } of triggers) await tx.run(sql);
  if (engine === 'postgres') await tx.run(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
}

const triggersOf = (tx: Sql, { name }: Table) =>
  tx.all<{ name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = $1 ORDER BY name`,
    [name],
  );

type Digest = { readonly rows: number; readonly sum: bigint };

const BITS = 256;

/**
 * The number of rows of a table, and the sum of the digests of its rows. A sum does not depend on the order, so no engine
 * has to sort. (With exclusive or, two equal rows would cancel each other out.)
 */
export async function tableDigest(db: Db, table: Table): Promise<Digest> {
  let rows = 0;
  let sum = 0n;
  for await (const row of readRows(db, table)) {
    rows += 1;
    sum = BigInt.asUintN(BITS, sum + BigInt(`0x${hash('sha256', textOf(row))}`));
  }
  return { rows, sum };
}

const textOf = (row: Row): string => JSON.stringify(row.map(comparable));

const comparable = (value: Value) => (value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value);

/** The highest number that was ever generated for a table, as text; undefined when there is none. */
export async function highestNumber(db: Db, { name, identity }: Table): Promise<string | undefined> {
  const sql =
    db.engine === 'sqlite'
      ? 'SELECT CAST(seq AS TEXT) AS n FROM sqlite_sequence WHERE name = $1'
      : `SELECT CAST(greatest((SELECT max("${identity}") FROM "${name}"),
           pg_sequence_last_value(CAST(${sequence} AS regclass))) AS TEXT) AS n`;
  const params = db.engine === 'sqlite' ? [name] : [`"${name}"`, identity ?? ''];
  return (await db.get<{ n: string | null }>(sql, params))?.n ?? undefined;
}

/** Lets the engine go on after `highest`. Numbers of deleted rows are not generated again, either. */
export async function continueAfter(tx: Sql, engine: Db['engine'], table: Table, highest: string): Promise<void> {
  if (engine === 'sqlite') {
    await tx.run('DELETE FROM sqlite_sequence WHERE name = $1', [table.name]);
    await tx.run('INSERT INTO sqlite_sequence (name, seq) VALUES ($1, CAST($2 AS BIGINT))', [table.name, highest]);
  } else {
    const set = `SELECT CAST(setval(CAST(${sequence} AS regclass), CAST(CAST($3 AS TEXT) AS BIGINT)) AS TEXT) AS n`;
    await tx.get(set, [`"${table.name}"`, table.identity ?? '', highest]);
  }
}

const sequence = 'pg_get_serial_sequence($1, $2)';
