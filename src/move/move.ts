import type { Db, Row, Sql, Value } from '../db/db.ts';
import { migrate, readApplied, readPlan } from '../db/migrate.ts';
import type { Migration } from '../db/migration-plan.ts';
import { type Table, tablesOf } from '../db/sqlite/schema.ts';
import { MoveError, markOf, removeMark, type StoreOwner, setMark } from './mark.ts';
import {
  continueAfter,
  countRows,
  deleteRows,
  highestNumber,
  insertRows,
  readRows,
  tableDigest,
} from './table-rows.ts';

/** `name` is for the operator, without a password. No other process uses the stores while they are moved. */
export type Store = { readonly db: Db; readonly name: string };

export type MoveOptions = {
  /** Whose data it is. */
  readonly owner: StoreOwner;
  readonly migrations: readonly Migration[];
  /** Called after each batch: `rows` of `total` are copied, or compared. */
  readonly onProgress?: (step: 'copied' | 'compared', table: string, rows: number, total: number) => unknown;
  /** Runs when the copy is complete and verified, before the source is marked as moved. */
  readonly beforeFinish?: () => Promise<unknown>;
};

export type Moved = { readonly tables: number; readonly rows: number };

const MAX_BATCH_ROWS = 2_000;
/** Bounds the memory: some rows have 100 KB. */
const MAX_BATCH_CHARACTERS = 4_000_000;

/** One transaction holds the whole copy. No other transaction delays its statements. */
const COPY_TIMEOUT_MS = 3_600_000;

/** A program may run on a store that is newer than itself, but it would leave out the tables that it does not know. */
async function checkKnown(db: Db, name: string, migrations: readonly Migration[]): Promise<void> {
  const [unknown] = (await readPlan(db, migrations)).newer;
  if (unknown !== undefined)
    throw new MoveError(
      `${name} has the migration "${unknown}", which this program does not know. Move it with a newer one.`,
    );
}

/**
 * Copies everything that the service, or the embedded provider, keeps from one store into another, empty one, compares the two, and marks the source as
 * moved. Both may be on either engine. Interrupted at any point, it leaves the target marked as unfinished, and the same call
 * completes it. Throws a MoveError for what the operator can correct.
 */
export async function moveStore(source: Store, target: Store, options: MoveOptions): Promise<Moved> {
  const { owner, migrations, onProgress = () => undefined } = options;
  for (const { db, name } of [source, target]) {
    await migrate(db, migrations);
    await checkKnown(db, name, migrations);
  }
  const tables = tablesOf(migrations);
  await checkSource(source, target, owner);
  await checkTarget(source, target, { owner, tables });
  await setMark(target.db, owner, { state: 'unfinished', from: source.name });
  await target.db.transaction((tx) => copyAll(source.db, { tx, engine: target.db.engine }, tables, onProgress), {
    timeoutMs: COPY_TIMEOUT_MS,
  });
  // Until the server does so by itself, it would read whole tables for lack of statistics.
  if (target.db.engine === 'postgres') for (const { name } of tables) await target.db.run(`ANALYZE "${name}"`);
  const rows = await compareAll(source, target, tables, onProgress);
  await options.beforeFinish?.();
  // In this order: in between, neither store may be used, and the same call completes the move.
  await setMark(source.db, owner, { state: 'moved', to: target.name });
  await removeMark(target.db, owner);
  return { tables: tables.length, rows };
}

/** Whether an earlier call has moved the store whole: then the target has its data, and the same call copies nothing. */
export async function isMoved(source: Store, target: Store, { owner, migrations }: MovedKind): Promise<boolean> {
  const mark = (await readApplied(source.db)).length === 0 ? undefined : await markOf(source.db, owner);
  if (mark?.state !== 'moved' || mark.to !== target.name) return false;
  if ((await readApplied(target.db)).length === 0 || (await markOf(target.db, owner)) !== undefined) return false;
  for (const table of tablesOf(migrations)) if ((await countRows(target.db, table)) > table.firstRows) return true;
  return false;
}

