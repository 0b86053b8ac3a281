import type { Sql } from './db.ts';
import type { Migration } from './migration-plan.ts';

/**
 * What shows that a database belongs to another program; undefined when it is empty, or has the migrations of this one. Only reads.
 *
 * A SQLite file belongs to one program: any table without our migrations is a sign. A PostgreSQL schema may be shared, and
 * extensions create tables there: only a table with a name of ours is a sign, because ours could not be created beside it.
 */
export async function foreignSign(sql: Sql, migrations: readonly Migration[]): Promise<string | undefined> {
  const applicationId = await sql.get<{ id: number }>(
    'SELECT {sqlite: application_id AS id FROM pragma_application_id} {postgres: 0 AS id}',
  );
  if (applicationId?.id) return `its application_id is ${applicationId.id}`;
  const claimed = await claimedTables(sql, migrations);
  if (!claimed.includes(RUNNER_TABLE)) return signOf(claimed);
  if (!(await isRunnerTable(sql))) return `its table ${RUNNER_TABLE} has other columns`;
  const first = await sql.get<{ name: string }>(`SELECT name FROM ${RUNNER_TABLE} ORDER BY name LIMIT 1`);
  // A first start that was interrupted leaves the empty table alone.
  if (first === undefined) return signOf(claimed.filter((name) => name !== RUNNER_TABLE));
  const expected = migrations[0]?.name;
  return first.name === expected ? undefined : `its first migration is "${first.name}", not "${expected}"`;
}

/** See `migrate.ts`. */
const RUNNER_TABLE = 'migration';

const MAX_NAMED = 5;

function signOf(tables: readonly string[]): string | undefined {
  if (tables.length === 0) return undefined;
  const more = tables.length > MAX_NAMED ? ` and ${tables.length - MAX_NAMED} more` : '';
  return `it has the tables ${tables.slice(0, MAX_NAMED).join(', ')}${more}, and none of our migrations`;
}

/** The tables that only one program can have here. */
async function claimedTables(sql: Sql, migrations: readonly Migration[]): Promise<string[]> {
  const rows = await sql.all<{ name: string; is_shared: number }>(
    `{sqlite: SELECT name, 0 AS is_shared FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite!_%' ESCAPE '!'}
     {postgres: SELECT relname::text AS name, 1 AS is_shared FROM pg_class
       WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')} ORDER BY 1`,
  );
  const own = new Set([RUNNER_TABLE, ...migrations.flatMap(createdTables)]);
  return rows.filter(({ name, is_shared }) => is_shared === 0 || own.has(name)).map(({ name }) => name);
}

const createdTables = ({ sql }: Migration): string[] =>
  Array.from(sql.matchAll(/\bCREATE TABLE (\w+)/g), ([, name = '']) => name);

async function isRunnerTable(sql: Sql): Promise<boolean> {
  const found = await sql.get<{ n: number }>(
    `SELECT count(*) AS n FROM {sqlite: pragma_table_info('${RUNNER_TABLE}') WHERE name}
     {postgres: pg_attribute WHERE attrelid = to_regclass('${RUNNER_TABLE}') AND NOT attisdropped AND attname} IN ('name', 'checksum', 'applied_at')`,
  );
  return found?.n === 3;
}
