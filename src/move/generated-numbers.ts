import type { Db, Sql } from '../db/db.ts';
import type { Table } from '../db/sqlite/schema.ts';

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
