import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../src/db/db.ts';
import { HOUR_MS } from '../../src/domain/duration.ts';
import { createLog } from '../../src/log/log.ts';
import { type ProcessClock, startClock } from '../../src/roles/store/process-clock.ts';
import { until } from '../harness/until.ts';
import { onEngine } from './engines.ts';

onEngine('postgres', 'the clock of a process', (engine) => {
  let db: Db;
  let clock: ProcessClock;
  let logged: string;

  /** A server whose clock a test can set: a function of the database stands in front of the server's own. */
  beforeEach(async () => {
    const database = await engine.migrated();
    const first = await database.open();
    await first.run('CREATE TABLE clock_setting (ahead_seconds BIGINT NOT NULL)');
    await first.run('INSERT INTO clock_setting (ahead_seconds) VALUES (0)');
    await first.run(`CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS
      'SELECT pg_catalog.clock_timestamp() + make_interval(secs => (SELECT ahead_seconds FROM clock_setting))'`);
    const { pathname } = new URL(database.config.databaseUrl as string);
    await first.run(`ALTER DATABASE ${pathname.slice(1)} SET search_path = public, pg_catalog`);
    db = await database.open();
    logged = '';
    const write = (line: string) => {
      logged += line;
    };
    const log = createLog('warn', { write });
    clock = await startClock(db, (err, text) => log.warn({ err }, text), { synchronizeEveryMs: 20 });
  });
  afterEach(() => clock.stop());

  const setAhead = (seconds: number) => db.run('UPDATE clock_setting SET ahead_seconds = $1', [seconds]);
  const isAhead = () => clock.now() - Date.now() > 0.9 * HOUR_MS;

  test("follows the store's clock after the start, without a worker", async () => {
    assert.ok(!isAhead());
    await setAhead(3_600);
    await until(isAhead);
    assert.equal(logged, '');
  });

  test('logs a failure and tries again', async () => {
    await db.run('ALTER TABLE clock_setting RENAME TO hidden');
    await until(() => logged !== '');
    assert.match(logged, /"level":"warn".*"msg":"the store's clock cannot be read; trying again in a minute"/);
    await db.run('ALTER TABLE hidden RENAME TO clock_setting');
    await setAhead(3_600);
    await until(isAhead);
  });

  test('stands still after the stop', async () => {
    await clock.stop();
    await setAhead(3_600);
    await sleep(200);
    assert.ok(!isAhead());
  });
});
