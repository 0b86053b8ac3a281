import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import type { Db } from '../../src/db/db.ts';
import { openDb } from '../../src/db/open.ts';
import { Fault } from '../../src/domain/fault.ts';
import { until } from '../harness/until.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

const INSERT = 'INSERT INTO t (a) VALUES (1)';

/** A server of its own: these tests change its settings, kill its processes, and stop it. */
describe('a PostgreSQL server in a state in which it cannot do everything', () => {
  let server: PostgresServer;
  let db: Db;
  before(async () => {
    server = await startPostgres();
    db = await openDb({ databaseUrl: server.url('postgres'), file: '', timeoutMs: 5_000, connections: 2 });
    await db.run('CREATE TABLE t (a BIGINT)');
  });
  after(() => db.close());

  const rows = async () => (await db.get<{ many: number }>('SELECT count(*) AS many FROM t'))?.many;
  const standbys = async (names: string) => {
    await db.run(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
    await db.get('SELECT pg_reload_conf()');
    await until('the setting holds', async () => {
      const row = await db.get<{ names: string }>("SELECT current_setting('synchronous_standby_names') AS names");
      return row?.names === names;
    });
  };
  const session = async () => {
    const client = new pg.Client({ connectionString: server.url('postgres') });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const sqlState = async (call: () => unknown): Promise<unknown> => {
    try {
      await call();
      return 'success';
    } catch (error) {
      assert.ok(error instanceof Fault && error.code === 'ServiceUnavailable', String(error));
      assert.ok((error.hints.retryAfterSeconds as number) > 0);
      return (error.cause as { code?: string }).code ?? (error.cause as Error).message;
    }
  };

  const waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
  const cancel = `SELECT pg_cancel_backend(pid) FROM (${waiting}) AS waiting`;
  /** Sessions see the new setting before commits wait: the checkpointer tells them to, when it has read it. */
  const untilCommitsWait = async (administrator: pg.Client) => {
    const prober = await session();
    await until('commits wait', async () => {
      let isDone = false;
      const probe = prober.query('SELECT pg_logical_emit_message(true, $1, $1)', ['probe']).then(() => {
        isDone = true;
      });
      let hasWaited = false;
      while (!isDone && !hasWaited) hasWaited = (await administrator.query(waiting)).rows.length > 0;
      if (hasWaited) await administrator.query(cancel);
      await probe;
      return hasWaited;
    });
    await prober.end();
  };

  it('gives 503 for a commit that no synchronous standby confirms, and repeats nothing', async () => {
    await standbys('nobody');
    const administrator = await session();
    await untilCommitsWait(administrator);
    let runs = 0;
    const work = () =>
      db.transaction((tx) => {
        runs += 1;
        return tx.run(INSERT);
      });
    const outcomes = [sqlState(work), sqlState(() => db.run(INSERT))];
    // An administrator sees commits that hang, and cancels them: the server then warns, and reports success.
    await until('both wait', async () => (await administrator.query(waiting)).rows.length === 2);
    await administrator.query(cancel);
    for (const outcome of await Promise.all(outcomes)) assert.match(String(outcome), /not replicated/);
    await administrator.end();
    await standbys('');
    // The primary has them and cannot undo them. Their callers know that they may be lost.
    assert.deepEqual([runs, await rows()], [1, 2]);
    await db.run(INSERT);
  });

  it('recovers by itself after a crash of one of its processes (57P02)', async () => {
    const before = (await rows()) ?? 0;
    const victim = await session();
    const { pid } = (await victim.query('SELECT pg_backend_pid() AS pid')).rows[0];
    const outcome = await sqlState(() =>
      db.transaction(async (tx) => {
        await tx.run(INSERT);
        process.kill(pid, 'SIGKILL');
        await tx.get('SELECT pg_sleep(0.3)');
      }),
    );
    await until('it answers', async () => (await sqlState(() => db.ping())) === 'success');
    assert.equal(await rows(), outcome === 'success' ? before + 1 : before);
  });

  it('gives 503 when it takes no new connections, because it stops (57P03)', async () => {
    // The server waits for this session to end.
    const last = await session();
    const file = (await last.query("SELECT pg_read_file('postmaster.pid') AS text")).rows[0];
    process.kill(Number(file.text.split('\n')[0]), 'SIGTERM');
    await db.close();
    const late = openDb({ databaseUrl: server.url('postgres'), file: '' });
    await assert.rejects(late, (error: Error) => {
      assert.equal(((error.cause as Fault).cause as { code: string }).code, '57P03');
      return true;
    });
    await last.end();
  });
});
