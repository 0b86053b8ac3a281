import { DatabaseSync } from 'node:sqlite';
import type { Db, Row, Value } from '../src/db/db.ts';
import { migrate } from '../src/db/migrate.ts';
import { type DbConfig, openDb } from '../src/db/open.ts';
import { migrations } from '../src/migrations/list.ts';

/** What an import into an empty store writes, in the order in which rows refer to each other. */
const TABLES = [
  'marketplace',
  'seller',
  'item',
  'offer',
  'shelf',
  'board',
  'market_log',
  'buy_box_time',
  'seller_time_change',
] as const;
type Table = (typeof TABLES)[number];

/** The rows of one table, each with its columns by name. */
type Found = Record<string, Value>;
type Batch = { [T in Table]?: Found[] };

export type BareWrites = { seconds: number; cpuSeconds: number; offers: number; boards: number; method: string };

/**
 * Writes all rows and columns that an import has left in one store into a new one, and measures only the writes. Rows come in the order
 * and in the transactions of the import: every transaction has its own time, which offers, history and times on sale carry.
 * `serverCpu` returns the processor time of the server, in microseconds.
 */
export async function copyRows(from: DbConfig, into: DbConfig, serverCpu = () => 0): Promise<BareWrites> {
  const source = await openDb(from);
  const target = await openDb(into);
  await migrate(target, migrations);
  await target.close();
  const writer = into.databaseUrl ? await postgresWriter(into.databaseUrl) : sqliteWriter(into.file);
  const counts = { offers: 0, boards: 0 };
  let [seconds, cpuMicros] = [0, 0];
  for await (const batch of batchesOf(source)) {
    const before = performance.now();
    const cpu = process.cpuUsage();
    const server = serverCpu();
    await writer.write(batch);
    const { user, system } = process.cpuUsage(cpu);
    cpuMicros += user + system + serverCpu() - server;
    seconds += (performance.now() - before) / 1000;
    counts.offers += batch.offer?.length ?? 0;
    counts.boards += batch.board?.length ?? 0;
  }
  await writer.close();
  await source.close();
  return { seconds, cpuSeconds: cpuMicros / 1e6, ...counts, method: writer.method };
}

/** The rows of each transaction of the import. The import itself reads nothing like this: it is not measured. */
async function* batchesOf(source: Db): AsyncGenerator<Batch> {
  yield {
    marketplace: await source.all('SELECT * FROM marketplace'),
    seller: await source.all('SELECT * FROM seller'),
  };
  const logs = groups(source.each<Found>('SELECT * FROM market_log ORDER BY at_ms, id'), 'at_ms');
  const times = groups(source.each<Found>('SELECT * FROM seller_time_change ORDER BY at_ms'), 'at_ms');
  const offers = groups(source.each<Found>('SELECT * FROM offer ORDER BY changed_ms'), 'changed_ms');
  const written = new Set<string>();
  for (;;) {
    const [offer, log, time] = [await next(offers), await next(logs), await next(times)];
    if (offer.length + log.length + time.length === 0) return;
    const added: Row[] = [];
    for (const { marketplace_id: marketplaceId, item_id: itemId } of [...offer, ...log]) {
      const text = `${marketplaceId}\n${itemId}`;
      if (!written.has(text)) added.push([marketplaceId as string, itemId as string]);
      written.add(text);
    }
    const ofItems = (table: Table) =>
      source.many<Found>(
        `SELECT t.* FROM (VALUES {rows: text, text}) AS k
           JOIN ${table} AS t ON t.marketplace_id = k.column1 AND t.item_id = k.column2`,
        added,
      );
    const [item, shelf, board] = [await ofItems('item'), await ofItems('shelf'), await ofItems('board')];
    const held = await ofItems('buy_box_time');
    yield { item, offer, shelf, board, market_log: log, buy_box_time: held, seller_time_change: time };
  }
}

async function next(lists: AsyncGenerator<Found[]>): Promise<Found[]> {
  const { value } = await lists.next();
  return value ?? [];
}

/** Rows that follow each other and have the same value in a column. */
async function* groups(rows: AsyncIterable<Found>, column: string): AsyncGenerator<Found[], undefined> {
  let group: Found[] = [];
  for await (const row of rows) {
    if (group.length > 0 && group[0]?.[column] !== row[column]) {
      yield group;
      group = [];
    }
    group.push(row);
  }
  if (group.length > 0) yield group;
  return undefined;
}

type Writer = { method: string; write(batch: Batch): Promise<void>; close(): Promise<void> };

function sqliteWriter(file: string): Writer {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -64000');
  return {
    method: 'node:sqlite, one prepared INSERT for each row, the transactions of the import',
    async write(batch) {
      db.exec('BEGIN IMMEDIATE');
      for (const [table, names, rows] of listed(batch)) {
        const insert = db.prepare(
          `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        );
        for (const row of rows) insert.run(...row);
      }
      db.exec('COMMIT');
    },
    close: async () => db.close(),
  };
}

/** Uses the engine's own `many`: it sends arrays in binary form, several times faster than `pg` does. */
async function postgresWriter(databaseUrl: string): Promise<Writer> {
  const db = await openDb({ databaseUrl, file: '' });
  const columns = await db.all<{ name: string; type: string }>(
    `SELECT table_name || '.' || column_name AS name, data_type AS type FROM information_schema.columns WHERE table_schema = 'public'`,
  );
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  return {
    method: 'pg, INSERT ... SELECT FROM unnest(binary arrays), the transactions of the import',
    write: (batch) =>
      db.transaction(async (tx) => {
        for (const [table, names, rows] of listed(batch)) {
          const marks = names.map((name) => types.get(`${table}.${name}`)).join(', ');
          await tx.many(`INSERT INTO ${table} (${names.join(', ')}) VALUES {rows: ${marks}}`, rows);
        }
      }),
    close: () => db.close(),
  };
}

/** The rows of each table as lists of values. The store numbers rows by itself, as it does for the import. */
function listed(batch: Batch): [Table, string[], Value[][]][] {
  return TABLES.flatMap((table) => {
    const rows = batch[table] ?? [];
    if (rows.length === 0) return [];
    const names = Object.keys(rows[0] as Found).filter((name) => name !== 'id');
    return [[table, names, rows.map((row) => names.map((name) => row[name] as Value))]];
  });
}
