import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEngine } from './engines.ts';

type Plans = { generic: number; custom: number };

/** That these plans are good ones: test/market/query-plans.test.ts. */
onEngine('postgres', 'the plan of a statement', ({ fresh }) => {
  it('is made once, however many rows a call has', async () => {
    const db = await (await fresh()).open({ connections: 1 });
    await db.run('CREATE TABLE t (a BIGINT PRIMARY KEY)');
    for (const rows of [1, 2, 30, 1, 1, 1, 1]) {
      const keys = Array.from({ length: rows }, (_, n) => [n]);
      await db.many('SELECT t.a FROM (VALUES {rows: bigint}) AS k JOIN t ON t.a = k.column1', keys);
    }
    const plans = await db.get<Plans>(
      "SELECT generic_plans AS generic, custom_plans AS custom FROM pg_prepared_statements WHERE statement LIKE 'SELECT t.a FROM%'",
    );
    assert.deepEqual({ ...plans }, { generic: 7, custom: 0 });
  });
});
