import { HOUR_MS } from '../domain/duration.ts';
import type { Db, Sql } from './db.ts';
import {
  type AppliedMigration,
  checksumOf,
  type Migration,
  type MigrationPlan,
  migrationPlan,
} from './migration-plan.ts';

/** A migration may rewrite a large table, and other processes that start at the same time wait for it. */
const timeoutMs = HOUR_MS;

/** Key of the advisory lock: any number, the same in all processes. */
const LOCK_KEY = 7_020_260_001;

/**
 * Brings the tables up to date and returns the names of the migrations that it applied. Each takes effect as a whole or not
 * at all; those before a failed one stay. Several processes may do this at once. Throws, before it changes anything, when
 * this program must not use the store (`migrationPlan`). `version` of the program is recorded with what it applies.
 */
export async function migrate(db: Db, migrations: readonly Migration[], version?: string): Promise<string[]> {
  // Without a lock: a start with nothing to do waits for no other process, and needs no right to create tables.
  if ((await readPlan(db, migrations)).pending.length === 0) return [];
  const done: string[] = [];
  await db.transaction(createTable, { timeoutMs });
  for (;;) {
    const name = await db.transaction((tx) => applyNext(tx, migrations, version), { timeoutMs });
    if (name === undefined) return done;
    done.push(name);
  }
}

/** What `migrate` would do. Only reads. */
export async function readPlan(db: Sql, migrations: readonly Migration[]): Promise<MigrationPlan> {
  return migrationPlan(await readApplied(db), migrations);
}

/** The migrations of a store, in their order. */
export async function readApplied(db: Sql): Promise<AppliedMigration[]> {
  const tables =
    '{sqlite: sqlite_schema WHERE name} {postgres: pg_tables WHERE schemaname = current_schema() AND tablename}';
  const exists = await db.get(`SELECT 1 FROM ${tables} = 'migration'`);
  return exists === undefined ? [] : db.all<AppliedMigration>(selectApplied);
}

/** `*`: the table of an older runner lacks columns. */
const selectApplied = 'SELECT * FROM migration ORDER BY name';

/** The runner's own table has no migration. The columns that came later are added before the first migration that needs them. */
async function createTable(tx: Sql): Promise<void> {
  await lock(tx);
  await tx.run(`CREATE TABLE IF NOT EXISTS migration (
    name TEXT PRIMARY KEY,
    checksum TEXT NOT NULL,
    applied_at TEXT NOT NULL
  )`);
  for (const [column, type] of [
    ['oldest_program', 'BIGINT'],
    ['applied_by', 'TEXT'],
  ] as const) {
    const found = await tx.get(
      `SELECT 1 FROM {sqlite: pragma_table_info('migration') WHERE name}
       {postgres: pg_attribute WHERE attrelid = to_regclass('migration') AND NOT attisdropped AND attname} = $1`,
      [column],
    );
    if (found === undefined) await tx.run(`ALTER TABLE migration ADD COLUMN ${column} ${type}`);
  }
}

/** Applies the next migration, if there is one. */
async function applyNext(tx: Sql, migrations: readonly Migration[], version?: string): Promise<string | undefined> {
  await lock(tx);
  const [next] = migrationPlan(await tx.all<AppliedMigration>(selectApplied), migrations).pending;
  if (next === undefined) return undefined;
  for (const statement of statementsOf(next)) await tx.run(statement);
  await tx.run(
    'INSERT INTO migration (name, checksum, applied_at, oldest_program, applied_by) VALUES ($1, $2, $3, $4, $5)',
    [next.name, checksumOf(next), new Date().toISOString(), next.oldestProgram, version ?? null],
  );
  return next.name;
}

/**
 * Lets one process migrate at a time. On SQLite every transaction does. On PostgreSQL it must see what was committed while
 * it waited for the lock.
 */
async function lock(tx: Sql): Promise<void> {
  await tx.run('{sqlite: SELECT 1} {postgres: SET TRANSACTION ISOLATION LEVEL READ COMMITTED}');
  await tx.get(`SELECT {sqlite: 1} {postgres: pg_advisory_xact_lock(${LOCK_KEY})}`);
}

export function statementsOf({ sql }: Migration): string[] {
  return sql
    .replace(/^\s*--.*$/gm, '')
    .split(/;[^\S\n]*(?:--.*)?(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
