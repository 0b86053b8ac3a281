import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { noteStretch } from '../../async/work.ts';
import { BoundedCache } from '../../domain/bounded-cache.ts';
import type { Row, Sql, Value } from '../db.ts';
import { checkParams, countParams, MAX_STATEMENTS, onlyReads } from '../sql-text.ts';
import { sqliteError } from './error.ts';
import { ROWS_PER_READ, rowsParams, rowsStatement, sharedColumns } from './many-rows.ts';
import { sqliteText } from './statement-text.ts';

type Prepared = { statement: StatementSync; params: number; columns: string[]; counts: boolean };

/**
 * The page cache. With 300,000 items (1.3 GB), a read through two tables costs 25 µs with SQLite's own 2 MB, 20 µs
 * with 64 MB and no less with 256 MB. Pages of 8 or 16 KB change nothing.
 */
const CACHE_KILOBYTES = 64_000;

/**
 * Connections that only read may map as much of the file into memory as SQLite allows. A page that is not in the cache is then
 * not copied, which saves a sixth of the cost of a request on a large catalogue. The price: a disk error while reading is a
 * signal that ends the process, not an error of the statement. The connection that writes uses ordinary calls, so that a
 * full or broken disk is an error of the statement.
 */
const MAPPED_BYTES = 2 ** 31 - 65_536;

export type ConnectionOptions = {
  readOnly: boolean;
  /** Maps the file into memory. Only for connections that read. */
  isMapped?: boolean;
  busyTimeoutMs: number;
  /** Called with every error before it is thrown. */
  onError?: (error: unknown) => void;
};

/** One synchronous connection to a SQLite file. Errors are already those that `Sql` promises. */
export class SqliteConnection implements Sql {
  readonly #database: DatabaseSync;
  readonly #file: string;
  readonly #onError: ((error: unknown) => void) | undefined;
  readonly #prepared = new BoundedCache<Prepared>(MAX_STATEMENTS);

  /** While the driver waits for a lock the whole process is blocked: the timeout is short, or the locks rare and brief. */
  constructor(file: string, options: ConnectionOptions) {
    this.#file = file;
    this.#onError = options.onError;
    this.#database = this.#try(
      'OPEN',
      () => new DatabaseSync(file, { readOnly: options.readOnly, timeout: options.busyTimeoutMs }),
    );
    try {
      this.exec(`PRAGMA cache_size = -${CACHE_KILOBYTES}; PRAGMA foreign_keys = ON`);
      if (options.isMapped) this.exec(`PRAGMA mmap_size = ${MAPPED_BYTES}`);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  get<R>(sql: string, params: Row = []): R | undefined {
    const prepared = this.#prepare(sql);
    checkParams(params, prepared.params);
    const values = this.#try(sql, () => prepared.statement.get(...params)) as unknown as Value[] | undefined;
    return values && rowOf<R>(prepared, values);
  }

  all<R>(sql: string, params: Row = []): R[] {
    const prepared = this.#prepare(sql);
    checkParams(params, prepared.params);
    const rows = this.#try(sql, () => prepared.statement.all(...params)) as unknown as Value[][];
    return rows.map((values) => rowOf<R>(prepared, values));
  }

  run(sql: string, params: Row = []): number {
    const prepared = this.#prepare(sql);
    checkParams(params, prepared.params);
    const changed = this.#try(sql, () => prepared.statement.run(...params)).changes;
    return prepared.counts ? Number(changed) : 0;
  }

  /** Not atomic by itself: the caller begins and commits. */
  many<R>(sql: string, rows: readonly Row[]): R[] {
    const [only] = rows;
    if (only !== undefined && rows.length === 1) return this.#one<R>(rowsStatement(sql).textFor(1), only);
    const found: R[] = [];
    for (const steps = this.steps<R>(sql, rows, found); !steps.next().done; );
    return found;
  }

  /** As `many`, in steps of about a hundred microseconds at most, after each of which the caller may pause. Adds to `found` what comes back. */
  *steps<R>(sql: string, rows: readonly Row[], found: R[]): Generator<void, void> {
    const [first] = rows;
    if (first === undefined) return;
    const { columns, textFor } = rowsStatement(sql);
    if (onlyReads(sql)) {
      for (let start = 0; start < rows.length; start += ROWS_PER_READ) {
        if (start > 0) yield;
        const batch = rows.slice(start, start + ROWS_PER_READ);
        for (const row of batch) if (row.length !== columns) checkParams(row, columns);
        const shared = sharedColumns(batch);
        for (const row of this.all<R>(textFor(batch.length, shared), rowsParams(batch, shared))) found.push(row);
      }
      return;
    }
    const one = textFor(1);
    let isFirst = true;
    for (const row of rows) {
      if (!isFirst) yield;
      isFirst = false;
      for (const returned of this.#one<R>(one, row)) found.push(returned);
    }
  }

  /** Runs a statement for one row. A statement that returns nothing is 40 % cheaper by `run`. */
  #one<R>(text: string, row: Row): R[] {
    if (this.#prepare(text).columns.length > 0) return this.all<R>(text, row);
    this.run(text, row);
    return [];
  }

  *iterate<R>(sql: string, params: Row = []): Generator<R> {
    const prepared = this.#prepare(sql);
    checkParams(params, prepared.params);
    const rows = this.#try(sql, () => prepared.statement.iterate(...params));
    for (;;) {
      const next = this.#try(sql, () => rows.next());
      if (next.done) return;
      yield rowOf<R>(prepared, next.value as unknown as Value[]);
    }
  }

  exec(sql: string): void {
    this.#try(sql, () => this.#database.exec(sql));
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

  /** Never throws: its callers are already handling another error, or run outside every handler. */
  rollback(): void {
    try {
      // After a full disk or an I/O error SQLite may have rolled back by itself.
      if (this.#database.isTransaction) this.exec('ROLLBACK');
    } catch {
      // With damaged pages SQLite ends the transaction, and still reports their error.
    }
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #prepare(sql: string): Prepared {
    const cached = this.#prepared.get(sql);
    if (cached !== undefined) return cached;
    const text = sqliteText(sql);
    const statement = this.#try(sql, () => this.#database.prepare(text));
    const columns = namesIn(statement);
    // For rows as objects the driver would make each row a dictionary, and look up the name of each column again.
    statement.setReturnArrays(true);
    // After any other statement the driver repeats the count of the previous one.
    const counts = /^\s*(INSERT|UPDATE|DELETE|REPLACE|WITH)\b/i.test(text);
    return this.#prepared.set(sql, { statement, params: countParams(sql), columns, counts });
  }

  /** The whole process waits for the call. */
  #try<T>(sql: string, call: () => T): T {
    const startedMs = performance.now();
    try {
      return call();
    } catch (error) {
      const translated = sqliteError(error, this.#file);
      this.#onError?.(translated);
      throw translated;
    } finally {
      noteStretch(startedMs, sql);
    }
  }
}

const namesIn = (statement: StatementSync) => statement.columns().map(({ name }) => name);

/** All rows of a statement get one hidden class, which makes reading their fields cheaper. */
function rowOf<R>(prepared: Prepared, values: readonly Value[]): R {
  // `SELECT *` of a table that has a new column: the driver has prepared the statement again.
  if (prepared.columns.length !== values.length) prepared.columns = namesIn(prepared.statement);
  const { columns } = prepared;
  const row: Record<string, Value> = {};
  for (let n = 0; n < columns.length; n += 1) row[columns[n] as string] = values[n] as Value;
  return row as R;
}
