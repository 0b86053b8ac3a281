import type { Db, Sql, Value } from '../../src/db/db.ts';
import { type Table, tablesOf } from './tables.ts';

export type Values = Record<string, Value>;

/**
 * One row as a statement of the service wrote it. `key`: of the row as it was, absent when it was inserted. `values`: all of a new
 * row, the changed ones of an updated row; absent when it was deleted.
 */
export type CapturedWrite = { table: string; key?: Values; values?: Values };

/**
 * Lets the store itself record every row that is written to it, by triggers: the bench then knows what the service writes, whatever
 * its statements are. That costs time, so the calls that are measured run on a store without it.
 */
export async function captureWrites(db: Db): Promise<void> {
  const tables = await tablesOf(db);
  await db.run(
    `CREATE TABLE captured_write (id BIGINT {postgres: GENERATED ALWAYS AS IDENTITY} PRIMARY KEY {sqlite: AUTOINCREMENT},
       written_table TEXT NOT NULL, old_key TEXT, new_values TEXT) {postgres: WITH (autovacuum_enabled = off)}`,
  );
  if (db.engine === 'postgres') await db.run(POSTGRES_FUNCTION);
  for (const table of tables.values()) {
    const statements = db.engine === 'postgres' ? postgresStatements(table) : sqliteTriggers(table);
    for (const statement of statements) await db.run(statement);
  }
}

/** The number of the last row that was written so far. */
export async function lastWrite(sql: Sql): Promise<number> {
  const row = await sql.get<{ last: number | null }>('SELECT MAX(id) AS last FROM captured_write');
  return row?.last ?? 0;
}

/** The writes after one number, up to another, in their order. */
export async function writesBetween(sql: Sql, after: number, until: number): Promise<CapturedWrite[]> {
  const rows = await sql.all<{ written_table: string; old_key: string | null; new_values: string | null }>(
    'SELECT written_table, old_key, new_values FROM captured_write WHERE id > $1 AND id <= $2 ORDER BY id',
    [after, until],
  );
  return rows.map(({ written_table: table, old_key: key, new_values: values }) => ({
    table,
    ...(key === null ? {} : { key: JSON.parse(key) as Values }),
    ...(values === null ? {} : { values: JSON.parse(values) as Values }),
  }));
}

const POSTGRES_FUNCTION = `
  CREATE FUNCTION capture_write() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE before_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE to_jsonb(OLD) END;
          after_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE to_jsonb(NEW) END;
  BEGIN
    INSERT INTO captured_write (written_table, old_key, new_values) VALUES (TG_TABLE_NAME,
      CASE WHEN TG_OP <> 'INSERT' THEN (SELECT jsonb_object_agg(name, before_row -> name) FROM unnest(TG_ARGV) AS name) END,
      CASE TG_OP WHEN 'INSERT' THEN after_row
                 WHEN 'UPDATE' THEN (SELECT coalesce(jsonb_object_agg(key, value), jsonb_build_object()) FROM jsonb_each(after_row)
                                      WHERE value IS DISTINCT FROM before_row -> key) END);
    RETURN NULL;
  END $$`;

/** Nothing cleans up this store: that would take processor time of the server while others are measured. */
const postgresStatements = ({ name, key }: Table) => [
  `ALTER TABLE ${name} SET (autovacuum_enabled = off)`,
  `CREATE TRIGGER capture_${name} AFTER INSERT OR UPDATE OR DELETE ON ${name} FOR EACH ROW
     EXECUTE FUNCTION capture_write(${key.map((column) => `'${column}'`).join(', ')})`,
];

function sqliteTriggers({ name, columns, key }: Table): string[] {
  const all = columns.map((column) => `'${column.name}', ${jsonOf(`NEW.${column.name}`, column.type)}`);
  const unchanged = columns.map(
    (column) => `CASE WHEN NEW.${column.name} IS OLD.${column.name} THEN '$.${column.name}' ELSE '$.none' END`,
  );
  const oldKey = `json_object(${key.map((column) => `'${column}', OLD.${column}`).join(', ')})`;
  const newRow = `json_object(${all.join(', ')})`;
  const trigger = (event: string, values: string) =>
    `CREATE TRIGGER capture_${name}_${event} AFTER ${event} ON ${name} BEGIN
       INSERT INTO captured_write (written_table, old_key, new_values) VALUES ('${name}', ${values}); END`;
  return [
    trigger('INSERT', `NULL, ${newRow}`),
    trigger('UPDATE', `${oldKey}, json_remove(${newRow}, ${unchanged.join(', ')})`),
    trigger('DELETE', `${oldKey}, NULL`),
  ];
}

/** SQLite writes a floating-point number into JSON with 15 digits, which is not always the same number. */
const jsonOf = (column: string, type: string) =>
  type === 'double precision' ? `json(iif(${column} IS NULL, 'null', printf('%!.17g', ${column})))` : column;
