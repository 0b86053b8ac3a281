import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import type { Db, Sql } from '../../src/db/db.ts';
import { openDb } from '../../src/db/open.ts';
import { Fault } from '../../src/domain/fault.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { onEngine } from './engines.ts';

const INSERT = 'INSERT INTO t (a) VALUES (1)';

onEngine('postgres', 'a connection that is lost', ({ fresh }) => {
  let proxy: CuttingProxy;
  /** Through the proxy, with one connection. */
  let db: Db;
  /** Past the proxy. */
  let direct: Db;
  let runs = 0;
  before(async () => {
    const database = await fresh();
    direct = await database.open({ connections: 1 });
    proxy = await startCuttingProxy(database.config.databaseUrl as string);
    db = await openDb({ databaseUrl: proxy.url, file: '', connections: 1 });
    await direct.run('CREATE TABLE t (a BIGINT)');
  });
  after(async () => {
    await db.close();
    proxy.close();
  });
  beforeEach(async () => {
    await direct.run('DELETE FROM t');
    runs = 0;
  });

  const rows = async () => (await direct.get<{ many: number }>('SELECT count(*) AS many FROM t'))?.many;
  const insertTwice = async (tx: Sql) => {
    runs += 1;
    await tx.run(INSERT);
    await tx.run('UPDATE t SET a = a + 1');
  };
  const isUnavailable = (error: unknown) => {
    assert.ok(error instanceof Fault && error.code === 'ServiceUnavailable', String(error));
    assert.ok((error.hints.retryAfterSeconds as number) > 0);
    return true;
  };
  /** Ends the sessions behind the proxy, as an administrator or a stopping server does: 57P01. */
  const endSessions = async () => {
    await direct.all(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    );
  };

  for (const at of ['before', 'after'] as const) {
    it(`repeats a read that is cut ${at} the server got it`, async () => {
      await db.ping();
      proxy.cutNext({ text: `SELECT 1 AS ${at}`, at });
      const opened = proxy.opened();
      assert.equal((await db.get<Record<string, number>>(`SELECT 1 AS ${at}`))?.[at], 1);
      assert.equal(proxy.opened(), opened + 1);
    });

    it(`repeats a transaction that is cut ${at} the server got one of its statements`, async () => {
      proxy.cutNext({ text: 'BEGIN', at });
      await db.transaction(insertTwice);
      assert.deepEqual([runs, await rows()], [2, 1]);
    });

    it(`gives 503 and repeats nothing when COMMIT is cut ${at} the server got it`, async () => {
      proxy.cutNext({ text: 'COMMIT', at });
      await assert.rejects(db.transaction(insertTwice), isUnavailable);
      assert.deepEqual([runs, await rows()], [1, at === 'after' ? 1 : 0]);
      await db.transaction(insertTwice);
    });

    it(`gives 503 and repeats nothing when a write without a transaction is cut ${at} the server got it`, async () => {
      const statement = `INSERT INTO t (a) VALUES (1) /* ${at} */`;
      proxy.cutNext({ text: statement, at });
      await assert.rejects(Promise.resolve(db.run(statement)), isUnavailable);
      assert.equal(proxy.passed(statement), at === 'after' ? 1 : 0);
      assert.equal(await rows(), at === 'after' ? 1 : 0);
    });
  }

  it('gives 503 when the second try is cut, too', async () => {
    const cut = { text: 'SELECT 2 AS twice', at: 'before' } as const;
    proxy.cutNext(cut, cut);
    await assert.rejects(Promise.resolve(db.get('SELECT 2 AS twice')), isUnavailable);
    assert.equal((await db.get<{ twice: number }>('SELECT 2 AS twice'))?.twice, 2);
  });

  it('repeats the beginning of a long read', async () => {
    const read = 'SELECT n FROM generate_series(1, 2500) AS n';
    proxy.cutNext({ text: 'DECLARE rows', at: 'after' });
    const numbers = await Array.fromAsync(db.each<{ n: number }>(read), ({ n }) => n);
    assert.deepEqual([numbers.length, numbers.at(-1)], [2_500, 2_500]);
  });

  it('repeats what an administrator ends before its commit (57P01)', async () => {
    await db.transaction(async (tx) => {
      await tx.run(INSERT);
      runs += 1;
      if (runs === 1) await endSessions();
      await tx.run('UPDATE t SET a = 2');
    });
    assert.deepEqual([runs, await rows()], [2, 1]);
  });

  it('works with the first statements after all idle connections were ended', async () => {
    const many = await openDb({ databaseUrl: proxy.url, file: '', connections: 5 });
    const side = () => Promise.all(Array.from({ length: 5 }, () => many.get('SELECT pg_sleep(0.02)')));
    await side();
    await endSessions();
    await side();
    await many.close();
  });

  it('leaves a primary that became a standby: the write is repeated, and no idle connection to it is used again (25006)', async () => {
    const pool = await openDb({ databaseUrl: proxy.url, file: '', connections: 3 });
    const onAll = (call: (db: Db) => unknown) => Promise.all(Array.from({ length: 3 }, () => call(pool)));
    // New sessions may write, as those of the new primary may.
    await onAll((each) => each.get("SELECT set_config('default_transaction_read_only', 'on', false), pg_sleep(0.1)"));
    const opened = proxy.opened();
    await pool.run(INSERT);
    assert.equal(proxy.opened(), opened + 1);
    const settings = (await onAll((each) =>
      each.get("SELECT current_setting('default_transaction_read_only') AS setting, pg_sleep(0.05)"),
    )) as { setting: string }[];
    assert.deepEqual(
      settings.map(({ setting }) => setting),
      ['off', 'off', 'off'],
    );
    assert.equal(await rows(), 1);
    await pool.close();
  });
});
