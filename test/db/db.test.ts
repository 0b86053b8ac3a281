import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { type Db, type Row, violatedConstraint } from '../../src/db/db.ts';
import { Fault } from '../../src/domain/fault.ts';
import { type TestDatabase, withEngines } from './engines.ts';

// The contract of `Db`, on both engines. Continued in db-values, db-many and db-transaction.

const isUnavailable = (error: unknown) => error instanceof Fault && error.code === 'ServiceUnavailable';

withEngines('Db', ({ name, fresh }) => {
  let database: TestDatabase;
  let db: Db;
  before(async () => {
    database = await fresh();
    db = await database.open();
    await db.run('CREATE TABLE t (a TEXT PRIMARY KEY, b TEXT, n BIGINT)');
  });
  const empty = () => db.run('DELETE FROM t');
  const numbers = async () =>
    (await db.all<{ a: string; n: number }>('SELECT a, n FROM t ORDER BY a')).map(({ a, n }) => [a, n]);

  it('names its engine and answers a ping', async () => {
    assert.equal(db.engine, name);
    await db.ping();
  });

  describe('statements', () => {
    it('get returns the first row or undefined', async () => {
      await empty();
      await db.run(`INSERT INTO t (a, n) VALUES ('a', 1), ('b', 2)`);
      assert.equal((await db.get<{ n: number }>('SELECT n FROM t ORDER BY a DESC'))?.n, 2);
      assert.equal(await db.get('SELECT n FROM t WHERE a = $1', ['c']), undefined);
    });

    it('may use a parameter more than once, and in LIMIT', async () => {
      await empty();
      await db.run(`INSERT INTO t (a, b) VALUES ('a', 'a'), ('b', 'a'), ('c', 'x')`);
      const rows = await db.all('SELECT a FROM t WHERE a = $1 OR b = $1 ORDER BY a LIMIT $2', ['a', 1]);
      assert.deepEqual(
        rows.map((row) => ({ ...(row as object) })),
        [{ a: 'a' }],
      );
    });

    it('run counts the rows changed', async () => {
      await empty();
      assert.equal(await db.run(`INSERT INTO t (a, n) VALUES ('a', 1), ('b', 2)`), 2);
      assert.equal(await db.run('UPDATE t SET n = 3 WHERE n < $1', [3]), 2);
      assert.equal(await db.run('UPDATE t SET n = 3 WHERE n < $1', [3]), 0);
      const upsert = `INSERT INTO t (a, n) VALUES ('a', $1) ON CONFLICT (a) DO UPDATE SET n = excluded.n WHERE t.n <> excluded.n`;
      assert.equal(await db.run(upsert, [4]), 1);
      assert.equal(await db.run(upsert, [4]), 0);
      assert.equal(await db.run('DELETE FROM t'), 2);
      assert.equal(await db.run('CREATE TABLE other (a TEXT)'), 0);
      assert.equal(await db.run('DROP TABLE other'), 0);
    });

    it('return the rows of RETURNING', async () => {
      await empty();
      const insert = 'INSERT INTO t (a, n) VALUES ($1, $2) RETURNING a, n';
      assert.deepEqual({ ...(await db.get<object>(insert, ['a', 1])) }, { a: 'a', n: 1 });
      assert.equal((await db.all('UPDATE t SET n = n + 1 RETURNING n'))[0] !== undefined, true);
      assert.deepEqual(await numbers(), [['a', 2]]);
    });

    it('keep only the text for their engine', async () => {
      assert.equal((await db.get<{ e: string }>(`SELECT {sqlite: 'sqlite'} {postgres: 'postgres'} AS e`))?.e, name);
    });

    it('generate numbers, and keep whole numbers whole', async () => {
      await db.run(`CREATE TABLE counted (
        id BIGINT {postgres: GENERATED ALWAYS AS IDENTITY} PRIMARY KEY {sqlite: AUTOINCREMENT}, a TEXT)`);
      const insert = 'INSERT INTO counted (a) VALUES ($1) RETURNING id';
      const ids: unknown[] = [];
      for (const a of ['x', 'y']) ids.push((await db.get<{ id: number }>(insert, [a]))?.id);
      await db.run('DELETE FROM counted');
      ids.push((await db.get<{ id: number }>(insert, ['z']))?.id);
      assert.deepEqual(ids, [1, 2, 3]);
      assert.equal((await db.get<{ half: number }>('SELECT CAST($1 AS BIGINT) / 2 AS half', [7]))?.half, 3);
    });

    it('see a column that was added after their first use', async () => {
      await db.run('CREATE TABLE grows (a TEXT)');
      await db.run(`INSERT INTO grows (a) VALUES ('x')`);
      const other = await database.open();
      assert.deepEqual(Object.keys((await db.get('SELECT * FROM grows')) as object), ['a']);
      await other.run(`ALTER TABLE grows ADD COLUMN b TEXT`);
      assert.deepEqual(Object.keys((await db.get('SELECT * FROM grows')) as object), ['a', 'b']);
    });

    it('throw the error of the engine for wrong SQL', async () => {
      const isOwn = (error: unknown) => error instanceof Error && !(error instanceof Fault);
      await assert.rejects(async () => db.get('SELEC 1'), isOwn);
      await assert.rejects(async () => db.get('SELECT 1 FROM nowhere'), isOwn);
    });

    it('distinguish violated constraints', async () => {
      await db.run('CREATE TABLE parent (id BIGINT PRIMARY KEY, code TEXT UNIQUE)');
      await db.run('CREATE TABLE child (id BIGINT NOT NULL REFERENCES parent (id))');
      await db.run(`INSERT INTO parent (id, code) VALUES (1, 'x')`);
      const violation = async (sql: string) => {
        const error = await Promise.resolve()
          .then(() => db.run(sql))
          .catch((reason) => reason);
        assert.ok(error instanceof Error);
        return violatedConstraint(error);
      };
      assert.equal(await violation(`INSERT INTO parent (id) VALUES (1)`), 'unique');
      assert.equal(await violation(`INSERT INTO parent (id, code) VALUES (2, 'x')`), 'unique');
      assert.equal(await violation('INSERT INTO child (id) VALUES (7)'), 'foreign key');
      await db.run('INSERT INTO child (id) VALUES (1)');
      assert.equal(await violation('DELETE FROM parent'), 'foreign key');
      assert.equal(await violation('INSERT INTO child (id) VALUES (NULL)'), undefined);
      assert.equal(await violation('INSERT INTO t (a) VALUES (NULL)'), undefined);
      assert.equal(violatedConstraint(new Error('x')), undefined);
    });
  });

  describe('each', () => {
    before(async () => {
      await empty();
      const rows = Array.from({ length: 50_000 }, (_, i): Row => [String(i).padStart(6, '0'), i]);
      await db.many('INSERT INTO t (a, n) VALUES {rows: text, bigint}', rows);
    });

    it('reads 50,000 rows in order, while the rest of the process goes on', async () => {
      let count = 0;
      let others = 0;
      const timer = setInterval(() => others++, 1);
      for await (const { n } of db.each<{ n: number }>('SELECT n FROM t ORDER BY a')) assert.equal(n, count++);
      clearInterval(timer);
      assert.equal(count, 50_000);
      assert.ok(others > 3, `${others} timers ran meanwhile`);
    });

    it('reads one snapshot, to which other reads are not bound', async () => {
      let count = 0;
      for await (const _ of db.each('SELECT a FROM t WHERE n >= $1', [10_000])) {
        if (count++ === 0) await db.run('DELETE FROM t WHERE n >= 49000');
        if (count === 10) assert.equal((await db.get<{ c: number }>('SELECT count(*) AS c FROM t'))?.c, 49_000);
      }
      assert.equal(count, 40_000);
    });

    it('may be left early', async () => {
      for (let round = 0; round < 15; round++) {
        for await (const _ of db.each('SELECT a FROM t')) break;
      }
      await db.ping();
    });

    it('throws the error of the statement', async () => {
      const read = async (sql: string, params?: Row) => {
        for await (const _ of db.each(sql, params));
      };
      await assert.rejects(read('SELECT 1 FROM nowhere'));
      await assert.rejects(read('SELECT a FROM t WHERE a = $1'), TypeError);
      await assert.rejects(read('DELETE FROM t'));
      await db.ping();
    });
  });

  it('waits for running statements when it is closed, and is unavailable afterwards', async () => {
    const other = await database.open();
    await empty();
    const running = other.transaction(async (tx) => {
      await sleep(5);
      await tx.run(`INSERT INTO t (a, n) VALUES ('last', 1)`);
    });
    await setImmediate();
    await other.close();
    await running;
    assert.deepEqual(await numbers(), [['last', 1]]);
    await other.close();
    await assert.rejects(async () => other.get('SELECT 1'), isUnavailable);
    await assert.rejects(async () => other.run('DELETE FROM t'), isUnavailable);
    await assert.rejects(
      async () => other.many('DELETE FROM t WHERE a IN (VALUES {rows: text})', [['a']]),
      isUnavailable,
    );
    await assert.rejects(
      other.transaction(() => 1),
      isUnavailable,
    );
    await assert.rejects(other.ping(), isUnavailable);
    await assert.rejects(async () => {
      for await (const _ of other.each('SELECT 1'));
    }, isUnavailable);
  });
});
