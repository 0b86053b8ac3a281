import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Db } from '../../src/db/db.ts';

/** The rows of each table, and the bytes of each file or folder. */
export type StoreSizes = { readonly rows: ReadonlyMap<string, number>; readonly bytes: ReadonlyMap<string, number> };

/** `stores`: the service's, and the provider's. Both have some tables of the same name: their rows are added up. */
export async function storeSizes(stores: readonly [Db, Db], dataDir: string): Promise<StoreSizes> {
  const [db] = stores;
  const rows = new Map<string, number>();
  for (const store of stores)
    for (const table of await tablesIn(store)) {
      const counted = await store.get<{ many: number }>(`SELECT COUNT(*) AS many FROM ${table}`);
      rows.set(table, (rows.get(table) ?? 0) + Number(counted?.many ?? 0));
    }
  const bytes = new Map(fileSizes(dataDir));
  if (db.engine === 'postgres')
    for (const [name, sql] of Object.entries(SERVER_SIZES)) {
      const found = await db.get<{ bytes: number }>(sql);
      bytes.set(name, Number(found?.bytes ?? 0));
    }
  return { rows, bytes };
}

const SERVER_SIZES = {
  database: 'SELECT pg_database_size(current_database())::bigint AS bytes',
  // The server keeps so much for the log to come, so a log that is new to it grows until then.
  'write-ahead log beyond max_wal_size': `SELECT GREATEST(0, SUM(size)
    - (SELECT setting::bigint * 1024 * 1024 FROM pg_settings WHERE name = 'max_wal_size'))::bigint AS bytes FROM pg_ls_waldir()`,
};

async function tablesIn(db: Db): Promise<string[]> {
  const sql =
    db.engine === 'sqlite'
      ? `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`
      : `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`;
  return (await db.all<{ name: string }>(sql)).map(({ name }) => name);
}

/** Without the log, which the operator's system rotates. */
function fileSizes(dataDir: string): [string, number][] {
  return readdirSync(dataDir).flatMap((name) => (name === 'service.log' ? [] : [[name, bytesOf(join(dataDir, name))]]));
}

/** Files come and go meanwhile. */
function bytesOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found?.size ?? 0;
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0);
}

/** Tables that grow with the load until their rows are old enough (docs/retention.md): of all others, growth is a defect. */
export const tablesByAge = (): ReadonlySet<string> => documentedTables(/^\| `(\w+)` \| time \|/gm);

/** Tables that grow until every item has its row. */
export const tablesByItem = (): ReadonlySet<string> =>
  documentedTables(/^\| `(\w+)` \| market data \| one row for each item/gm);

function documentedTables(row: RegExp): ReadonlySet<string> {
  const page = readFileSync(fileURLToPath(new URL('../../docs/retention.md', import.meta.url)), 'utf8');
  return new Set([...page.matchAll(row)].map(([, name = '']) => name));
}
