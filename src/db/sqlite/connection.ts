import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { BoundedCache } from '../../domain/bounded-cache.ts';
import type { Row, Sql, Value } from '../db.ts';
import {
  checkParams,
  countParams,
  forEngine,
  isTableDefinition,
  onlyReads,
  replaceRows,
  rowsMark,
  statementLimit,
} from '../sql-text.ts';
import { sqliteError } from './error.ts';

type Prepared = { statement: StatementSync; params: number; columns: string[]; counts: boolean };

/**
 * Pages kept in memory. With 300,000 items (1.3 GB), a read through two tables costs 25 µs with SQLite's own 2 MB, 20 µs
 * with 64 MB and no less with 256 MB. Pages of 8 or 16 KB change nothing.
 */
const cacheKilobytes = 64_000;

/**
 * As much of the file as SQLite maps at all, for who only reads: a page that is not in the cache is then not copied, which
 * saves a sixth of what a request costs on a large catalogue. The price: an error of the disk while reading is a signal
 * that ends the process, not an error of a statement. Who writes does so by ordinary calls: there a full or broken disk
 * is an answer.
 */
const mappedBytes = 2 ** 31 - 65_536;

/** Rows looked up by one statement. Beginning to read costs 4 µs each time: 20 keys cost 73 µs together, 177 one by one. */
export const rowsPerRead = 32;

/** One synchronous connection to a SQLite file. Errors are already those that `Sql` promises. */
export class SqliteConnection implements Sql {
  readonly #database: DatabaseSync;
  readonly #file: string;
  readonly #prepared = new BoundedCache<Prepared>(statementLimit);

  /** LongPolls in the driver stop the whole process, so `timeoutMs` must be short, or for locks that are rare and brief. */
  constructor(file: string, options: { readOnly: boolean; timeoutMs: number }) {
    this.#file = file;
    this.#database = this.#try(
      () => new DatabaseSync(file, { readOnly: options.readOnly, timeout: options.timeoutMs }),
    );
    try {
      this.exec(`PRAGMA cache_size = -${cacheKilobytes}; PRAGMA foreign_keys = ON`);
      if (options.readOnly) this.exec(`PRAGMA mmap_size = ${mappedBytes}`);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  get<R>(sql: string, params: Row = []): R | undefined {
    const prepared = this.#prepare(sql);
    checkParams(params, prepared.params);
    const values = this.#try(() => prepared.statement.get(...params)) as unknown as Value[] | undefined;
    return values && rowOf<R>(prepared, values);
  }

  all<R>(sql: string, params: Row = []): R[] {
    const prepared = this.#prepare(sql);
    checkParams(params, prepared.params);
    const rows = this.#try(() => prepared.statement.all(...params)) as unknown as Value[][];
    return rows.map((values) => rowOf<R>(prepared, values));
  }

  run(sql: string, params: Row = []): number {
    const prepared = this.#prepare(sql);
    checkParams(params, prepared.params);
    const changed = this.#try(() => prepared.statement.run(...params)).changes;
    return prepared.counts ? Number(changed) : 0;
  }

  /** Not all or nothing by itself: the caller begins and commits. */
  many<R>(sql: string, rows: readonly Row[]): R[] {
    const { columns, textFor } = expansionOf(sql);
    const found: R[] = [];
    if (onlyReads(sql)) {
      for (let start = 0; start < rows.length; start += rowsPerRead) {
        const part = rows.slice(start, start + rowsPerRead);
        for (const row of part) if (row.length !== columns) checkParams(row, columns);
        const same = sameColumns(part);
        for (const row of this.all<R>(textFor(part.length, same), paramsOf(part, same))) found.push(row);
      }
      return found;
    }
    const one = textFor(1);
    const returnsRows = this.#prepare(one).columns.length > 0;
    for (const row of rows) {
      // A statement that returns nothing is 40 % cheaper by `run`.
      if (!returnsRows) this.run(one, row);
      else for (const returned of this.all<R>(one, row)) found.push(returned);
    }
    return found;
  }

  *iterate<R>(sql: string, params: Row = []): Generator<R> {
    const prepared = this.#prepare(sql);
    checkParams(params, prepared.params);
    const rows = this.#try(() => prepared.statement.iterate(...params));
    for (;;) {
      const next = this.#try(() => rows.next());
      if (next.done) return;
      yield rowOf<R>(prepared, next.value as unknown as Value[]);
    }
  }

  exec(sql: string): void {
    this.#try(() => this.#database.exec(sql));
  }

  /** Runs `call` between `begin` and COMMIT. */
  atomically<T>(begin: 'BEGIN' | 'BEGIN IMMEDIATE', call: () => T): T {
    this.exec(begin);
    try {
      const result = call();
      this.exec('COMMIT');
      return result;
    } catch (error) {
      this.rollback();
      throw error;
    }
  }

  rollback(): void {
    // After a full disk or an I/O error SQLite may have rolled back by itself.
    if (this.#database.isTransaction) this.exec('ROLLBACK');
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    const text = sqliteText(sql);
    const statement = this.#try(() => this.#database.prepare(text));
    const columns = namesIn(statement);
    // As objects the driver would make each row a dictionary, and look up the name of each column again.
    statement.setReturnArrays(true);
    // After any other statement the driver repeats the count of the one before.
    const counts = /^\s*(INSERT|UPDATE|DELETE|REPLACE|WITH)\b/i.test(text);
    return this.#prepared.set(sql, { statement, params: countParams(sql), columns, counts });
  }

  #try<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      throw sqliteError(error, this.#file);
    }
  }
}

