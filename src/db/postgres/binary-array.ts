import type { Row, Value } from '../db.ts';
import type { ColumnType } from '../sql-text.ts';
import { checkColumnValue } from './column-value.ts';

// Object ids of the element types (`SELECT oid FROM pg_type`). They are part of the protocol and never change.
const oids: { [T in ColumnType]: number } = { text: 25, bigint: 20, bytea: 17, 'double precision': 701 };
const HEADER_BYTES = 20;

/**
 * One column of many rows as a PostgreSQL array in binary form. As text, every quote and backslash of every element must
 * be escaped twice: 5,000 rows with 1.2 KB of JSON cost 110 µs of CPU each that way, and 2 µs this way.
 */
export function binaryColumn(type: ColumnType, rows: readonly Row[], column: number): Buffer {
  let bytes = HEADER_BYTES;
  for (const row of rows) bytes += 4 + maxBytes(row[column] as Value);
  const array = Buffer.allocUnsafe(bytes);
  array.writeInt32BE(1, 0); // dimensions
  array.writeInt32BE(1, 4); // may hold NULL
  array.writeInt32BE(oids[type], 8);
  array.writeInt32BE(rows.length, 12);
  array.writeInt32BE(1, 16); // number of the first element
  let end = HEADER_BYTES;
  for (const row of rows) {
    const length = writeElement(array, end + 4, type, row[column] as Value);
    array.writeInt32BE(length, end);
    end += 4 + Math.max(0, length);
  }
  return array.subarray(0, end);
}

function maxBytes(value: Value): number {
  if (typeof value === 'string') return value.length * 3;
  return value instanceof Uint8Array ? value.length : 8;
}

/** Writes one element and returns its length, -1 for NULL. */
function writeElement(array: Buffer, start: number, type: ColumnType, value: Value): number {
  checkColumnValue(type, value);
  if (value === null) return -1;
  if (type === 'text') return array.write(value as string, start);
  if (type === 'bigint') return writeInt64(array, start, value as number);
  if (type === 'double precision') return array.writeDoubleBE(value as number, start) - start;
  array.set(value as Uint8Array, start);
  return (value as Uint8Array).length;
}

/** In two halves: a BigInt for each number would be garbage. */
function writeInt64(array: Buffer, start: number, value: number): number {
  array.writeInt32BE(Math.floor(value / 2 ** 32), start);
  array.writeUInt32BE(value >>> 0, start + 4);
  return 8;
}
