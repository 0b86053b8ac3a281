import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Db } from '../../src/db/db.ts';
import { isReadOnly, readOnly } from '../../src/db/read-only.ts';
import { withEngines } from './engines.ts';

const REFUSED = /the store refuses to write/;

withEngines('work that only reads (decision 55)', (engine) => {
  async function openTable(): Promise<Db> {
    const db = await (await engine.fresh()).open();
    await db.run('CREATE TABLE note (id BIGINT PRIMARY KEY, body TEXT NOT NULL)');
    await db.run("INSERT INTO note (id, body) VALUES (1, 'one')");
    return db;
  }

  test('reads, and is refused every way to write, also later and in a transaction that would only read', async () => {
    const db = await openTable();
    const writes = [
      async () => db.run("UPDATE note SET body = 'two'"),
      async () => db.get("UPDATE note SET body = 'two' RETURNING id"),
      async () => db.all('DELETE FROM note RETURNING id'),
      async () => db.many('INSERT INTO note (id, body) VALUES {rows: bigint, text}', [[2, 'two']]),
      async () => db.transaction((tx) => tx.get('SELECT 1')),
    ];
    await readOnly(async () => {
      assert.equal(isReadOnly(), true);
      for (const write of writes) await assert.rejects(write, REFUSED);
      await setImmediate();
      for (const write of writes) await assert.rejects(write, REFUSED);
      assert.deepEqual({ ...(await db.get<object>('SELECT body FROM note WHERE id = $1', [1])) }, { body: 'one' });
      const many = Array.from({ length: 5_000 }, (_, n) => [n]);
      const found = await db.many<object>(
        'SELECT note.id FROM (VALUES {rows: bigint}) AS k JOIN note ON note.id = k.column1',
        many,
      );
      assert.equal(found.length, 1);
    });
    assert.deepEqual(
      (await db.all<object>('SELECT id, body FROM note')).map((row) => ({ ...row })),
      [{ id: 1, body: 'one' }],
    );
  });

  test('does not keep others from writing beside it, also on the same connection', async () => {
    const db = await openTable();
    const add = async (id: number) => {
      await db.run('INSERT INTO note (id, body) VALUES ($1, $2)', [id, 'x']);
    };
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        n % 2 === 0 ? add(n + 2) : readOnly(() => assert.rejects(() => add(n + 2), REFUSED)),
      ),
    );
    const row = await db.get<{ n: number }>('SELECT count(*) AS n FROM note');
    assert.equal(row?.n, 21);
    assert.equal(isReadOnly(), false);
  });
});
