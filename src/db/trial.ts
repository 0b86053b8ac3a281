import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MaybePromise } from '../domain/maybe-promise.ts';
import type { Db, Row, Sql } from './db.ts';
import { type DbConfig, openDb } from './open.ts';
import { copyDatabase } from './sqlite/file-copy.ts';

/**
 * Runs `work` on a store with the content of this one. Nothing that it writes remains.
 *
 * SQLite has one writer at a time, and a running service must not wait for a trial: `work` gets a copy of the file, in the
 * system's temporary folder. On PostgreSQL it gets one transaction, which is rolled back: others wait only where they change
 * the same rows.
 */
export function runOnTrial<T>(db: Db, config: DbConfig, work: (trial: Db) => Promise<T>): Promise<T> {
  return db.engine === 'sqlite' ? runOnCopy(config, work) : runAndRollBack(db, work);
}

async function runOnCopy<T>({ file }: DbConfig, work: (trial: Db) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'seller-service-trial-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // Ctrl-C ends the process without `finally`. The copy has the data of all sellers: it must not stay.
  const exit = () => process.exit(130);
  process.once('exit', remove).once('SIGINT', exit).once('SIGTERM', exit);
  try {
    const copy = join(folder, 'service.db');
    copyDatabase(file, copy);
    const trial = await openDb({ file: copy });
    try {
      return await work(trial);
    } finally {
      await trial.close();
    }
  } finally {
    remove();
    process.off('exit', remove).off('SIGINT', exit).off('SIGTERM', exit);
  }
}

/** Thrown to end the transaction without a commit. */
class RollBack extends Error {}

async function runAndRollBack<T>(db: Db, work: (trial: Db) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined;
  let hasBegun = false;
  try {
    await db.transaction(async (tx) => {
      // The input of `work` may be a stream that is read by now.
      if (hasBegun) throw new Error('Another process changed the same records during the trial. Run it again.');
      hasBegun = true;
      result = { value: await work(new OneTransaction(db, tx)) };
      throw new RollBack();
    });
  } catch (error) {
    if (!(error instanceof RollBack)) throw error;
  }
  return (result as { value: T }).value;
}

/** A Db whose statements, and whose transactions, are all part of one transaction. */
class OneTransaction implements Db {
  readonly engine: Db['engine'];
  readonly use: Db['use'];
  readonly #tx: Sql;
  readonly get: Db['get'];
  readonly all: Db['all'];
  readonly run: Db['run'];
  readonly many: Db['many'];

  constructor(db: Db, tx: Sql) {
    this.engine = db.engine;
    this.use = db.use;
    this.#tx = tx;
    this.get = (sql, params) => tx.get(sql, params);
    this.all = (sql, params) => tx.all(sql, params);
    this.run = (sql, params) => tx.run(sql, params);
    this.many = (sql, rows) => tx.many(sql, rows);
  }

  async transaction<T>(work: (tx: Sql) => MaybePromise<T>): Promise<T> {
    return work(this.#tx);
  }

  async *each<R>(sql: string, params?: Row): AsyncGenerator<R> {
    yield* await this.#tx.all<R>(sql, params);
  }

  readSnapshot(work: () => void): void {
    work();
  }

  foreignChanges(): undefined {
    return undefined;
  }

  async ping(): Promise<void> {
    await this.#tx.get('SELECT 1');
  }

  lendTurns(): undefined {
    return undefined;
  }

  damage(): undefined {
    return undefined;
  }

  async close(): Promise<void> {}
}
