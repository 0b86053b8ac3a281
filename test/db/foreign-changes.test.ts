// run: without coverage

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Db } from '../../src/db/db.ts';
import { onEngine, type TestDatabase } from './engines.ts';

const insert = 'INSERT INTO thing (id) VALUES ($1)';

onEngine('sqlite', 'foreignChanges', (engine) => {
  let database: TestDatabase;
  let db: Db;
  before(async () => {
    database = await engine.fresh();
    db = await database.open();
    await db.run('CREATE TABLE thing (id integer PRIMARY KEY)');
  });

  test('does not change with own writes of any kind', async () => {
    const seen = db.foreignChanges();
    assert.equal(typeof seen, 'number');
    await db.run(insert, [1]);
    await db.get(`${insert} RETURNING id`, [2]);
    await db.all(`${insert} RETURNING id`, [3]);
    await db.many('INSERT INTO thing (id) VALUES {rows: bigint}', [[4], [5]]);
    await db.transaction((tx) => tx.run(insert, [6]));
    await db.transaction((tx) => tx.run('DELETE FROM thing WHERE id < $1', [7]));
    assert.equal(db.foreignChanges(), seen);
  });

  test('changes as soon as another connection has committed', async () => {
    const other = await database.open();
    let seen = db.foreignChanges();
    for (const write of [
      () => other.run(insert, [101]),
      () => other.transaction((tx) => tx.run(insert, [102])),
      () => other.run('DELETE FROM thing WHERE id = $1', [101]),
    ]) {
      await write();
      const next = db.foreignChanges();
      assert.notEqual(next, seen, String(write));
      assert.equal(db.foreignChanges(), next, 'once');
      seen = next;
    }
  });

  test('does not change when another connection reads or rolls back', async () => {
    const other = await database.open();
    const seen = db.foreignChanges();
    await other.all('SELECT id FROM thing');
    const taken = other.transaction(async (tx) => {
      await tx.run(insert, [201]);
      throw new Error('taken back');
    });
    await assert.rejects(taken, /taken back/);
    assert.equal(db.foreignChanges(), seen);
  });

  test('still shows a foreign write after an own write', async () => {
    const other = await database.open();
    const seen = db.foreignChanges();
    await other.run(insert, [301]);
    await db.run(insert, [302]);
    assert.notEqual(db.foreignChanges(), seen);
  });

  test('does not wait for a foreign transaction, and changes when that is committed', async () => {
    const other = await database.open();
    const seen = db.foreignChanges();
    await other.transaction(async (tx) => {
      await tx.run(insert, [501]);
      assert.equal(db.foreignChanges(), seen);
    });
    assert.notEqual(db.foreignChanges(), seen);
  });

  test('changes when a foreign write that waited for an own transaction is committed', async () => {
    const other = await database.open();
    const seen = db.foreignChanges();
    let waiting: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx.run(insert, [401]);
      waiting = Promise.resolve(other.run(insert, [402]));
      assert.equal(db.foreignChanges(), seen);
    });
    assert.equal(db.foreignChanges(), seen);
    await waiting;
    assert.notEqual(db.foreignChanges(), seen);
  });
});

onEngine('postgres', 'foreignChanges', (engine) => {
  test('is undefined, before and after a write', async () => {
    const db = await (await engine.fresh()).open();
    assert.equal(db.foreignChanges(), undefined);
    await db.run('CREATE TABLE thing (id integer PRIMARY KEY)');
    assert.equal(db.foreignChanges(), undefined);
  });
});
