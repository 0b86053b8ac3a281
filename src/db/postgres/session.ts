import { createHash } from 'node:crypto';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { BoundedCache } from '../../domain/bounded-cache.ts';
import type { Row, Sql } from '../db.ts';
import {
  checkParams,
  countParams,
  forEngine,
  isTableDefinition,
  onlyReads,
  type RowsMark,
  replaceRows,
  rowsMark,
  statementLimit,
} from '../sql-text.ts';
import { binaryColumn } from './array.ts';
import { postgresError } from './error.ts';
import type { AnswerWatch } from './watch.ts';

type Prepared = { name: string | undefined; text: string; params: number };
type PreparedRows = RowsMark & Omit<Prepared, 'params'>;

/** Rows in one statement: bounds the memory of a long list, and 5,000 rows of 1 KB take well under a second. */
const rowsPerStatement = 5_000;

/** The server stops a statement at the patience of the session. One that is gone cannot: see `AnswerWatch`. */
export const graceMs = 1_000;

const prepared = new BoundedCache<Prepared>(statementLimit);
const preparedRows = new BoundedCache<PreparedRows>(statementLimit);

/** Statements on one connection. Errors are already those that `Sql` promises. */
export class PostgresSession implements Sql {
  readonly #client: PoolClient;
  readonly #watch: AnswerWatch;
  readonly #patienceMs: number;
  #unanswered = 0;

  constructor(client: PoolClient, watch: AnswerWatch, patienceMs: number) {
    this.#client = client;
    this.#watch = watch;
    this.#patienceMs = patienceMs;
  }

  async get<R>(sql: string, params: Row = []): Promise<R | undefined> {
    return (await this.#statement(sql, params)).rows[0] as R | undefined;
  }

  async all<R>(sql: string, params: Row = []): Promise<R[]> {
    return (await this.#statement(sql, params)).rows as R[];
  }

  async run(sql: string, params: Row = []): Promise<number> {
    return (await this.#statement(sql, params)).rowCount ?? 0;
  }

  /** Not all or nothing by itself when `isOneStatement` says no: the caller begins and commits. */
  async many<R>(sql: string, rows: readonly Row[]): Promise<R[]> {
    const { keys, types, name, text } = prepareRows(sql);
    for (const row of rows) if (row.length !== types.length) checkParams(row, types.length);
    const found: R[] = [];
    for (const part of parts(rows, keys)) {
      const values = types.map((type, column) => binaryColumn(type, part, column));
      for (const row of (await this.query({ name, text, values })).rows) found.push(row as R);
    }
    return found;
  }

  /** Makes the rows of a statement ready to be fetched in parts, inside a transaction. */
  async declareCursor(cursor: string, sql: string, params: Row): Promise<void> {
    const { text, params: expected } = prepare(sql);
    checkParams(params, expected);
    await this.query({ text: `DECLARE ${cursor} NO SCROLL CURSOR FOR ${text}`, values: params as unknown[] });
  }

  /** Runs text as it is. */
  async query(config: { name?: string | undefined; text: string; values?: unknown[] }): Promise<QueryResult> {
    this.#unanswered++;
    this.#watch.expect(this.#client, this.#patienceMs + graceMs);
    try {
      return await this.#client.query(config as QueryConfig);
    } catch (error) {
      throw postgresError(error);
    } finally {
      if (--this.#unanswered === 0) this.#watch.answered(this.#client);
    }
  }

  #statement(sql: string, params: Row): Promise<QueryResult> {
    const { name, text, params: expected } = prepare(sql);
    checkParams(params, expected);
    return this.query({ name, text, values: params as unknown[] });
  }
}

/** Whether `many` can do it by one statement. */
export function isOneStatement(sql: string, rows: readonly Row[]): boolean {
  const { keys } = prepareRows(sql);
  return rows.length <= 1 || parts(rows, keys).length === 1;
}

/** Cuts rows into pieces of bounded size in which no two share a key; rows with the same key stay in their order. */
function parts(rows: readonly Row[], keys: readonly number[]): Row[][] {
  const rounds: Row[][] = [];
  const timesSeen = new Map<unknown, number>();
  for (const row of rows) {
    let round = 0;
    if (keys.length > 0) {
      const key =
        keys.length === 1 && typeof row[keys[0] as number] !== 'object'
          ? row[keys[0] as number]
          : JSON.stringify(keys.map((i) => row[i]));
      round = timesSeen.get(key) ?? 0;
      timesSeen.set(key, round + 1);
    }
    const list = rounds[round];
    if (list === undefined) rounds[round] = [row];
    else list.push(row);
  }
  return rounds.flatMap((round) => {
    const pieces: Row[][] = [];
    for (let start = 0; start < round.length; start += rowsPerStatement)
      pieces.push(round.slice(start, start + rowsPerStatement));
    return pieces;
  });
}

const names = new Map<string, string>();

/**
 * The server keeps the plan of a named statement as long as the connection, so only so many get a name. It follows from the
 * text: behind a pooler that hands out connections of other processes, a name must mean the same for all.
 */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size === statementLimit) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}

function prepare(sql: string): Prepared {
  const known = prepared.get(sql);
  if (known !== undefined) return known;
  const text = postgresText(sql);
  return prepared.set(sql, { name: nameOf(text), text, params: countParams(text) });
}

function prepareRows(sql: string): PreparedRows {
  const known = preparedRows.get(sql);
  if (known !== undefined) return known;
  const { types, keys } = rowsMark(sql);
  const arrays = types.map((type, i) => `$${i + 1}::${type}[]`).join(', ');
  const columns = types.map((_, i) => `column${i + 1}`).join(', ');
  // One statement with one plan for any number of rows; the columns are named as those of VALUES.
  const text = replaceRows(forEngine('postgres', sql), `SELECT * FROM unnest(${arrays}) AS row (${columns})`);
  return preparedRows.set(sql, { types, keys: onlyReads(sql) ? [] : keys, name: nameOf(text), text });
}

/** Without a collation, text would sort by the locale of the server, and unlike SQLite. */
function postgresText(sql: string): string {
  const text = forEngine('postgres', sql);
  return isTableDefinition(text) ? text.replace(/\bTEXT\b/gi, 'TEXT COLLATE "C"') : text;
}
