import type { Sql } from '../../src/db/db.ts';

type Column = { name: string; type: 'text' | 'bigint' | 'double precision' };

/** A table of the store. `key` are the columns of its primary key. */
export type Table = { name: string; columns: readonly Column[]; key: readonly string[] };

type Found = { table_name: string; column_name: string; type: string; in_key: number };

const TYPES: Record<string, Column['type']> = {
  ...{ TEXT: 'text', INTEGER: 'bigint', REAL: 'double precision' },
  ...{ text: 'text', bigint: 'bigint', 'double precision': 'double precision' },
};

/** Not recorded: changes do not write them. */
const OTHERS = ['migration', 'captured_write', 'report_part', 'market_import_part'];

/** The tables that the service writes while it runs, by name. Throws when one has a column that cannot be recorded as JSON. */
export async function tablesOf(sql: Sql): Promise<Map<string, Table>> {
  const rows = await sql.all<Found>(
    `{sqlite: SELECT t.name AS table_name, c.name AS column_name, c.type AS type, c.pk > 0 AS in_key
        FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
       WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY t.name, c.cid}
     {postgres: SELECT c.table_name::text AS table_name, c.column_name::text AS column_name, c.data_type::text AS type,
         CASE WHEN k.column_name IS NULL THEN 0 ELSE 1 END AS in_key
        FROM information_schema.columns AS c
        LEFT JOIN (information_schema.table_constraints AS p JOIN information_schema.key_column_usage AS k
            ON k.constraint_name = p.constraint_name AND k.table_schema = p.table_schema)
          ON p.constraint_type = 'PRIMARY KEY' AND k.table_schema = c.table_schema AND k.table_name = c.table_name
         AND k.column_name = c.column_name
       WHERE c.table_schema = 'public' ORDER BY c.table_name, c.ordinal_position}`,
  );
  const recorded = rows.filter(({ table_name }) => !OTHERS.includes(table_name));
  const byName = Map.groupBy(recorded, ({ table_name }) => table_name);
  return new Map(Array.from(byName, ([name, found]): [string, Table] => [name, tableOf(name, found)]));
}

function tableOf(name: string, found: readonly Found[]): Table {
  const columns = found.map(({ column_name: column, type }) => {
    const known = TYPES[type];
    if (known === undefined) throw new Error(`The column ${name}.${column} of type ${type} cannot be recorded.`);
    return { name: column, type: known };
  });
  return { name, columns, key: found.filter((one) => one.in_key).map((one) => one.column_name) };
}
