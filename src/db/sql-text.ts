import { BoundedCache } from '../domain/bounded-cache.ts';
import { Fault } from '../domain/fault.ts';
import type { Row, Value } from './db.ts';

/** How many statements are kept prepared per connection. The service has about a hundred. */
export const MAX_STATEMENTS = 500;

const rowsPattern = /\bVALUES\s*\{rows:([^{}]*)\}/i;

const columnTypes = ['text', 'bigint', 'bytea', 'double precision'] as const;
export type ColumnType = (typeof columnTypes)[number];
export type RowsMark = { types: ColumnType[]; keys: number[] };

const BY_KEY = '{by key}';

/** Keeps `{engine: text}` of this engine and drops that of the other. */
export function forEngine(engine: 'sqlite' | 'postgres', sql: string): string {
  return sql
    .replace(/\{(sqlite|postgres):([^{}]*)\}/g, (_, name, text) => (name === engine ? text.trim() : ''))
    .replace(BY_KEY, '');
}

export const isByKey = (sql: string) => sql.endsWith(BY_KEY);

export function replaceRows(sql: string, text: string): string {
  return sql.replace(rowsPattern, () => text);
}

export const takesRows = (sql: string) => rowsPattern.test(sql);

/** Parses `VALUES {rows: ...}` of a statement. Throws when it is missing or has an unknown type. */
export function rowsMark(sql: string): RowsMark {
  const match = rowsPattern.exec(sql);
  if (match === null) throw new Error(`The statement has no VALUES {rows: ...}: ${sql}`);
  const columns = (match[1] as string).split(',').map((column) => column.trim());
  const keys = columns.flatMap((column, i) => (/\skey$/.test(column) ? [i] : []));
  const types = columns.map((column) => columnType(column.replace(/\skey$/, '')));
  // In one statement PostgreSQL rejects a second change of a row, or applies either: rows with equal `keys` go into different statements.
  if (keys.length === 0 && /\bUPDATE\b/i.test(sql)) throw new Error(`{rows: ...} of an update marks no key: ${sql}`);
  return { types, keys };
}

function columnType(text: string): ColumnType {
  const type = columnTypes.find((one) => one === text);
  if (type === undefined)
    throw new Error(`{rows: ...} has the type "${text}"; the types are ${columnTypes.join(', ')}.`);
  return type;
}

export function isTableDefinition(sql: string): boolean {
  return /^\s*(CREATE|ALTER)\s+TABLE\b/i.test(sql);
}

const reading = new BoundedCache<boolean>(MAX_STATEMENTS);

/** Whether a statement only reads. False in doubt: a read that is taken for a write merely waits for the write lock. */
export function onlyReads(sql: string): boolean {
  return (
    reading.get(sql) ??
    reading.set(sql, /^\s*(SELECT|VALUES|WITH)\b/i.test(sql) && !/\b(INSERT|UPDATE|DELETE|REPLACE)\b/i.test(sql))
  );
}

/** The number of parameters: the highest `$n`. */
export function countParams(sql: string): number {
  return Math.max(0, ...Array.from(sql.matchAll(/\$(\d+)/g), (match) => Number(match[1])));
}

/** Rejects what the two engines treat differently: a missing value is NULL for one and an error for the other. */
export function checkParams(params: Row, expected: number): void {
  if (params.length !== expected) {
    throw new TypeError(`The statement takes ${expected} values, but got ${params.length}.`);
  }
  for (const value of params) checkValue(value);
}

export function checkValue(value: Value): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw new Fault('InvalidInput', nulProblem);
  } else if (typeof value === 'number' ? !Number.isFinite(value) : value !== null && !(value instanceof Uint8Array)) {
    throw new TypeError(`A statement cannot take the value ${String(value)}.`);
  }
}

const nulProblem = {
  message: 'The request contains a NUL character.',
  details: 'Text must not contain the character U+0000.',
};
