import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, beforeEach, describe, it } from 'node:test';
import type { MessagePort } from 'node:worker_threads';
import { FairMutex } from '../../src/db/fair-mutex.ts';
import { LentLock, lendLock } from '../../src/db/sqlite/lent-lock.ts';
import { openSqlite } from '../../src/db/sqlite/open.ts';
import { until } from '../harness/until.ts';

const tooLong = () => new Error('too long');

describe('a lent lock', () => {
  let lock: FairMutex;
  let port: MessagePort;
  let turns: string[];
  beforeEach(() => {
    lock = new FairMutex();
    turns = [];
    port = lendLock(lock, { before: async () => void turns.push('before'), after: () => void turns.push('after') });
  });
  afterEach(() => port.close());

  it('has one holder at a time, in the order of arrival', async () => {
    const lent = new LentLock(port);
    const order: string[] = [];
    await lock.acquire(1_000, tooLong);
    const work = async (name: string, of: Pick<FairMutex, 'acquire' | 'release'>) => {
      await of.acquire(1_000, tooLong);
      order.push(name);
      of.release();
    };
    const first = work('borrower', lent);
    await until('the borrower waits', () => lock.waiting === 1);
    const second = work('lender', lock);
    lock.release();
    await Promise.all([first, second]);
    deepEqual([order, turns, lock.isFree], [['borrower', 'lender'], ['before', 'after'], true]);
  });

  it('goes back when its borrower has waited for too long', async () => {
    const lent = new LentLock(port);
    await lock.acquire(1_000, tooLong);
    await rejects(lent.acquire(5, tooLong), /too long/);
    equal(lent.waiting, 0);
    lock.release();
    await until('the turn is given back', () => turns.includes('after'));
    ok(lock.isFree);
    await lent.acquire(1_000, tooLong);
    equal(lock.isFree, false);
    lent.release();
    await until('it is given back', () => lock.isFree);
  });

  it('goes back when its borrower ends in its turn, or while it waits for one', async () => {
    const lent = new LentLock(port);
    await lent.acquire(1_000, tooLong);
    port.close();
    await lock.acquire(1_000, tooLong);
    const other = lendLock(lock, { before: async () => undefined, after: () => turns.push('after') });
    void new LentLock(other).acquire(1_000, tooLong).catch(() => undefined);
    await until('it waits', () => lock.waiting === 1);
    other.close();
    lock.release();
    await until('nobody has it', () => lock.isFree);
  });
});

describe('a file that two parts of a process have open', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lent-'));
  after(() => rmSync(folder, { recursive: true }));

  it('loses no change of either, and neither is refused', async () => {
    const file = join(folder, 'store.db');
    const lender = await openSqlite(file);
    await lender.run('CREATE TABLE counter (name TEXT PRIMARY KEY, value BIGINT NOT NULL)');
    await lender.run("INSERT INTO counter (name, value) VALUES ('n', 0)");
    const port = lender.lendTurns();
    const borrower = await openSqlite(file, { lock: new LentLock(port) });
    const add = (db: typeof lender) =>
      db.transaction(async (tx) => {
        const row = await tx.get<{ value: number }>("SELECT value FROM counter WHERE name = 'n'");
        await new Promise((resolve) => setImmediate(resolve));
        await tx.run("UPDATE counter SET value = $1 WHERE name = 'n'", [(row?.value ?? 0) + 1]);
      });
    await Promise.all(Array.from({ length: 40 }, (_, n) => add(n % 2 === 0 ? lender : borrower)));
    await borrower.run("UPDATE counter SET value = value + 1 WHERE name = 'n'");
    equal((await lender.get<{ value: number }>("SELECT value FROM counter WHERE name = 'n'"))?.value, 41);
    await borrower.close();
    port.close();
    await lender.close();
  });

  it('tells each of them that the other has changed it', async () => {
    const file = join(folder, 'seen.db');
    const lender = await openSqlite(file);
    await lender.run('CREATE TABLE t (a BIGINT)');
    const port = lender.lendTurns();
    const borrower = await openSqlite(file, { lock: new LentLock(port) });
    const before = lender.foreignChanges();
    await borrower.run('INSERT INTO t (a) VALUES (1)');
    ok(lender.foreignChanges() !== before);
    await borrower.close();
    port.close();
    await lender.close();
  });
});