type MovedKind = Pick<MoveOptions, 'owner' | 'migrations'>;

async function checkSource(source: Store, target: Store, owner: StoreOwner): Promise<void> {
  if (source.name === target.name) throw new MoveError(`The store is in ${source.name} already.`);
  const mark = await markOf(source.db, owner);
  if (mark?.state === 'unfinished') {
    throw new MoveError(`The move from ${mark.from} into ${source.name} was interrupted: run that one again first.`);
  }
  if (mark?.state === 'moved' && mark.to !== target.name) {
    throw new MoveError(`${source.name} was moved to ${mark.to} already. To use it again: npm run move -- --undo`);
  }
}

type Checked = { readonly owner: StoreOwner; readonly tables: readonly Table[] };

/** An unfinished copy of the same source is replaced; anything else stays untouched. */
async function checkTarget(source: Store, target: Store, { owner, tables }: Checked): Promise<void> {
  const mark = await markOf(target.db, owner);
  if (mark?.state === 'unfinished' && mark.from === source.name) return;
  if (mark?.state === 'unfinished') {
    throw new MoveError(`${target.name} holds an unfinished move from ${mark.from}. Choose an empty database.`);
  }
  for (const table of tables) {
    const rows = await countRows(target.db, table);
    if (rows === table.firstRows && mark === undefined) continue;
    throw new MoveError(
      `${target.name} is not empty (table ${table.name}: ${rows} rows). A move never overwrites anything: choose an empty store.`,
    );
  }
}

async function copyAll(
  source: Db,
  { tx, engine }: { readonly tx: Sql; readonly engine: Db['engine'] },
  tables: readonly Table[],
  onProgress: NonNullable<MoveOptions['onProgress']>,
): Promise<void> {
  for (const table of tables.toReversed()) await deleteRows(tx, engine, table);
  for (const table of tables) {
    const total = await countRows(source, table);
    let copied = 0;
    for await (const batch of batchesOf(readRows(source, table))) {
      checkText(table, batch);
      await insertRows(tx, table, batch);
      copied += batch.length;
      await onProgress('copied', table.name, copied, total);
    }
    const highest = table.identity === undefined ? undefined : await highestNumber(source, table);
    if (highest !== undefined) await continueAfter(tx, engine, table, highest);
  }
}

async function* batchesOf(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  let characters = 0;
  for await (const row of rows) {
    batch.push(row);
    for (const value of row) characters += lengthOf(value);
    if (batch.length < MAX_BATCH_ROWS && characters < MAX_BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

const lengthOf = (value: Value) => (typeof value === 'string' || value instanceof Uint8Array ? value.length : 8);

/** The service never stores this character; another program may have. */
function checkText(table: Table, batch: readonly Row[]): void {
  for (const row of batch) {
    const at = row.findIndex((value) => typeof value === 'string' && value.includes('\0'));
    if (at === -1) continue;
    const { name } = table.columns[at] as { name: string };
    throw new MoveError(
      `A text in ${table.name}.${name} has the character U+0000, which PostgreSQL cannot store. Correct that row first.`,
    );
  }
}

/** Reads both stores again: what was sent to the target proves nothing. Returns the number of rows. */
async function compareAll(
  source: Store,
  target: Store,
  tables: readonly Table[],
  onProgress: NonNullable<MoveOptions['onProgress']>,
): Promise<number> {
  let rows = 0;
  for (const table of tables) {
    const [here, there] = await Promise.all([source, target].map(({ db }) => tableDigest(db, table)));
    if (here?.rows !== there?.rows || here?.sum !== there?.sum) {
      throw new MoveError(
        `The table ${table.name} differs: ${here?.rows} rows in ${source.name}, ${there?.rows} in ${target.name}. ` +
          'Something has changed one of them meanwhile. Stop it, then run the move again.',
      );
    }
    rows += here?.rows ?? 0;
    await onProgress('compared', table.name, here?.rows ?? 0, here?.rows ?? 0);
  }
  return rows;
}
