import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openDb } from '../../src/db/open.ts';
import { onEngine } from './engines.ts';

/** That it works with the real one: test/torture/pgbouncer.test.ts. */
onEngine('postgres', 'a store behind PgBouncer', ({ fresh }) => {
  it('leaves nothing in a session for the next transaction: no prepared statement, no setting', async () => {
    const { config } = await fresh();
    const db = await openDb({
      databaseUrl: `${config.databaseUrl}?pgbouncer=true`,
      file: '',
      timeoutMs: 4_321,
      connections: 1,
    });
    const timeout = "SELECT current_setting('statement_timeout') AS timeout";
    const outside = () => db.get<{ timeout: string }>(timeout);
    await db.run('CREATE TABLE t (a BIGINT PRIMARY KEY)');
    await db.many('INSERT INTO t (a) VALUES {rows: bigint key}', [[1], [2]]);
    const before = (await outside())?.timeout;
    const inside = await db.transaction((tx) => tx.get<{ timeout: string }>(timeout));
    assert.equal(inside?.timeout, '4321ms');
    assert.equal((await outside())?.timeout, before);
    const rows: unknown[] = await Array.fromAsync(db.each('SELECT a FROM t WHERE a > $1', [0]));
    assert.equal(rows.length, 2);
    const named = await db.get<{ many: number }>(
      'SELECT count(*) AS many FROM pg_prepared_statements WHERE $1 = 1',
      [1],
    );
    assert.equal(named?.many, 0);
    const plans = await db.get<{ mode: string }>("SELECT current_setting('plan_cache_mode') AS mode");
    assert.equal(plans?.mode, 'auto');
    await db.close();
  });
});
