import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type Db, type Sql, violatedConstraint } from '../../src/db/db.ts';
import { Fault } from '../../src/domain/fault.ts';
import { onEngine, type TestDatabase } from './engines.ts';

onEngine('sqlite', 'a thread that writes', ({ fresh }) => {
  let database: TestDatabase;
  let db: Db;
  before(async () => {
    database = await fresh();
    db = await database.open({ writerThread: true });
    await db.run('CREATE TABLE t (a TEXT PRIMARY KEY, n BIGINT)');
  });
  const inThread = <T>(work: (tx: Sql) => Promise<T>) => db.transaction(work, { pipelinesWrites: true });
  const insert = 'INSERT INTO t (a, n) VALUES {rows: text, bigint}';
  const names = async (sql: Sql = db) => (await sql.all<{ a: string }>('SELECT a FROM t ORDER BY a')).map(({ a }) => a);

  it('writes while this thread goes on: other reads see the rows after the commit', async () => {
    await db.run('DELETE FROM t');
    const versionBefore = db.foreignChanges();
    const seen = await inThread(async (tx) => {
      const written = tx.many(insert, [['a', 1]]);
      assert.ok(!(written instanceof Promise), 'nobody waits for a write');
      const one = await tx.get<{ n: number }>('SELECT n FROM t WHERE a = $1', ['a']);
      const changed = await tx.run('UPDATE t SET n = 2');
      return [one?.n, changed, await names(tx)];
    });
    assert.deepEqual(seen, [1, 1, ['a']]);
    assert.deepEqual(await names(), ['a']);
    assert.notEqual(db.foreignChanges(), versionBefore, 'caches of this process notice the change');
  });

  it('keeps nothing when the work throws', async () => {
    await db.run('DELETE FROM t');
    const reason = new Error('no');
    const failing = inThread(async (tx) => {
      await tx.many(insert, [['a', 1]]);
      throw reason;
    });
    await assert.rejects(failing, (error) => error === reason);
    assert.deepEqual(await names(), []);
  });

  it('throws the errors of the connection in this thread', async () => {
    await db.run('DELETE FROM t');
    const errorOf = async (row: (string | number)[], sql = insert) => {
      const errors: Error[] = [];
      for (const pipelinesWrites of [false, true]) {
        const work = async (tx: Sql) => {
          await tx.many(insert, [['a', 1]]);
          await tx.many(sql, [row]);
        };
        await db.transaction(work, { pipelinesWrites }).catch((error) => errors.push(error));
      }
      assert.equal(errors.length, 2);
      const [here, there] = errors as [Error, Error];
      assert.deepEqual([there.name, there.message], [here.name, here.message]);
      return there;
    };
    assert.equal(violatedConstraint(await errorOf(['a', 2])), 'unique');
    const nul = await errorOf(['a\0', 2]);
    assert.ok(nul instanceof Fault && nul.code === 'InvalidInput');
    assert.ok((await errorOf(['b'])) instanceof TypeError);
    assert.match(
      (await errorOf(['b', 2], 'INSERT INTO none (a, n) VALUES {rows: text, bigint}')).message,
      /no such table/,
    );
    assert.deepEqual(await names(), []);
  });

  it('waits for the lock of the file, and gives up after its timeout', async () => {
    await db.run('DELETE FROM t');
    const other = await database.open();
    const held = Promise.withResolvers<void>();
    const hasBegun = Promise.withResolvers<void>();
    const holding = other.transaction(async () => {
      hasBegun.resolve();
      await held.promise;
    });
    await hasBegun.promise;
    const impatient = db.transaction(async () => undefined, { pipelinesWrites: true, timeoutMs: 50 });
    await assert.rejects(impatient, (error) => error instanceof Fault && error.code === 'ServiceUnavailable');
    const patient = inThread(async (tx) => tx.many(insert, [['a', 1]]));
    held.resolve();
    await Promise.all([holding, patient]);
    assert.deepEqual(await names(), ['a']);
  });

  it('lets other transactions of the process wait for it', async () => {
    await db.run('DELETE FROM t');
    const numbers = Array.from({ length: 20 }, (_, n) => n);
    await db.run(`INSERT INTO t (a, n) VALUES ('sum', 0)`);
    await Promise.all(
      numbers.map((n) =>
        db.transaction(
          async (tx) => {
            const row = await tx.get<{ n: number }>(`SELECT n FROM t WHERE a = 'sum'`);
            await tx.run(`UPDATE t SET n = $1 WHERE a = 'sum'`, [(row?.n ?? 0) + 1]);
          },
          { pipelinesWrites: n % 2 === 0 },
        ),
      ),
    );
    assert.deepEqual((await db.get<{ n: number }>(`SELECT n FROM t WHERE a = 'sum'`))?.n, 20);
  });

  it('ends with the store', async () => {
    const own = await database.open({ writerThread: true });
    await own.transaction(async (tx) => tx.many('INSERT INTO t (a, n) VALUES {rows: text, bigint}', [['last', 1]]), {
      pipelinesWrites: true,
    });
    await own.close();
    const late = own.transaction(async () => undefined, { pipelinesWrites: true });
    await assert.rejects(late, (error) => error instanceof Fault && error.code === 'ServiceUnavailable');
    assert.ok((await names()).includes('last'));
  });
});
