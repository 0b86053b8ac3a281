import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEngine } from '../db/engines.ts';
import { printFigures } from '../faults/figures.ts';
import { Fleet, loggedProblems } from '../faults/fleet.ts';
import { isRunning, logLines } from '../faults/supervised-log.ts';
import type { ServiceProcess } from '../harness/process.ts';
import { loadUntilRefused } from '../harness/steady-load.ts';
import { until } from '../harness/until.ts';
import { openConnections } from './open-connections.ts';

/** The sessions of the service have this name; the test has its own. */
const COUNTED = 'counted';
const POOL = 3;
const API_PROCESSES = 2;
/** More than the load needs, which reconnects after each answer while the service drains. */
const MAX_CONNECTIONS = 100;
const REPLACED_MS = 240_000;

onEngine('postgres', 'npm run api with API_PROCESSES=2', (engine) => {
  let fleet: Fleet;
  let service: ServiceProcess;
  before(async () => {
    const database = await engine.fresh();
    fleet = await Fleet.on(database);
    const url = new URL(database.config.databaseUrl ?? '');
    url.searchParams.set('application_name', COUNTED);
    const settings = {
      API_PROCESSES: `${API_PROCESSES}`,
      DATABASE_POOL_SIZE: `${POOL}`,
      MAX_CONNECTIONS: `${MAX_CONNECTIONS}`,
    };
    service = await fleet.api('api', { ...settings, DRAIN_MS: '1000', DATABASE_URL: url.href });
    await until('both listen', () => logLines(service).filter(({ msg }) => /listening/.test(`${msg}`)).length === 2);
  });
  after(() => fleet.close());

  const countConnections = async () => {
    const sql = 'SELECT count(*)::integer AS many FROM pg_stat_activity WHERE application_name = $1';
    return (await fleet.db.get<{ many: number }>(sql, [COUNTED]))?.many ?? 0;
  };
  const busy = (isOver?: () => boolean) =>
    loadUntilRefused(fleet.base, {
      connections: 12,
      next: () => ({ path: '/notifications/v4/destinations', headers: { authorization: 'Bearer for.LOADED' } }),
      ...(isOver ? { isOver } : {}),
      pauseMs: () => 1,
    });

  test('each process has MAX_CONNECTIONS of its own', async () => {
    const open = await openConnections(fleet.base, 3 * API_PROCESSES * MAX_CONNECTIONS);
    assert.equal(open.length, API_PROCESSES * MAX_CONNECTIONS);
    for (const socket of open) socket.destroy();
    await until('there is room again', async () => (await openAndClose(fleet.base)) === 1);
  });

  test('processes that are replaced have at most the documented number of connections to PostgreSQL', async (t) => {
    let isOver = false;
    let most = 0;
    const load = busy(() => isOver);
    // Connections that nobody uses keep the previous processes alive.
    const idle = await openConnections(fleet.base, 8);
    const from = service.stdout.length;
    const measuring = (async () => {
      while (!isOver) most = Math.max(most, await countConnections());
    })();
    for (const round of [1, 2]) {
      service.signal('SIGHUP');
      const replaced = () => service.stdout.slice(from).split('all processes are replaced').length > round;
      await until(`all are replaced, ${round}`, replaced, REPLACED_MS);
    }
    isOver = true;
    await measuring;
    const { answered, lost, failed } = await load;
    assert.deepEqual([lost.slice(0, 3), failed.slice(0, 3)], [[], []]);
    for (const socket of idle) socket.destroy();
    const documented = POOL * 2 * API_PROCESSES + 1;
    assert.ok(most > POOL * API_PROCESSES && most <= documented, `${most} of ${documented}`);
    t.diagnostic(`connections to PostgreSQL: ${most} of ${documented}`);
    printFigures(t, { attempted: answered, acknowledged: answered, lost: 0, repeated: 0, unanswered: 0 });
  });

  test('SIGINT to the whole process group answers all requests, stops once, and exits with 0', async () => {
    const load = busy();
    const from = service.stdout.length;
    const pids = new Set(logLines(service).flatMap(({ newPid }) => (newPid === undefined ? [] : [Number(newPid)])));
    service.signalGroup('SIGINT');
    assert.equal(await service.ended(), 0);
    const { lost, failed } = await load;
    assert.deepEqual([lost.slice(0, 3), failed.slice(0, 3)], [[], []]);
    const lines = logLines(service, from).map(({ msg }) => msg);
    assert.equal(lines.filter((msg) => msg === 'stopping: waiting for running requests').length, 1);
    assert.equal(lines.filter((msg) => msg === 'stopped').length, 1 + API_PROCESSES);
    assert.deepEqual([[...pids].filter(isRunning), loggedProblems(service)], [[], []]);
  });
});

async function openAndClose(base: string): Promise<number> {
  const open = await openConnections(base, 1);
  for (const socket of open) socket.destroy();
  return open.length;
}
