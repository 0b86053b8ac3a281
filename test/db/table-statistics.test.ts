import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refreshStatistics } from '../../src/db/table-statistics.ts';
import { onEngine } from './engines.ts';

onEngine('postgres', 'the statistics of tables', (engine) => {
  test('are refreshed for tables that have grown since the server last looked, and for no others', async () => {
    const database = await engine.fresh();
    const db = await database.open();
    await db.run('CREATE TABLE "Grown" (id BIGINT PRIMARY KEY, words TEXT)');
    await db.run('CREATE TABLE small (id BIGINT PRIMARY KEY, words TEXT)');
    assert.deepEqual(await refreshStatistics(db), []);
    const rows = Array.from({ length: 2_000 }, (_, id) => [id, 'x'.repeat(200)]);
    await db.many('INSERT INTO "Grown" (id, words) VALUES {rows: bigint, text}', rows);
    await db.many('INSERT INTO small (id, words) VALUES {rows: bigint, text}', rows.slice(0, 20));
    const withOneConnection = await database.open({ connections: 1 });
    assert.deepEqual(await refreshStatistics(withOneConnection), [], 'a load may be using it');
    assert.deepEqual(await refreshStatistics(db), ['"Grown"']);
    const known = await db.get<{ rows: number }>(
      `SELECT CAST(reltuples AS BIGINT) AS rows FROM pg_class WHERE relname = 'Grown'`,
    );
    assert.equal(known?.rows, 2_000);
    assert.deepEqual(await refreshStatistics(db), []);
  });
});
