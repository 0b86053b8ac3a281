import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { Fault } from '../../src/domain/fault.ts';
import { type Db, type Row, type Sql, type Value, violatedConstraint } from '../../src/store/db.ts';
import { type TestDatabase, withEngines } from './engines.ts';

const isUnavailable = (error: unknown) => error instanceof Fault && error.code === 'ServiceUnavailable';

withEngines('Db', ({ name, fresh }) => {
  let database: TestDatabase;
  let db: Db;
  before(async () => {
    database = await fresh();
    db = await database.open();
    await db.run('CREATE TABLE t (a TEXT PRIMARY KEY, b TEXT, n BIGINT, x DOUBLE PRECISION, y BYTEA)');
  });
  const empty = () => db.run('DELETE FROM t');
  const numbers = async (sql: Sql = db) =>
    (await sql.all<{ a: string; n: number }>('SELECT a, n FROM t ORDER BY a')).map(({ a, n }) => [a, n]);

  it('says which engine it is and answers a ping', async () => {
    assert.equal(db.engine, name);
    await db.ping();
  });

  describe('values', () => {
    const roundTrip = async (column: 'b' | 'n' | 'x' | 'y', value: Value) => {
      await empty();
      await db.run(`INSERT INTO t (a, ${column}) VALUES ('one', $1)`, [value]);
      await db.many(`INSERT INTO t (a, ${column}) VALUES {rows: text, ${type[column]}}`, [['many', value]]);
      const rows = await db.all<Record<string, Value>>(`SELECT ${column} FROM t`);
      return rows.map((row) => row[column]);
    };
    const type = { b: 'text', n: 'bigint', x: 'double precision', y: 'bytea' };

    const texts = ['', ' ', 'Grüße, 東京 👩‍👩‍👧', `'"\\{},;$1 ?1 NULL`, '\n\r\t\u0001\u{10ffff}', 'x'.repeat(1_000_000)];
    for (const text of texts) {
      it(`keeps the text ${JSON.stringify(text.slice(0, 40))} of ${text.length} characters`, async () => {
        assert.deepEqual(await roundTrip('b', text), [text, text]);
      });
    }

    it('keeps any text', async () => {
      const anyText = fc.string({ unit: 'binary', maxLength: 50 }).filter((text) => !text.includes('\0'));
      await fc.assert(
        fc.asyncProperty(anyText, async (text) => assert.deepEqual(await roundTrip('b', text), [text, text])),
        { numRuns: 30 },
      );
    });

    for (const number of [0, -1, 2 ** 31, 2 ** 53 - 1, -(2 ** 53 - 1)]) {
      it(`keeps the integer ${number}`, async () => assert.deepEqual(await roundTrip('n', number), [number, number]));
    }

    for (const number of [0.1, -1e-300, 1.7976931348623157e308, 12]) {
      it(`keeps the number ${number}`, async () => assert.deepEqual(await roundTrip('x', number), [number, number]));
    }

    it('keeps bytes', async () => {
      const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
      for (const value of await roundTrip('y', bytes)) assert.deepEqual([...(value as Uint8Array)], [...bytes]);
      for (const value of await roundTrip('y', new Uint8Array())) assert.equal((value as Uint8Array).length, 0);
    });

    for (const column of ['b', 'n', 'x', 'y'] as const) {
      it(`keeps null in ${type[column]}`, async () => assert.deepEqual(await roundTrip(column, null), [null, null]));
    }

    it('replaces half of a character pair, which is no text', async () => {
      assert.deepEqual(await roundTrip('b', 'a\ud83d'), ['a\ufffd', 'a\ufffd']);
    });

    it('refuses NUL in text, read or written', async () => {
      const isInvalid = (error: unknown) => error instanceof Fault && error.code === 'InvalidInput';
      await assert.rejects(async () => db.run('INSERT INTO t (a) VALUES ($1)', ['a\0b']), isInvalid);
      await assert.rejects(async () => db.get('SELECT a FROM t WHERE a = $1', ['a\0b']), isInvalid);
      await assert.rejects(async () => db.many('INSERT INTO t (a) VALUES {rows: text}', [['a\0b']]), isInvalid);
      await assert.rejects(async () => db.many('SELECT 1 FROM (VALUES {rows: text}) AS k', [['a\0b']]), isInvalid);
    });

    it('refuses values that are none', async () => {
      for (const value of [undefined, true, Number.NaN, Number.POSITIVE_INFINITY, {}] as unknown as Value[]) {
        await assert.rejects(async () => db.run('INSERT INTO t (a, b) VALUES ($1, $2)', ['a', value]), TypeError);
      }
    });

    it('refuses values of another type than the column', async () => {
      await assert.rejects(async () => db.run(`INSERT INTO t (a, n) VALUES ('a', $1)`, ['many']));
      await assert.rejects(async () => db.run(`INSERT INTO t (a, n) VALUES ('a', $1)`, [1.5]));
      await assert.rejects(async () => db.many('INSERT INTO t (a, n) VALUES {rows: text, bigint}', [['a', 1.5]]));
    });

    it('refuses the wrong number of values', async () => {
      await assert.rejects(async () => db.get('SELECT a FROM t WHERE a = $1', []), TypeError);
      await assert.rejects(async () => db.get('SELECT a FROM t WHERE a = $1', ['a', 'b']), TypeError);
      await assert.rejects(async () => db.many('INSERT INTO t (a, b) VALUES {rows: text, text}', [['a']]), TypeError);
    });

    it('gives integers as numbers, also from count and sum, and truth as 0 and 1', async () => {
      await empty();
      await db.many('INSERT INTO t (a, n) VALUES {rows: text, bigint}', [['a', 2 ** 40], ['b', 1]]); // biome-ignore format: short
      const row = await db.get('SELECT count(*) AS c, sum(n) AS s, max(n) = 1 AS no, min(n) = 1 AS yes FROM t');
      assert.deepEqual({ ...(row as object) }, { c: 2, s: 2 ** 40 + 1, no: 0, yes: 1 });
    });

    it('does not round an integer that is too large', async () => {
      await assert.rejects(async () => db.get('SELECT 9007199254740993 AS n'), RangeError);
    });

    it('sorts and compares text by code point', async () => {
      await empty();
      await db.many('INSERT INTO t (a) VALUES {rows: text}', ['b', 'a', 'B', 'ä', 'Z', '_', '1', '😀', '￿'].map((a) => [a]));
      assert.equal((await numbers()).map(([a]) => a).join(''), '1BZ_abä￿😀');
      assert.equal((await db.get<{ c: number }>(`SELECT count(*) AS c FROM t WHERE a < 'a'`))?.c, 4);
    });
  });

  describe('statements', () => {
    it('get gives the first row or undefined', async () => {
      await empty();
      await db.run(`INSERT INTO t (a, n) VALUES ('a', 1), ('b', 2)`);
      assert.equal((await db.get<{ n: number }>('SELECT n FROM t ORDER BY a DESC'))?.n, 2);
      assert.equal(await db.get('SELECT n FROM t WHERE a = $1', ['c']), undefined);
    });

    it('uses a parameter more than once, and in LIMIT', async () => {
      await empty();
      await db.run(`INSERT INTO t (a, b) VALUES ('a', 'a'), ('b', 'a'), ('c', 'x')`);
      const rows = await db.all('SELECT a FROM t WHERE a = $1 OR b = $1 ORDER BY a LIMIT $2', ['a', 1]);
      assert.deepEqual(rows.map((row) => ({ ...(row as object) })), [{ a: 'a' }]); // biome-ignore format: short
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

    it('gives back what RETURNING says', async () => {
      await empty();
      const insert = 'INSERT INTO t (a, n) VALUES ($1, $2) RETURNING a, n';
      assert.deepEqual({ ...(await db.get<object>(insert, ['a', 1])) }, { a: 'a', n: 1 });
      assert.equal((await db.all('UPDATE t SET n = n + 1 RETURNING n'))[0] !== undefined, true);
      assert.deepEqual(await numbers(), [['a', 2]]);
    });

    it('keeps the parts meant for this engine', async () => {
      assert.equal((await db.get<{ e: string }>(`SELECT {sqlite: 'sqlite'} {postgres: 'postgres'} AS e`))?.e, name);
    });

    it('sees a column that was added after the statement was first used', async () => {
      await db.run('CREATE TABLE grows (a TEXT)');
      await db.run(`INSERT INTO grows (a) VALUES ('x')`);
      const other = await database.open();
      assert.deepEqual(Object.keys((await db.get('SELECT * FROM grows')) as object), ['a']);
      await other.run(`ALTER TABLE grows ADD COLUMN b TEXT`);
      assert.deepEqual(Object.keys((await db.get('SELECT * FROM grows')) as object), ['a', 'b']);
    });

    it('throws the error of the engine for wrong SQL', async () => {
      const isOwn = (error: unknown) => error instanceof Error && !(error instanceof Fault);
      await assert.rejects(async () => db.get('SELEC 1'), isOwn);
      await assert.rejects(async () => db.get('SELECT 1 FROM nowhere'), isOwn);
    });

    it('tells violated constraints apart', async () => {
      await db.run('CREATE TABLE parent (id BIGINT PRIMARY KEY, code TEXT UNIQUE)');
      await db.run('CREATE TABLE child (id BIGINT NOT NULL REFERENCES parent (id))');
      await db.run(`INSERT INTO parent (id, code) VALUES (1, 'x')`);
      const violation = async (sql: string) => {
        const error = await Promise.resolve().then(() => db.run(sql)).catch((reason) => reason); // biome-ignore format: short
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

  describe('many', () => {
    const upsert = `INSERT INTO t (a, n) VALUES {rows: text key, bigint}
      ON CONFLICT (a) DO UPDATE SET n = excluded.n WHERE t.n <> excluded.n RETURNING a`;
    const byKey = 'SELECT t.a, t.n FROM (VALUES {rows: text}) AS k JOIN t ON t.a = k.column1';

    for (const count of [0, 1, 33, 5_000, 12_000]) {
      it(`writes and reads ${count} rows`, async () => {
        await empty();
        const rows = Array.from({ length: count }, (_, i): Row => [`key ${i}`, i]);
        assert.equal((await db.many(upsert, rows)).length, count);
        assert.equal((await db.many(upsert, rows)).length, 0);
        const found = await db.many<{ a: string; n: number }>(byKey, [...rows.map(([a]) => [a as string]), ['no such key']]);
        assert.deepEqual(new Set(found.map(({ a, n }) => `${a}=${n}`)), new Set(rows.map(([a, n]) => `${a}=${n}`)));
        assert.equal(found.length, count);
      });
    }

    it('applies rows with the same key in their order', async () => {
      await empty();
      const rows: Row[] = [['a', 1], ['b', 1], ['a', 2], ['a', 3], ['b', 1]]; // biome-ignore format: short
      const changed = await db.many<{ a: string }>(upsert, rows);
      assert.deepEqual(changed.map(({ a }) => a).sort(), ['a', 'a', 'a', 'b']);
      assert.deepEqual(await numbers(), [['a', 3], ['b', 1]]); // biome-ignore format: short
    });

    it('tells keys of several columns apart', async () => {
      await db.run('CREATE TABLE pair (a TEXT, b TEXT, n BIGINT, PRIMARY KEY (a, b))');
      const sql = `INSERT INTO pair (n, a, b) VALUES {rows: bigint, text key, text key}
        ON CONFLICT (a, b) DO UPDATE SET n = pair.n + excluded.n`;
      await db.many(sql, [[1, 'a', 'b'], [2, 'a,', 'b'], [4, 'a', ',b'], [8, 'a', 'b']]); // biome-ignore format: short
      const rows = await db.all<{ n: number }>('SELECT n FROM pair ORDER BY a, b');
      assert.deepEqual(rows.map(({ n }) => n), [4, 9, 2]); // biome-ignore format: short
    });

    it('gives a row for each time its key is asked', async () => {
      await empty();
      await db.run(`INSERT INTO t (a, n) VALUES ('a', 1)`);
      assert.equal((await db.many(byKey, [['a'], ['b'], ['a']])).length, 2);
    });

    it('updates and deletes by key', async () => {
      await empty();
      await db.run(`INSERT INTO t (a, n) VALUES ('a', 1), ('b', 1), ('c', 1)`);
      const update = `WITH k (a, n) AS (VALUES {rows: text key, bigint}) UPDATE t SET n = k.n FROM k WHERE t.a = k.a RETURNING t.a`;
      assert.equal((await db.many(update, [['a', 2], ['c', 3], ['a', 5], ['no', 1]])).length, 3); // biome-ignore format: short
      assert.deepEqual(await numbers(), [['a', 5], ['b', 1], ['c', 3]]); // biome-ignore format: short
      const remove = 'DELETE FROM t WHERE a IN (SELECT k.column1 FROM (VALUES {rows: text}) AS k)';
      await db.many(remove, [['a'], ['b']]);
      assert.deepEqual(await numbers(), [['c', 3]]);
    });

    it('takes effect for all rows or for none', async () => {
      await empty();
      const insert = 'INSERT INTO t (a, n) VALUES {rows: text, bigint}';
      const rows = Array.from({ length: 6_000 }, (_, i): Row => [`key ${i}`, i]);
      await assert.rejects(async () => db.many(insert, [...rows, ['key 7', 0]]), (error) => violatedConstraint(error) === 'unique'); // biome-ignore format: short
      assert.deepEqual(await numbers(), []);
    });

    it('refuses a statement that does not say what it needs', async () => {
      await assert.rejects(async () => db.many('INSERT INTO t (a) VALUES ($1)', [['a']]), /no VALUES \{rows/);
      await assert.rejects(async () => db.many('INSERT INTO t (a) VALUES {rows: varchar}', [['a']]), /varchar/);
      const update = 'INSERT INTO t (a) VALUES {rows: text} ON CONFLICT (a) DO UPDATE SET n = 1';
      await assert.rejects(async () => db.many(update, [['a']]), /marks no key/);
    });
  });

  describe('transaction', () => {
    const insert = 'INSERT INTO t (a, n) VALUES ($1, $2)';

    it('keeps everything and gives back the result', async () => {
      await empty();
      const result = await db.transaction(async (tx) => {
        await tx.run(insert, ['a', 1]);
        await tx.many('INSERT INTO t (a, n) VALUES {rows: text, bigint}', [['b', 2]]);
        return (await tx.all('SELECT a FROM t')).length;
      });
      assert.equal(result, 2);
      assert.deepEqual(await numbers(), [['a', 1], ['b', 2]]); // biome-ignore format: short
    });

    it('keeps nothing when the work throws, and throws the same', async () => {
      await empty();
      const reason = new Error('no');
      const failing = async (tx: Sql) => {
        await tx.run(insert, ['a', 1]);
        throw reason;
      };
      await assert.rejects(db.transaction(failing), (error) => error === reason);
      assert.deepEqual(await numbers(), []);
    });

    it('keeps nothing when a statement failed, even if the work went on', async () => {
      await empty();
      const careless = async (tx: Sql) => {
        await tx.run(insert, ['a', 1]);
        await Promise.resolve().then(() => tx.run(insert, ['a', 2])).catch(() => {}); // biome-ignore format: short
        await Promise.resolve().then(() => tx.run(insert, ['b', 2])).catch(() => {}); // biome-ignore format: short
      };
      await assert.rejects(db.transaction(careless), (error) => violatedConstraint(error) === 'unique');
      assert.deepEqual(await numbers(), []);
    });

    it('lets the work turn an error into its own', async () => {
      const work = async (tx: Sql) => {
        try {
          await tx.get('SELECT 1 FROM nowhere');
        } catch {
          throw new Fault('Conflict', { message: 'no', details: '' });
        }
      };
      await assert.rejects(db.transaction(work), (error) => error instanceof Fault && error.code === 'Conflict');
    });

    it('takes statements that are sent together', async () => {
      await empty();
      await db.transaction((tx) => Promise.all(['a', 'b', 'c'].map((key, i) => tx.run(insert, [key, i]))));
      assert.equal((await numbers()).length, 3);
    });

    it('is seen by others only when it is done, and sees itself', async () => {
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
      assert.deepEqual(await db.many('SELECT t.a FROM (VALUES {rows: text}) AS k JOIN t ON t.a = k.column1', [['a']]), []);
      looked.resolve();
      await writing;
      assert.deepEqual(await numbers(), [['a', 1]]);
    });

    it('refuses to nest, use of the Db inside, and use after its end', async () => {
      await empty();
      const kept = await db.transaction(async (tx) => {
        await assert.rejects(db.transaction(() => 1), /do not nest/); // biome-ignore format: short
        await assert.rejects(async () => db.run(insert, ['a', 1]), /its own statements/);
        await assert.rejects(async () => db.get('SELECT 1'), /its own statements/);
        await assert.rejects(async () => db.many('INSERT INTO t (a) VALUES {rows: text}', [['a']]), /its own statements/);
        return tx;
      });
      await assert.rejects(async () => kept.run(insert, ['a', 1]), /has ended/);
      assert.deepEqual(await numbers(), []);
    });

    it('does not lose updates of others that run at the same time', async () => {
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

    it('does not lose rows that two transactions insert at the same time', async () => {
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

    it('lets other writers wait for their turn', async () => {
      await empty();
      await db.run(insert, ['a', 0]);
      const slow = db.transaction(async (tx) => {
        await tx.run(`UPDATE t SET n = n + 1 WHERE a = 'a'`);
        await sleep(20);
        await tx.run(`UPDATE t SET n = n * 10 WHERE a = 'a'`);
      });
      await setImmediate();
      await Promise.all([slow, sleep(5).then(() => db.run(`UPDATE t SET n = n + 1 WHERE a = 'a'`))]);
      assert.deepEqual(await numbers(), [['a', 11]]);
    });

    it('runs again after deadlocks', async () => {
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
      assert.deepEqual(await numbers(), [['a', 2], ['b', 2]]); // biome-ignore format: short
    });
  });

  describe('each', () => {
    before(async () => {
      await empty();
      const rows = Array.from({ length: 50_000 }, (_, i): Row => [String(i).padStart(6, '0'), i]);
      await db.many('INSERT INTO t (a, n) VALUES {rows: text, bigint}', rows);
    });

    it('reads 50,000 rows in order, while others go on', async () => {
      let count = 0;
      let others = 0;
      const timer = setInterval(() => others++, 1);
      for await (const { n } of db.each<{ n: number }>('SELECT n FROM t ORDER BY a')) assert.equal(n, count++);
      clearInterval(timer);
      assert.equal(count, 50_000);
      assert.ok(others > 3, `${others} timers ran meanwhile`);
    });

    it('reads as of one moment, and other reads are not held to it', async () => {
      let count = 0;
      for await (const _ of db.each('SELECT a FROM t WHERE n >= $1', [10_000])) {
        if (count++ === 0) await db.run('DELETE FROM t WHERE n >= 49000');
        if (count === 10) assert.equal((await db.get<{ c: number }>('SELECT count(*) AS c FROM t'))?.c, 49_000);
      }
      assert.equal(count, 40_000);
    });

    it('may be left half way', async () => {
      for (let round = 0; round < 15; round++) {
        for await (const _ of db.each('SELECT a FROM t')) break;
      }
      await db.ping();
    });

    it('throws what is wrong', async () => {
      const read = async (sql: string, params?: Row) => {
        for await (const _ of db.each(sql, params));
      };
      await assert.rejects(read('SELECT 1 FROM nowhere'));
      await assert.rejects(read('SELECT a FROM t WHERE a = $1'), TypeError);
      await assert.rejects(read('DELETE FROM t'));
      await db.ping();
    });
  });

  it('is unavailable once closed, after what was running has ended', async () => {
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
    await assert.rejects(async () => other.many('DELETE FROM t WHERE a IN (VALUES {rows: text})', [['a']]), isUnavailable);
    await assert.rejects(other.transaction(() => 1), isUnavailable);
    await assert.rejects(other.ping(), isUnavailable);
    await assert.rejects(async () => {
      for await (const _ of other.each('SELECT 1'));
    }, isUnavailable);
  });
});
