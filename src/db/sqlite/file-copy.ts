import { closeSync, openSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Fault } from '../../domain/fault.ts';
import { UnusableFileError } from '../db.ts';
import { damagedFile, sqliteError } from './error.ts';

/**
 * Writes a consistent copy of a database that other processes may be using: everything that was committed before, and
 * nothing by halves. They go on reading and writing meanwhile. The copy is checked; it is not yet on the disk for sure.
 */
export function copyDatabase(file: string, copy: string): void {
  // Only its owner may read it. VACUUM INTO accepts an empty file.
  closeSync(openSync(copy, 'wx', 0o600));
  use(file, (database) => database.prepare('VACUUM INTO ?').run(copy));
  checkDatabase(copy);
}

/** Throws a DamagedStoreError when a page, an index or a constraint of the database is damaged. */
function checkDatabase(file: string): void {
  const [first] = use(file, (database) => database.prepare('PRAGMA integrity_check(1)').all());
  const found = String(first?.integrity_check);
  if (found !== 'ok') throw damagedFile(file, found);
}

/** The named value of a two-column table (`name`, `value`), or undefined when there is no such value, table or file. */
export function storedValue(file: string, table: 'service_fact' | 'idp_keeping', name: string): string | undefined {
  if (!hasTables(file)) return undefined;
  return use(file, (database) => {
    const tables = database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?');
    if (tables.get(table) === undefined) return undefined;
    const row = database.prepare(`SELECT value FROM ${table} WHERE name = ?`).get(name);
    return row === undefined ? undefined : String(row.value);
  });
}

/** Whether the file is a database with tables: not missing, empty, or new. */
export function hasTables(file: string): boolean {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return false;
  return use(file, (database) => database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined);
}

function use<T>(file: string, work: (database: DatabaseSync) => T): T {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 10_000 });
    return work(database);
  } catch (error) {
    const known = sqliteError(error, file);
    // A Fault is for clients, which try again. Here an operator reads the error: the disk is full, or another user owns the file.
    if (known instanceof Fault) throw new UnusableFileError(reasonWhy(file, error), { cause: error });
    throw known;
  } finally {
    database?.close();
  }
}

const reasonWhy = (file: string, error: unknown) => `${file} cannot be read or copied: ${(error as Error).message}`;
