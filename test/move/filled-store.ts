import type { Db, Value } from '../../src/db/db.ts';
import type { Migration } from '../../src/db/migration-plan.ts';
import { migrations } from '../../src/migrations/list.ts';
import { isTorture } from '../harness/scale.ts';

/**
 * What no table of the service has yet: every type of column, generated numbers, and a reference to a table that sorts, and
 * was created, later.
 */
const kinds: Migration = {
  name: '9999 kinds',
  oldestProgram: 9999,
  sql: `
    CREATE TABLE a_child (
      id TEXT PRIMARY KEY
    );

    CREATE TABLE kinds (
      id BIGINT {postgres: GENERATED ALWAYS AS IDENTITY} PRIMARY KEY {sqlite: AUTOINCREMENT},
      "order" BIGINT,
      t TEXT,
      x DOUBLE PRECISION,
      y BYTEA
    );

    ALTER TABLE a_child ADD COLUMN kind BIGINT REFERENCES kinds;
  `,
};

export const allMigrations: readonly Migration[] = [...migrations, kinds];

/** The tables of the first release, for cases in which the number of tables does not matter: `npm run torture` has all of them there, too. */
export const usualMigrations: readonly Migration[] = isTorture ? allMigrations : [...migrations.slice(0, 2), kinds];

/** The tables of a SQLite store, but for the list of migrations, which each store has of its own. */
export async function tableNames(db: Db): Promise<string[]> {
  const rows = await db.all<{ name: string }>(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'migration' ORDER BY name`,
  );
  return rows.map(({ name }) => name);
}

/** A SQLite store with two rows in every table, whatever tables there are: row n has n, or a text with n, in every column. */
export async function fillEveryTable(db: Db): Promise<void> {
  const names = await tableNames(db);
  await db.transaction(async (tx) => {
    await tx.run('PRAGMA defer_foreign_keys = ON');
    for (const name of names) {
      const columns = await tx.all<{ name: string; type: string }>('SELECT name, type FROM pragma_table_info($1)', [
        name,
      ]);
      for (const n of [1, 2]) {
        const values = columns.map(({ type }) => valueFor(type, n));
        const places = values.map((_, at) => `$${at + 1}`).join(', ');
        await tx.run(`INSERT INTO "${name}" VALUES (${places})`, values);
      }
    }
  });
}

function valueFor(type: string, n: number): Value {
  if (type === 'TEXT') return `text ${n}`;
  return type === 'BLOB' ? Uint8Array.of(n) : n;
}

/** The rows of a table as text, sorted; read without the code that moves them. */
export async function rowsIn(db: Db, table: string): Promise<string[]> {
  const rows = await db.all<Record<string, Value>>(`SELECT * FROM "${table}"`);
  return rows.map((row) => JSON.stringify(Object.entries(row).map(([name, value]) => [name, plain(value)]))).sort();
}

const plain = (value: Value) => (value instanceof Uint8Array ? [...value] : value);
