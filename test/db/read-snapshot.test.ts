import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '../../src/db/db.ts';
import { onEngine } from './engines.ts';

onEngine('sqlite', 'readSnapshot', (engine) => {
  /** One store, opened twice. */
  async function twoOn(): Promise<{ db: Db; other: Db; count: () => number }> {
    const database = await engine.fresh();
    const [db, other] = [await database.open(), await database.open()];
    await db.run('CREATE TABLE thing (a BIGINT)');
    // Without await: SQLite returns the row itself.
    const count = () => (db.get<{ n: number }>('SELECT COUNT(*) AS n FROM thing') as { n: number }).n;
    return { db, other, count };
  }
  const add = (db: Db) => db.run('INSERT INTO thing (a) VALUES (1)');

  test('reads one snapshot, and later reads see a later one', async () => {
    const { db, other, count } = await twoOn();
    const seen: number[] = [];
    db.readSnapshot(() => {
      seen.push(count());
      void add(other);
      seen.push(count());
    });
    assert.deepEqual([...seen, count()], [0, 0, 1]);
  });

  test('sees what the process itself has written in between', async () => {
    const { db, count } = await twoOn();
    const seen: number[] = [];
    db.readSnapshot(() => {
      seen.push(count());
      void add(db);
      seen.push(count());
      void add(db);
    });
    assert.deepEqual([...seen, count()], [0, 1, 2]);
  });

  test('sees foreign writes after a call of foreignChanges', async () => {
    const { db, other, count } = await twoOn();
    const before = db.foreignChanges();
    const seen: number[] = [];
    db.readSnapshot(() => {
      seen.push(count());
      void add(other);
      assert.notEqual(db.foreignChanges(), before);
      seen.push(count());
    });
    assert.deepEqual(seen, [0, 1]);
  });

  test('works with many rows, and ends the snapshot after a failure', async () => {
    const { db, other, count } = await twoOn();
    await add(db);
    const rows = Array.from({ length: 100 }, (_, n) => [n]);
    const find = 'SELECT thing.a FROM (VALUES {rows: bigint}) AS k JOIN thing ON thing.a = k.column1';
    const fails = () =>
      db.readSnapshot(() => {
        assert.deepEqual(db.many(find, rows), [{ a: 1 }]);
        void add(other);
        throw new Error('no');
      });
    assert.throws(fails, /^Error: no$/);
    assert.equal(count(), 2);
  });
});
