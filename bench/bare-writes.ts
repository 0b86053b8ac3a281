import { DatabaseSync } from 'node:sqlite';
import type { Row } from '../src/db/db.ts';
import { migrate } from '../src/db/migrate.ts';
import { type DbConfig, openDb } from '../src/db/open.ts';
import { migrations } from '../src/migrations/list.ts';

/** As in the import. */
const ROWS_PER_TRANSACTION = 2_000;

type Columns = Readonly<Record<string, 'text' | 'bigint'>>;
const tables: Readonly<Record<string, Columns>> = {
  seller: { seller_id: 'text', record: 'text' },
  marketplace: { marketplace_id: 'text', record: 'text' },
  item: { marketplace_id: 'text', item_id: 'text', record: 'text' },
  offer: { marketplace_id: 'text', seller_id: 'text', sku: 'text', item_id: 'text', record: 'text' },
  board: {
    ...{ marketplace_id: 'text', item_id: 'text', version: 'bigint', valid_from: 'bigint', valid_until: 'bigint' },
    ...{
      status: 'text',
      consumer_product: 'text',
      business_product: 'text',
      consumer_summary: 'text',
      business_summary: 'text',
    },
  },
  shelf: { marketplace_id: 'text', item_id: 'text', customer: 'text', condition: 'text', offers: 'text' },
};

export type BareWrites = { seconds: number; offers: number; boards: number; method: string };

/** Copies the offers and boards of one store into a new one, and measures only the writes. */
export async function copyRows(from: DbConfig, into: DbConfig): Promise<BareWrites> {
  const source = await openDb(from);
  const target = await openDb(into);
  await migrate(target, migrations);
  await target.close();
  const writer = into.databaseUrl ? await postgresWriter(into.databaseUrl) : sqliteWriter(into.file);
  const counts: Record<string, number> = {};
  let seconds = 0;
  for (const [table, columns] of Object.entries(tables)) {
    const timed = table === 'offer' || table === 'board' || table === 'shelf';
    let rows: Row[] = [];
    const flush = async () => {
      const before = performance.now();
      await writer.write(table, columns, rows);
      if (timed) seconds += (performance.now() - before) / 1000;
      rows = [];
    };
    const names = Object.keys(columns);
    for await (const row of source.each<Record<string, string>>(`SELECT ${names.join(', ')} FROM ${table}`)) {
      counts[table] = (counts[table] ?? 0) + 1;
      if (rows.push(names.map((name) => row[name] ?? null)) === ROWS_PER_TRANSACTION) await flush();
    }
    await flush();
  }
  await writer.close();
  await source.close();
  return { seconds, offers: counts.offer ?? 0, boards: counts.board ?? 0, method: writer.method };
}

type Writer = {
  method: string;
  write(table: string, columns: Columns, rows: readonly Row[]): Promise<void>;
  close(): Promise<void>;
};

function sqliteWriter(file: string): Writer {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -64000');
  return {
    method: 'node:sqlite, one prepared INSERT for each row, 2,000 rows per transaction',
    async write(table, columns, rows) {
      const names = Object.keys(columns);
      const insert = db.prepare(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      );
      db.exec('BEGIN IMMEDIATE');
      for (const row of rows) insert.run(...(row as string[]));
      db.exec('COMMIT');
    },
    close: async () => db.close(),
  };
}

/** Uses the engine's own `many`: it sends arrays in binary form, several times faster than `pg` does. */
async function postgresWriter(databaseUrl: string): Promise<Writer> {
  const db = await openDb({ databaseUrl, file: '' });
  return {
    method: 'pg, INSERT ... SELECT FROM unnest(binary arrays), 2,000 rows per statement and transaction',
    async write(table, columns, rows) {
      const types = Object.values(columns).join(', ');
      await db.many(`INSERT INTO ${table} (${Object.keys(columns).join(', ')}) VALUES {rows: ${types}}`, rows);
    },
    close: () => db.close(),
  };
}
