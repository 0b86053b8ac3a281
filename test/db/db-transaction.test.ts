import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { type Db, type Sql, violatedConstraint } from '../../src/db/db.ts';
import { Fault } from '../../src/domain/fault.ts';
import { withEngines } from './engines.ts';

withEngines('transaction', ({ fresh }) => {
  let db: Db;
  before(async () => {
    db = await (await fresh()).open();
    await db.run('CREATE TABLE t (a TEXT PRIMARY KEY, n BIGINT)');
  });
  const empty = () => db.run('DELETE FROM t');
  const numbers = async (sql: Sql = db) =>
    (await sql.all<{ a: string; n: number }>('SELECT a, n FROM t ORDER BY a')).map(({ a, n }) => [a, n]);

  const insert = 'INSERT INTO t (a, n) VALUES ($1, $2)';

  it('commits everything and returns the result', async () => {
    await empty();
    const result = await db.transaction(async (tx) => {
      await tx.run(insert, ['a', 1]);
      await tx.many('INSERT INTO t (a, n) VALUES {rows: text, bigint}', [['b', 2]]);
      return (await tx.all('SELECT a FROM t')).length;
    });
    assert.equal(result, 2);
    assert.deepEqual(await numbers(), [
      ['a', 1],
      ['b', 2],
    ]);
  });

  it('commits nothing when the work throws, and throws the same error', async () => {
    await empty();
    const reason = new Error('no');
    const failing = async (tx: Sql) => {
      await tx.run(insert, ['a', 1]);
      throw reason;
    };
    await assert.rejects(db.transaction(failing), (error) => error === reason);
    assert.deepEqual(await numbers(), []);
  });

  it('leaves no error behind when the work throws beside a statement that it has sent and not awaited', async () => {
    await empty();
    const reason = new Error('no');
    const hasty = async (tx: Sql) => {
      await tx.run(insert, ['a', 1]);
      // On SQLite the next statement waits for a turn then.
      for (const endMs = performance.now() + 2; performance.now() < endMs; );
      void tx.run(insert, ['b', 1]);
      throw reason;
    };
    await assert.rejects(db.transaction(hasty), (error) => error === reason);
    // An error that nobody takes fails the test.
    await sleep(20);
    assert.deepEqual(await numbers(), []);
  });

  it('commits nothing when a value is none of its column', async () => {
    await empty();
    const put = 'INSERT INTO t (a, n) VALUES {rows: text, bigint}';
    const alone = ['b', 1.5];
    for (const rows of [[alone], [['a second one', 1], alone]])
      await assert.rejects(
        db.transaction(async (tx) => {
          await tx.run(insert, ['a', 1]);
          await tx.many(put, rows);
        }),
      );
    assert.deepEqual(await numbers(), []);
  });

  it('commits nothing when a statement failed, even if the work went on', async () => {
    await empty();
    const careless = async (tx: Sql) => {
      await tx.run(insert, ['a', 1]);
      await Promise.resolve()
        .then(() => tx.run(insert, ['a', 2]))
        .catch(() => {});
      await Promise.resolve()
        .then(() => tx.run(insert, ['b', 2]))
        .catch(() => {});
    };
    await assert.rejects(db.transaction(careless), (error) => violatedConstraint(error) === 'unique');
    assert.deepEqual(await numbers(), []);
  });

  it('fails with the error of the first statement that failed, also when others follow it at once', async () => {
    await empty();
    const put = 'INSERT INTO t (a, n) VALUES {rows: text, bigint}';
    for (const last of ['SELECT a FROM t', undefined]) {
      const failing = async (tx: Sql) => {
        await tx.many(put, [['a', 1]]);
        await tx.many(put, [['a', 2]]);
        await tx.many(put, [['b', 2]]);
        if (last !== undefined) await tx.all(last);
      };
      await assert.rejects(db.transaction(failing), (error) => violatedConstraint(error) === 'unique');
      assert.deepEqual(await numbers(), []);
    }
  });

  it('lets the work replace an error by its own', async () => {
    const work = async (tx: Sql) => {
      try {
        await tx.get('SELECT 1 FROM nowhere');
      } catch {
        throw new Fault('Conflict', { message: 'no', details: '' });
      }
    };
    await assert.rejects(db.transaction(work), (error) => error instanceof Fault && error.code === 'Conflict');
  });

  it('accepts statements that are sent without waiting', async () => {
    await empty();
    await db.transaction((tx) => Promise.all(['a', 'b', 'c'].map(async (key, i) => tx.run(insert, [key, i]))));
    assert.equal((await numbers()).length, 3);
  });

  it('is visible to others only after the commit, and sees its own changes', async () => {
    await empty();
    const written = Promise.withResolvers<void>();
    const looked = Promise.withResolvers<void>();
    const writing = db.transaction(async (tx) => {
      await tx.run(insert, ['a', 1]);
      assert.deepEqual(await numbers(tx), [['a', 1]]);
      written.resolve();
      await looked.promise;
    });
    await written.promise;
    assert.deepEqual(await numbers(), []);
    assert.deepEqual(
      await db.many('SELECT t.a FROM (VALUES {rows: text}) AS k JOIN t ON t.a = k.column1', [['a']]),
      [],
    );
    looked.resolve();
    await writing;
    assert.deepEqual(await numbers(), [['a', 1]]);
  });

  it('rejects nesting, use of the Db inside, and use after its end', async () => {
    await empty();
    const kept = await db.transaction(async (tx) => {
      await assert.rejects(
        db.transaction(() => 1),
        /do not nest/,
      );
      await assert.rejects(async () => db.run(insert, ['a', 1]), /its own statements/);
      await assert.rejects(async () => db.get('SELECT 1'), /its own statements/);
      await assert.rejects(async () => db.many('INSERT INTO t (a) VALUES {rows: text}', [['a']]), /its own statements/);
      return tx;
    });
    await assert.rejects(async () => kept.run(insert, ['a', 1]), /has ended/);
    assert.deepEqual(await numbers(), []);
  });

  it('does not lose concurrent updates', async () => {
    await empty();
    await db.run(insert, ['a', 0]);
    const increment = () =>
      db.transaction(async (tx) => {
        const before = await tx.get<{ n: number }>(`SELECT n FROM t WHERE a = 'a'`);
        await setImmediate();
        await tx.run(`UPDATE t SET n = $1 WHERE a = 'a'`, [(before?.n as number) + 1]);
      });
    const worker = async () => {
      for (let i = 0; i < 50; i++) await increment();
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    assert.deepEqual(await numbers(), [['a', 400]]);
  });

  it('does not lose rows that two transactions insert concurrently', async () => {
    await empty();
    const add = (n: number) =>
      db.transaction(async (tx) => {
        const before = await tx.get<{ n: number }>(`SELECT n FROM t WHERE a = 'sum'`);
        await sleep(2);
        const sum = (before?.n ?? 0) + n;
        await tx.run(`INSERT INTO t (a, n) VALUES ('sum', $1) ON CONFLICT (a) DO UPDATE SET n = excluded.n`, [sum]);
      });
    await Promise.all([1, 2, 4, 8].map(add));
    assert.deepEqual(await numbers(), [['sum', 15]]);
  });

  it('makes other writers wait', async () => {
    await empty();
    await db.run(insert, ['a', 0]);
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
    const slow = db.transaction(async (tx) => {
      await tx.run(`UPDATE t SET n = n + 1 WHERE a = 'a'`);
      locked();
      await sleep(20);
      await tx.run(`UPDATE t SET n = n * 10 WHERE a = 'a'`);
    });
    const other = isLocked.then(() => db.run(`UPDATE t SET n = n + 1 WHERE a = 'a'`));
    await Promise.all([slow, other]);
    assert.deepEqual(await numbers(), [['a', 11]]);
  });

  it('is repeated after a deadlock', async () => {
    await empty();
    await db.run(`INSERT INTO t (a, n) VALUES ('a', 0), ('b', 0)`);
    const both = (first: string, second: string) =>
      db.transaction(async (tx) => {
        for (const key of [first, second]) {
          await tx.run('UPDATE t SET n = n + 1 WHERE a = $1', [key]);
          await sleep(5);
        }
      });
    await Promise.all([both('a', 'b'), both('b', 'a')]);
    assert.deepEqual(await numbers(), [
      ['a', 2],
      ['b', 2],
    ]);
  });
});
