import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceProcess } from '../harness/process.ts';
import { rounds, scaled } from '../harness/scale.ts';
import { type LoadResult, loadUntilRefused } from '../harness/steady-load.ts';
import { onOneOrBothEngines } from './engines-by-scale.ts';
import { printFigures } from './figures.ts';
import { Fleet } from './fleet.ts';
import { until } from './until.ts';

const CONNECTIONS = scaled(12, 32);
/** Of these, some are idle for longer than a stopping service waits for an idle connection. */
const IDLE_CONNECTIONS = 4;

onOneOrBothEngines('sqlite', 'WORKERS=2: several processes over one port', (engine) => {
  let fleet: Fleet;
  let service: ServiceProcess;
  let admin: string;
  before(async () => {
    fleet = await Fleet.on(await engine.fresh());
    service = await fleet.api('all', { WORKERS: '2' });
    admin = new URL(await service.printed(/Metrics +(http:\S+)\n[\s\S]*Stop it/, 60_000)).origin;
  });
  after(() => fleet.close());

  const metric = async (name: string): Promise<number> => {
    const lines = (await (await fetch(`${admin}/metrics`)).text()).split('\n');
    return lines.filter((line) => line.startsWith(name)).reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  };
  const listed = 'http_request_duration_seconds_count{method="GET",route="/notifications/v4/destinations"';
  /** The log lines that processes wrote, with the position in the output. */
  const lines = (from = 0): Record<string, unknown>[] =>
    service.stdout
      .slice(from)
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  /** The processes that answered requests since a position of the output. */
  const answering = (from: number) =>
    new Set(lines(from).flatMap(({ msg, pid }) => (msg === 'request' ? [pid as number] : [])));
  /** The API processes that were started last. */
  const apiPids = () => {
    const started = lines().filter(
      ({ msg, process: name }) => msg === 'a process is started' && `${name}`.startsWith('api'),
    );
    return [...new Map(started.map(({ process: name, newPid }) => [name, newPid as number])).values()];
  };

  /** Kept-alive connections that are used all the time, or rarely, while `during` runs. */
  const loadDuring = async (during: () => Promise<void>): Promise<LoadResult> => {
    let isOver = false;
    const headers = { authorization: 'Bearer for.LOADED' };
    const load = loadUntilRefused(fleet.base, {
      connections: CONNECTIONS,
      next: () => ({ path: '/notifications/v4/destinations', headers }),
      isOver: () => isOver,
      pauseMs: (connection) => (connection < IDLE_CONNECTIONS ? 1_000 + connection * 150 : 2),
    });
    await sleep(300);
    await during();
    isOver = true;
    return load;
  };

  test('both processes answer, each line of the log is whole and names its process, and the metrics are their sum', async () => {
    const from = service.stdout.length;
    const before = await metric(listed);
    const { answered, lost, failed } = await loadDuring(() => sleep(500));
    assert.deepEqual([lost, failed], [[], []]);
    await until('both have answered', () => answering(from).size === 2);
    assert.equal(await metric(listed), before + answered);
    assert.deepEqual([await metric('service_processes{role="api"}'), await metric('service_ready')], [2, 1]);
    const unnamed = lines().filter(({ pid }) => typeof pid !== 'number');
    assert.deepEqual(unnamed, []);
    const ready = (await (await fetch(`${admin}/health/ready`)).json()) as { parts: Record<string, string> };
    assert.deepEqual([ready.parts['API processes'], ready.parts.worker], ['ok', 'ok']);
  });

  test('SIGHUP replaces all processes, and no request of a kept-alive connection fails', async (t) => {
    let attempted = 0;
    for (const _ of rounds(1, 34)) {
      const from = service.stdout.length;
      const previous = apiPids();
      const before = await metric(listed);
      const { answered, lost, failed } = await loadDuring(async () => {
        service.signal('SIGHUP');
        await until('all are replaced', () => service.stdout.includes('all processes are replaced', from), 90_000);
        await sleep(300);
      });
      attempted += answered + lost.length;
      assert.deepEqual([lost, failed], [[], []]);
      assert.deepEqual(
        apiPids().filter((pid) => previous.includes(pid)),
        [],
      );
      assert.ok(lines(from).some(({ msg, process: name }) => name === 'worker' && msg === 'a new process took over'));
      // What the previous processes have counted is not lost with them.
      assert.equal(await metric(listed), before + answered);
    }
    const entries = `SELECT operation FROM audit_pending UNION ALL SELECT operation FROM audit_entry`;
    await until('the audit log has it', () =>
      fleet.db.get(`SELECT 1 AS one FROM (${entries}) AS e WHERE operation = 'reload'`),
    );
    printFigures(t, { attempted, acknowledged: attempted, lost: 0, repeated: 0, unanswered: 0 });
  });

  test('when one is killed, only what was in flight on it fails, and another takes its place', async (t) => {
    let attempted = 0;
    let unanswered = 0;
    let recoveryMs = 0;
    for (const round of rounds(1, 20)) {
      const victim = apiPids()[round % 2] ?? 0;
      const { answered, lost, failed } = await loadDuring(async () => {
        process.kill(victim, 'SIGKILL');
        const killedMs = performance.now();
        await until('it is replaced', async () => !apiPids().includes(victim), 60_000);
        await until('both serve', async () => (await metric('service_processes{role="api"}')) === 2, 60_000);
        recoveryMs = Math.max(recoveryMs, performance.now() - killedMs);
      });
      assert.deepEqual(failed, []);
      assert.ok(lost.length <= CONNECTIONS, `${lost.length} lost: ${lost[0]}`);
      attempted += answered + lost.length;
      unanswered += lost.length;
    }
    printFigures(t, { attempted, acknowledged: attempted - unanswered, lost: 0, repeated: 0, unanswered, recoveryMs });
  });

  test('processes whose supervisor is killed end by themselves, and the port is free', async () => {
    const orphans = apiPids();
    service.signal('SIGKILL');
    await until('they have ended', () => orphans.every((pid) => !isRunning(pid)));
    await assert.rejects(fetch(`${fleet.base}/health/live`), /fetch failed/);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
