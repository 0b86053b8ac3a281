import assert from 'node:assert/strict';
import type { Db, Sql, TransactionOptions } from '../../src/db/db.ts';
import type { MaybePromise } from '../../src/domain/maybe-promise.ts';
import type { ApplyOptions } from '../../src/market/apply-call.ts';
import type { BoardTime } from '../../src/market/decisions/marked-items.ts';
import type { Market } from '../../src/market/market.ts';
import { recordOf } from '../harness/record-of.ts';

type Work<T> = (tx: Sql) => MaybePromise<T>;

/** The same database with another `transaction`. */
export function withTransaction(
  db: Db,
  transaction: <T>(work: Work<T>, options?: TransactionOptions) => Promise<T>,
): Db {
  return new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction') return transaction;
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** The same database, and how many boards were written with their pieces. */
export function countingBoards(db: Db): { db: Db; written(): number } {
  let written = 0;
  const counting = (tx: Sql): Sql =>
    new Proxy(tx, {
      get: (target, name) => (sql: string, rows: readonly unknown[]) => {
        if (name === 'many' && /INSERT INTO board .*consumer_product/s.test(sql)) written += rows.length;
        return Reflect.get(target, name).call(target, sql, rows);
      },
    });
  return {
    db: withTransaction(db, (work, options) => db.transaction((tx) => work(counting(tx)), options)),
    written: () => written,
  };
}

/** Applies records that must all be accepted. */
export async function change(
  market: Market,
  values: readonly object[],
  how: BoardTime | ApplyOptions = 'now',
): Promise<void> {
  const records = values.map(recordOf);
  const options = typeof how === 'string' ? { boards: how } : how;
  for (const outcome of await market.writer.apply(records, options)) assert.equal(typeof outcome, 'string');
}
