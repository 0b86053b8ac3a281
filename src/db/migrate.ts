import { createHash } from 'node:crypto';
import type { Db, Sql } from './db.ts';

/**
 * One change of the tables. Names sort in the order of the list (`0001 market data`). Statements end with a semicolon at
 * the end of a line, and are written for both engines: see `Sql`.
 */
export type Migration = { name: string; sql: string };

type AppliedMigration = { name: string; checksum: string };

/** A migration may rewrite a large table, and other processes that start at the same time wait for it. */
const timeoutMs = 3_600_000;

/** Key of the advisory lock: any number, the same in all processes. */
const LOCK_KEY = 7_020_260_001;

/**
 * Brings the tables up to date and returns the names of the migrations that it applied. Each takes effect as a whole or not
 * at all; those before a failed one stay. Several processes may do this at once. Throws, before it changes anything, when
 * the database has migrations that the list has not (it is newer than the program), or whose SQL differs.
 */
export async function migrate(db: Db, migrations: readonly Migration[]): Promise<string[]> {
  checkNames(migrations);
  if (await isUpToDate(db, migrations)) return [];
  const done: string[] = [];
  await db.transaction(createTable, { timeoutMs });
  for (;;) {
    const name = await db.transaction((tx) => applyNext(tx, migrations), { timeoutMs });
    if (name === undefined) return done;
    done.push(name);
  }
}

/** Without a lock: a start with nothing to do waits for no other process, and needs no right to create tables. */
async function isUpToDate(db: Db, migrations: readonly Migration[]): Promise<boolean> {
  const tables =
    '{sqlite: sqlite_schema WHERE name} {postgres: pg_tables WHERE schemaname = current_schema() AND tablename}';
  if ((await db.get(`SELECT 1 FROM ${tables} = 'migration'`)) === undefined) return false;
  return nextMigration(await db.all<AppliedMigration>(selectApplied), migrations) === undefined;
}

async function createTable(tx: Sql): Promise<void> {
  await lock(tx);
  await tx.run(`CREATE TABLE IF NOT EXISTS migration (
    name TEXT PRIMARY KEY,
    checksum TEXT NOT NULL,
    applied_at TEXT NOT NULL
  )`);
}

/** Applies the next migration, if there is one. */
async function applyNext(tx: Sql, migrations: readonly Migration[]): Promise<string | undefined> {
  await lock(tx);
  const next = nextMigration(await tx.all<AppliedMigration>(selectApplied), migrations);
  if (next === undefined) return undefined;
  for (const statement of statementsOf(next)) await tx.run(statement);
  await tx.run('INSERT INTO migration (name, checksum, applied_at) VALUES ($1, $2, $3)', [
    next.name,
    checksumOf(next),
    new Date().toISOString(),
  ]);
  return next.name;
}

const selectApplied = 'SELECT name, checksum FROM migration ORDER BY name';

/**
 * Lets one process migrate at a time. On SQLite every transaction does. On PostgreSQL it must see what was committed while
 * it waited for the lock.
 */
async function lock(tx: Sql): Promise<void> {
  await tx.run('{sqlite: SELECT 1} {postgres: SET TRANSACTION ISOLATION LEVEL READ COMMITTED}');
  await tx.get(`SELECT {sqlite: 1} {postgres: pg_advisory_xact_lock(${LOCK_KEY})}`);
}

function nextMigration(applied: readonly AppliedMigration[], migrations: readonly Migration[]): Migration | undefined {
  for (const [i, { name, checksum }] of applied.entries()) {
    const expected = migrations[i];
    if (expected?.name === name) {
      if (checksumOf(expected) === checksum) continue;
      throw new Error(`The migration "${name}" was changed after it was applied. Add a new one instead.`);
    }
    if (migrations.some((migration) => migration.name === name)) {
      throw new Error(
        `The migration "${expected?.name}" comes before "${name}", which is applied already. Add it at the end.`,
      );
    }
    throw new Error(`The database is newer than this program: it has the migration "${name}". Run a newer program.`);
  }
  return migrations[applied.length];
}

function checkNames(migrations: readonly Migration[]): void {
  for (const [i, { name }] of migrations.entries()) {
    const before = migrations[i - 1]?.name;
    if (before !== undefined && before >= name)
      throw new Error(`The migration "${name}" does not sort after "${before}".`);
  }
}

export function statementsOf({ sql }: Migration): string[] {
  return sql
    .replace(/^\s*--.*$/gm, '')
    .split(/;[^\S\n]*(?:--.*)?(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

function checksumOf({ sql }: Migration): string {
  return createHash('sha256').update(sql).digest('hex');
}