const namesIn = (statement: StatementSync) => statement.columns().map(({ name }) => name);

/** Rows of a statement then have one shape, which readers of their fields profit from. */
function rowOf<R>(prepared: Prepared, values: readonly Value[]): R {
  // `SELECT *` of a table that got a column since: the driver has prepared the statement anew.
  if (prepared.columns.length !== values.length) prepared.columns = namesIn(prepared.statement);
  const { columns } = prepared;
  const row: Record<string, Value> = {};
  for (let n = 0; n < columns.length; n += 1) row[columns[n] as string] = values[n] as Value;
  return row as R;
}

/** Parameters that stand once each and in order need no number, which the driver would look up for each of them. */
function sqliteParams(sql: string): string {
  let count = 0;
  const inOrder = Array.from(sql.matchAll(/\$(\d+)/g)).every(([, number]) => Number(number) === ++count);
  return sql.replace(/\$(\d+)/g, inOrder ? '?' : '?$1');
}

function sqliteText(sql: string): string {
  const text = sqliteParams(forEngine('sqlite', sql));
  return isTableDefinition(text) ? tableDefinition(text) : text;
}

/** STRICT refuses values of another type, as PostgreSQL does, and knows these names of types only. */
function tableDefinition(sql: string): string {
  const text = sql
    .replace(/\bBIGINT\b/gi, 'INTEGER')
    .replace(/\bBYTEA\b/gi, 'BLOB')
    .replace(/\bDOUBLE PRECISION\b/gi, 'REAL')
    .trim();
  if (!/^CREATE/i.test(text)) return text;
  return text + (text.endsWith(')') ? ' STRICT' : ', STRICT');
}

type Expansion = { columns: number; textFor(rows: number, same?: number): string };
const expansions = new BoundedCache<Expansion>(statementLimit);

/** The texts of a statement for one row, two rows and so on, made once: making them costs as much as reading ten rows. */
function expansionOf(sql: string): Expansion {
  const known = expansions.get(sql);
  if (known !== undefined) return known;
  const { length: columns } = rowsMark(sql).types;
  const texts = new Map<number, string>();
  const textFor = (rows: number, same = 0): string => {
    const name = rows * 2 ** columns + same;
    const text = texts.get(name) ?? replaceRows(sql, `VALUES ${valuesText(rows, columns, same)}`);
    texts.set(name, text);
    return text;
  };
  return expansions.set(sql, { columns, textFor });
}

/**
 * Which columns have one value in all rows, a bit each. Twenty SKUs of a seller share two of three: given once, these are
 * 22 parameters instead of 60, and a parameter costs as much as a step down a tree.
 */
function sameColumns(rows: readonly Row[]): number {
  const [first = [], ...others] = rows;
  if (others.length === 0) return 0;
  let same = 0;
  first.forEach((value, n) => {
    if (others.every((row) => row[n] === value)) same |= 1 << n;
  });
  return same;
}

const isSame = (same: number, column: number) => (same & (1 << column)) !== 0;

/** The values of a first row, and of the others those that differ: in the order of the parameters of `valuesText`. */
function paramsOf(rows: readonly Row[], same: number): Row {
  const params: Value[] = [];
  rows.forEach((row, at) => {
    for (let n = 0; n < row.length; n += 1) if (at === 0 || !isSame(same, n)) params.push(row[n] as Value);
  });
  return params;
}

function valuesText(rows: number, columns: number, same: number): string {
  let param = 0;
  const row = (at: number) =>
    Array.from({ length: columns }, (_, n) => (at > 0 && isSame(same, n) ? `$${n + 1}` : `$${++param}`));
  return Array.from({ length: rows }, (_, at) => `(${row(at).join(', ')})`).join(', ');
}
