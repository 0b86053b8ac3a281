import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import fc from 'fast-check';
import { type Db, type Row, type Sql, violatedConstraint } from '../../src/db/db.ts';
import { withEngines } from './engines.ts';

withEngines('many', ({ fresh }) => {
  let db: Db;
  before(async () => {
    db = await (await fresh()).open();
    await db.run('CREATE TABLE t (a TEXT PRIMARY KEY, n BIGINT)');
  });
  const empty = () => db.run('DELETE FROM t');
  const numbers = async () =>
    (await db.all<{ a: string; n: number }>('SELECT a, n FROM t ORDER BY a')).map(({ a, n }) => [a, n]);

  const upsert = `INSERT INTO t (a, n) VALUES {rows: text key, bigint}
    ON CONFLICT (a) DO UPDATE SET n = excluded.n WHERE t.n <> excluded.n RETURNING a`;
  const byKey = 'SELECT t.a, t.n FROM (VALUES {rows: text}) AS k JOIN t ON t.a = k.column1';

  for (const count of [0, 1, 33, 5_000, 12_000]) {
    it(`writes and reads ${count} rows`, async () => {
      await empty();
      const rows = Array.from({ length: count }, (_, i): Row => [`key ${i}`, i]);
      assert.equal((await db.many(upsert, rows)).length, count);
      assert.equal((await db.many(upsert, rows)).length, 0);
      const found = await db.many<{ a: string; n: number }>(byKey, [
        ...rows.map(([a]) => [a as string]),
        ['no such key'],
      ]);
      assert.deepEqual(new Set(found.map(({ a, n }) => `${a}=${n}`)), new Set(rows.map(([a, n]) => `${a}=${n}`)));
      assert.equal(found.length, count);
    });
  }

  it('applies rows with the same key in their order', async () => {
    await empty();
    const rows: Row[] = [
      ['a', 1],
      ['b', 1],
      ['a', 2],
      ['a', 3],
      ['b', 1],
    ];
    const changed = await db.many<{ a: string }>(upsert, rows);
    assert.deepEqual(changed.map(({ a }) => a).sort(), ['a', 'a', 'a', 'b']);
    assert.deepEqual(await numbers(), [
      ['a', 3],
      ['b', 1],
    ]);
  });

  it('distinguishes keys of several columns', async () => {
    await db.run('CREATE TABLE pair (a TEXT, b TEXT, n BIGINT, PRIMARY KEY (a, b))');
    const sql = `INSERT INTO pair (n, a, b) VALUES {rows: bigint, text key, text key}
      ON CONFLICT (a, b) DO UPDATE SET n = pair.n + excluded.n`;
    await db.many(sql, [
      [1, 'a', 'b'],
      [2, 'a,', 'b'],
      [4, 'a', ',b'],
      [8, 'a', 'b'],
    ]);
    const rows = await db.all<{ n: number }>('SELECT n FROM pair ORDER BY a, b');
    assert.deepEqual(
      rows.map(({ n }) => n),
      [4, 9, 2],
    );
  });

  it('returns a row for each time its key is passed', async () => {
    await empty();
    await db.run(`INSERT INTO t (a, n) VALUES ('a', 1)`);
    assert.equal((await db.many(byKey, [['a'], ['b'], ['a']])).length, 2);
  });

  it('reads rows as they are passed, whichever of their columns are equal', async () => {
    const echo = 'SELECT k.column1 AS a, k.column2 AS n, k.column3 AS b FROM (VALUES {rows: text, bigint, text}) AS k';
    const cell = fc.constantFrom<string | null>('x', 'y', 'x y', null);
    const row = fc.tuple(cell, fc.constantFrom<number | null>(0, 1, null), cell);
    const inOrder = (rows: readonly (readonly unknown[])[]) => rows.map((one) => JSON.stringify(one)).sort();
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 70 }), async (rows) => {
        const found = await db.many<{ a: string | null; n: number | null; b: string | null }>(echo, rows);
        assert.deepEqual(inOrder(found.map(({ a, n, b }) => [a, n, b])), inOrder(rows));
      }),
      { numRuns: 100 },
    );
  });

  it('passes whole numbers of every size', async () => {
    const whole = fc.oneof(fc.maxSafeInteger(), fc.constantFrom(0, -1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, -(2 ** 32)));
    const echo = 'SELECT k.column1 AS place, k.column2 AS n FROM (VALUES {rows: bigint, bigint}) AS k';
    await fc.assert(
      fc.asyncProperty(fc.array(whole, { minLength: 2, maxLength: 50 }), async (numbers) => {
        const limits = [...numbers, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
        const found = await db.many<{ place: number; n: number }>(
          echo,
          limits.map((n, place) => [place, n]),
        );
        assert.deepEqual(
          found.sort((a, b) => a.place - b.place).map(({ n }) => n),
          limits,
        );
      }),
      { numRuns: 50 },
    );
  });

  it('updates and deletes by key', async () => {
    await empty();
    await db.run(`INSERT INTO t (a, n) VALUES ('a', 1), ('b', 1), ('c', 1)`);
    const update = `WITH k (a, n) AS (VALUES {rows: text key, bigint}) UPDATE t SET n = k.n FROM k WHERE t.a = k.a RETURNING t.a`;
    assert.equal(
      (
        await db.many(update, [
          ['a', 2],
          ['c', 3],
          ['a', 5],
          ['no', 1],
        ])
      ).length,
      3,
    );
    assert.deepEqual(await numbers(), [
      ['a', 5],
      ['b', 1],
      ['c', 3],
    ]);
    const remove = 'DELETE FROM t WHERE a IN (SELECT k.column1 FROM (VALUES {rows: text}) AS k)';
    await db.many(remove, [['a'], ['b']]);
    assert.deepEqual(await numbers(), [['c', 3]]);
  });

  it('takes effect for all rows or for none', async () => {
    await empty();
    const insert = 'INSERT INTO t (a, n) VALUES {rows: text, bigint}';
    const rows = Array.from({ length: 6_000 }, (_, i): Row => [`key ${i}`, i]);
    await assert.rejects(
      async () => db.many(insert, [...rows, ['key 7', 0]]),
      (error) => violatedConstraint(error) === 'unique',
    );
    assert.deepEqual(await numbers(), []);
  });

  it('rejects a statement without row types or, for updates, a key', async () => {
    await assert.rejects(async () => db.many('INSERT INTO t (a) VALUES ($1)', [['a']]), /no VALUES \{rows/);
    await assert.rejects(async () => db.many('INSERT INTO t (a) VALUES {rows: varchar}', [['a']]), /varchar/);
    const update = 'INSERT INTO t (a) VALUES {rows: text} ON CONFLICT (a) DO UPDATE SET n = 1';
    await assert.rejects(async () => db.many(update, [['a']]), /marks no key/);
  });

  it('a gentle transaction writes the same, and few rows with a statement where a server does it for others, too', async () => {
    await empty();
    if (db.engine === 'postgres') {
      await db.run('CREATE TABLE written (n BIGINT)');
      await db.run(`CREATE FUNCTION count_rows() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO written SELECT COUNT(*) FROM added; RETURN NULL; END $$`);
      await db.run(`CREATE TRIGGER counts AFTER INSERT ON t REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION count_rows()`);
    }
    const rows = Array.from({ length: 95 }, (_, n): Row => [`key ${n}`, n]);
    const insert = 'INSERT INTO t (a, n) VALUES {rows: text key, bigint}';
    const read = await db.transaction(
      async (tx) => {
        // Each sees what those before it wrote, also when they are sent at once.
        const [, seen] = await Promise.all([
          tx.many(insert, rows.slice(0, 90)),
          tx.get<{ n: number }>('SELECT COUNT(*) AS n FROM t'),
          tx.many(insert, rows.slice(90)),
        ]);
        assert.equal(seen?.n, 90);
        return tx.many<{ n: number }>(
          byKey,
          rows.map(([key = '']) => [key]),
        );
      },
      { isGentle: true },
    );
    assert.deepEqual(new Set(read.map(({ n }) => n)), new Set(rows.map(([, n]) => n)));
    const failing = async (tx: Sql) => {
      await Promise.all([tx.many(insert, [['another', 1], ...rows]), tx.run('DELETE FROM t')]);
    };
    await assert.rejects(
      db.transaction(failing, { isGentle: true }),
      (error) => violatedConstraint(error) === 'unique',
    );
    assert.equal((await numbers()).length, rows.length);
    if (db.engine !== 'postgres') return;
    const written = await db.all<{ n: number }>('SELECT n FROM written');
    assert.deepEqual(
      written.map(({ n }) => n),
      [...Array.from({ length: 9 }, () => 10), 5],
    );
    await db.run('DROP TRIGGER counts ON t');
  });
});
