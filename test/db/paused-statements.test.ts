import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Db, type Sql, violatedConstraint } from '../../src/db/db.ts';
import { openDb } from '../../src/db/open.ts';

const insert = 'INSERT INTO t (a, n) VALUES ($1, $2)';
const put = 'INSERT INTO t (a, n) VALUES {rows: text key, bigint} ON CONFLICT (a) DO UPDATE SET n = excluded.n';

const workFor = (ms: number) => {
  for (const endMs = performance.now() + ms; performance.now() < endMs; );
};

const outcomeOf = (sent: unknown) =>
  Promise.resolve(sent).then(
    () => 'took effect',
    () => 'rejected',
  );

describe('a long transaction on SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'paused-'));
  let db: Db;
  before(async () => {
    db = await openDb({ file: join(folder, 'store.db') });
    await db.run('CREATE TABLE t (a TEXT PRIMARY KEY, n BIGINT)');
    await db.run('CREATE TABLE written (at BIGINT PRIMARY KEY, letters TEXT)');
  });
  after(async () => {
    await db.close();
    rmSync(folder, { recursive: true });
  });
  const count = async () => (await db.get<{ n: number }>('SELECT count(*) AS n FROM t'))?.n;

  /** The turns of the event loop while `work` runs. */
  async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
    let turns = 0;
    let next = setImmediate(function look() {
      turns += 1;
      next = setImmediate(look);
    });
    await work();
    clearImmediate(next);
    return turns;
  }

  it('leaves the rest of the process its turns between statements', async () => {
    const turns = await turnsDuring(() =>
      db.transaction(async (tx) => {
        for (let n = 0; n < 40; n += 1) {
          await tx.all('SELECT a FROM t');
          workFor(1);
        }
      }),
    );
    // Two statements, of a millisecond each, follow each other in a turn, and there are turns before and after.
    assert.ok(turns >= 15, `${turns} turns`);
  });

  it('leaves them between the rows of one statement, inside a transaction and outside', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => [`row ${n}`, n]);
    for (const work of [
      (some: typeof rows) => db.transaction((tx) => tx.many(put, some)),
      async (some: typeof rows) => db.many(put, some),
    ]) {
      const began = performance.now();
      const turns = await turnsDuring(async () => work(rows));
      // The machine may take the process off its core: one turn for each 20 ms instead of 2.
      const least = Math.floor((performance.now() - began) / 20);
      assert.ok(turns >= Math.max(least, 2), `${turns} turns of at least ${least}`);
      assert.equal(await count(), rows.length);
    }
    await db.run('DELETE FROM t');
  });

  it('runs statements in the order of their calls, also when none waits for the one before', async () => {
    await db.run(`INSERT INTO written (at, letters) VALUES (1, '')`);
    const letters = Array.from({ length: 300 }, (_, n) => String.fromCharCode(97 + (n % 26)));
    const append = 'UPDATE written SET letters = letters || $1 WHERE at = 1';
    const merge = `INSERT INTO written (at, letters) VALUES {rows: bigint key, text}
      ON CONFLICT (at) DO UPDATE SET letters = written.letters || excluded.letters`;
    await db.transaction(async (tx) => {
      const sent: unknown[] = [];
      for (const [n, letter] of letters.entries()) {
        if (n % 50 === 10) workFor(3);
        if (n % 3 === 0) sent.push(tx.many(merge, [[1, letter]]));
        else if (n % 3 === 1) sent.push(tx.run(append, [letter]));
        else sent.push(tx.get(`${append} RETURNING letters`, [letter]));
      }
      await Promise.all(sent);
    });
    const written = await db.get<{ letters: string }>('SELECT letters FROM written WHERE at = 1');
    assert.equal(written?.letters, letters.join(''));
  });

  it('commits what was sent without waiting', async () => {
    await db.transaction((tx) => {
      workFor(3);
      for (const key of ['a', 'b', 'c']) void tx.run(insert, [key, 1]);
    });
    assert.equal(await count(), 3);
    await db.run('DELETE FROM t');
  });

  it('runs nothing of it after it has failed', async () => {
    const reason = new Error('no');
    const sent: Promise<unknown>[] = [];
    const failing = db.transaction(async (tx) => {
      await tx.run(insert, ['first', 1]);
      workFor(3);
      for (const key of ['a', 'b', 'c']) sent.push(outcomeOf(tx.run(insert, [key, 1])));
      sent.push(outcomeOf(tx.many(put, [['d', 1]])));
      throw reason;
    });
    await assert.rejects(failing, (error) => error === reason);
    await db.run(insert, ['later', 1]);
    assert.deepEqual(await Promise.all(sent), Array(4).fill('rejected'));
    const keys = (await db.all<{ a: string }>('SELECT a FROM t')).map(({ a }) => a);
    assert.deepEqual(keys, ['later']);
    await db.run('DELETE FROM t');
  });

  it('fails with its first failed statement, and runs none of those that wait behind it', async () => {
    let ran: unknown;
    const failing = async (tx: Sql) => {
      await tx.run(insert, ['a', 1]);
      workFor(3);
      const twice = Promise.resolve(tx.run(insert, ['a', 2]));
      const behind = Promise.resolve(tx.all('SELECT 1 FROM nowhere'));
      const last = Promise.resolve(tx.all('SELECT a FROM t')).then((rows) => (ran = rows));
      await Promise.allSettled([twice, behind, last]);
    };
    await assert.rejects(db.transaction(failing), (error) => violatedConstraint(error) === 'unique');
    assert.equal(ran, undefined);
    assert.equal(await count(), 0);
  });

  it('is invisible to reads between its statements, and one by one with others', async () => {
    const seen: unknown[] = [];
    const writing = db.transaction(async (tx) => {
      for (let n = 0; n < 10; n += 1) {
        await tx.run(insert, [`long ${n}`, n]);
        workFor(3);
      }
    });
    const others = Array.from({ length: 5 }, (_, n) => db.transaction((tx) => tx.run(insert, [`short ${n}`, n])));
    let isOver = false;
    void writing.then(() => (isOver = true));
    while (!isOver) {
      if (seen.push(await count()) > 1_000_000) break;
      await new Promise((next) => setImmediate(next));
    }
    await Promise.all([writing, ...others]);
    assert.ok(seen.length >= 9, `${seen.length} reads meanwhile`);
    // None of the long one's rows before its commit, and the short ones come after it.
    const before = seen.filter((n) => n === 0).length;
    assert.ok(before >= 9, `${before} reads before its commit`);
    for (const n of seen) assert.ok(n === 0 || Number(n) >= 10, `${n} rows`);
    assert.equal(await count(), 15);
  });
});
