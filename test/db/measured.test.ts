import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Db } from '../../src/db/db.ts';
import { MeasuredDb } from '../../src/db/measured.ts';
import { Fault } from '../../src/domain/fault.ts';
import { until } from '../harness/until.ts';
import { withEngines } from './engines.ts';

withEngines('a measured store', (engine) => {
  let db: Db;
  beforeEach(async () => {
    db = new MeasuredDb(await (await engine.fresh()).open({ connections: 2 }));
    await db.run('CREATE TABLE t (a TEXT PRIMARY KEY)');
    for (const counts of Object.values(db.use.durations)) counts.count = 0;
  });
  const counts = () => Object.entries(db.use.durations).map(([kind, { count }]) => `${kind} ${count}`);

  test('counts reads, writes and transactions, each with its duration', async () => {
    await db.run('INSERT INTO t (a) VALUES ($1)', ['x']);
    await db.many('INSERT INTO t (a) VALUES {rows: text key}', [['y'], ['z']]);
    await db.get('SELECT a FROM t');
    await db.all('SELECT a FROM t');
    await db.many('SELECT t.a FROM (VALUES {rows: text}) AS k JOIN t ON t.a = k.column1', [['x']]);
    const found = await db.transaction(async (tx) => {
      await tx.run('DELETE FROM t WHERE a = $1', ['x']);
      return tx.all('SELECT a FROM t');
    });
    assert.equal(found.length, 2);
    assert.deepEqual(counts(), ['read 3', 'write 2', 'transaction 1']);
    const { counts: buckets, sumSeconds } = db.use.durations.read;
    assert.equal(
      buckets.reduce((sum, count) => sum + count),
      3,
    );
    assert.ok(sumSeconds > 0 && sumSeconds < 60);
    assert.deepEqual(db.use.failures, { unavailable: 0, damaged: 0 });
  });

  test('a rule that a transaction breaks is no failure of the store, a closed store is one', async () => {
    await assert.rejects(
      db.transaction(() => {
        throw new Fault('NotFound', { message: 'No.', details: 'No.' });
      }),
      Fault,
    );
    await db.run('INSERT INTO t (a) VALUES ($1)', ['x']);
    await assert.rejects(async () => db.run('INSERT INTO t (a) VALUES ($1)', ['x']));
    assert.deepEqual(db.use.failures, { unavailable: 0, damaged: 0 });
    await db.close();
    await assert.rejects(async () => db.get('SELECT a FROM t'), Fault);
    await assert.rejects(
      db.transaction((tx) => tx.get('SELECT a FROM t')),
      Fault,
    );
    assert.deepEqual(db.use.failures, { unavailable: 2, damaged: 0 });
  });

  test('tells who waits for a connection or for the write lock, and how long they waited', async () => {
    const gate = Promise.withResolvers<void>();
    const before = db.use.waits.count;
    const running = Array.from({ length: 5 }, () =>
      db.transaction(async (tx) => {
        await tx.get('SELECT a FROM t');
        await gate.promise;
      }),
    );
    const expected = engine.name === 'sqlite' ? { inUse: 1, waiting: 4 } : { inUse: 2, waiting: 3 };
    const matches = () => {
      const { inUse, waiting } = db.use.connections();
      return inUse === expected.inUse && waiting === expected.waiting;
    };
    await until(matches);
    assert.equal(db.use.connections().max, engine.name === 'sqlite' ? undefined : 2);
    gate.resolve();
    await Promise.all(running);
    assert.ok(db.use.waits.count - before >= expected.waiting, String(db.use.waits.count));
    assert.ok(db.use.waits.sumSeconds > 0);
    assert.equal(db.use.connections().waiting, 0);
  });
});
