import { hash } from 'node:crypto';
import type { Db, Row, Value } from '../db/db.ts';
import type { Table } from '../db/sqlite/schema.ts';
import { readRows } from './table-rows.ts';

export type Digest = { readonly rows: number; readonly sum: bigint };

const BITS = 256;

/**
 * The number of rows of a table, and the sum of the digests of its rows. A sum does not depend on the order, so no engine
 * has to sort. (With exclusive or, two equal rows would cancel each other out.)
 */
export async function tableDigest(db: Db, table: Table): Promise<Digest> {
  let rows = 0;
  let sum = 0n;
  for await (const row of readRows(db, table)) {
    rows += 1;
    sum = BigInt.asUintN(BITS, sum + BigInt(`0x${hash('sha256', textOf(row))}`));
  }
  return { rows, sum };
}

const textOf = (row: Row): string => JSON.stringify(row.map(comparable));

const comparable = (value: Value) => (value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value);
