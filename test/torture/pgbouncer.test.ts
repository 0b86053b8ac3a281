import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openDb } from '../../src/db/open.ts';
import { type PostgresServer, startPostgres } from '../db/postgres-server.ts';
import { Fleet, loggedProblems } from '../faults/fleet.ts';
import { until } from '../harness/until.ts';
import { ClusterLoad } from './cluster-load.ts';
import { type Pgbouncer, startPgbouncer } from './pgbouncer.ts';

const WRITES = 400;

describe('PgBouncer between the service and PostgreSQL', () => {
  let server: PostgresServer;
  before(async () => {
    server = await startPostgres();
  });

  for (const { mode, parameter } of [
    { mode: 'transaction', parameter: '?pgbouncer=true' },
    { mode: 'session', parameter: '' },
  ] as const) {
    describe(`in ${mode} mode`, () => {
      let pgbouncer: Pgbouncer;
      let fleet: Fleet;
      before(async () => {
        const database = `pooled_${mode}`;
        const admin = await openDb({ databaseUrl: server.url('postgres'), file: '' });
        await admin.run(`CREATE DATABASE ${database}`);
        await admin.close();
        pgbouncer = await startPgbouncer(server.url(database), mode);
        fleet = await Fleet.on({ config: { databaseUrl: `${pgbouncer.url}${parameter}`, file: '' } });
      });
      after(async () => {
        await fleet?.close();
        await pgbouncer?.stop();
      });

      test('two API processes and a worker share its sessions, and every request succeeds', async (t) => {
        const processes = [await fleet.worker(), await fleet.api()];
        const bases = [fleet.base];
        processes.push(await fleet.api());
        const load = await ClusterLoad.start(fleet, [...bases, fleet.base]);
        await load.interruptionMs(() => {}, WRITES, 120_000);
        await load.stop();
        assert.deepEqual([load.wrong, load.unavailable], [[], 0]);
        assert.deepEqual(await load.lostIn(fleet.db), []);
        await until('all have arrived', () => {
          const times = fleet.receiver.timesById();
          return load.acknowledged.notifications.every((id) => times.has(id));
        });
        assert.deepEqual(processes.flatMap(loggedProblems), []);
        t.diagnostic(`${load.succeeded} requests`);
      });
    });
  }

  test('without the parameter the start fails, and says what is missing', async () => {
    const pgbouncer = await startPgbouncer(server.url('postgres'), 'transaction');
    await assert.rejects(openDb({ databaseUrl: pgbouncer.url, file: '' }), /add \?pgbouncer=true to the URL/);
    await pgbouncer.stop();
  });
});
