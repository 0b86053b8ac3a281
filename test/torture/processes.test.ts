import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { adminOf, isRunning, logLines, metricAt, runningApis } from '../faults/supervised-log.ts';
import { type ServiceProcess, startService } from '../harness/process.ts';
import { until } from '../harness/until.ts';
import { openConnections } from './open-connections.ts';

/** Long enough for a busy machine: it ends a failing test, and measures nothing. */
const START_MS = 120_000;
const ENDS_AGAIN = 'a process ends again and again soon after its start; another is started after the pause';

describe('API_PROCESSES=2: processes that cannot start, an early SIGHUP, a provider that moves', () => {
  const folder = mkdtempSync(join(tmpdir(), 'processes-'));
  const plan = join(folder, 'plan.json');
  const limit = { burst: { requests: 100_000, seconds: 1 }, sustained: { requests: 1_000_000, seconds: 60 } };
  const goodPlan = JSON.stringify({ default: limit, anonymous: limit, client: limit, address: limit });
  const settings = { API_PROCESSES: '2', RATE_PLAN: plan, LOG_LEVEL: 'info', DRAIN_MS: '500' };
  let service: ServiceProcess;
  let admin: string;
  let base: string;
  before(async () => {
    writeFileSync(plan, goodPlan);
    service = startService(settings);
    await service.printed(/a process is started/, START_MS);
    // The supervisor is not ready yet.
    service.signal('SIGHUP');
    admin = await adminOf(service);
    base = await service.address();
  });
  after(async () => {
    await service.end();
    rmSync(folder, { recursive: true });
  });

  const printed = (text: string, from: number) => until(text, () => service.stdout.includes(text, from), START_MS);
  const token = () =>
    fetch(`${base}/auth/v4/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('demoseller:demosellersecret')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    }).then(({ status }) => status);
  /** On several connections: each may lead to another process. */
  const tokens = () => Promise.all(Array.from({ length: 20 }, token));
  const allGood = Array.from({ length: 20 }, () => 200);
  const bothServe = () =>
    until('both serve', async () => (await metricAt(admin, 'service_processes{role="api"}')) === 2, START_MS);

  test('SIGHUP during the start replaces the processes when all are ready', async () => {
    await printed('SIGHUP came during the start', 0);
    await printed('all processes are replaced', 0);
    assert.deepEqual(await tokens(), allGood);
  });

  test('a new process that does not start leaves the previous ones serving, and the log says why', async () => {
    const from = service.stdout.length;
    const previous = runningApis(service);
    writeFileSync(plan, '{ broken');
    service.signal('SIGHUP');
    await printed('a new process does not start: the previous one goes on', from);
    const failed = logLines(service, from).filter(({ level }) => level === 'error');
    assert.deepEqual([failed.length, failed[0]?.process], [1, 'api 1']);
    assert.match(`${failed[0]?.reason}`, /^The rate plan .* cannot be read/);
    assert.deepEqual([...previous.values()].map(isRunning), [true, true]);
    assert.deepEqual(await tokens(), allGood);
    assert.equal(await metricAt(admin, 'service_processes{role="api"}'), 2);
  });

  test('a process that ends again and again is started after growing pauses, with one line each, while the other serves', async () => {
    const from = service.stdout.length;
    process.kill(runningApis(service).get('api 2') ?? 0, 'SIGKILL');
    const ends = () => logLines(service, from).filter(({ endedPid }) => endedPid !== undefined);
    await until('it has ended five times', () => ends().length >= 5, START_MS);
    // The process that was killed may have lived for a minute: then its successor starts at once.
    const pauses = ends()
      .slice(1, 5)
      .map(({ pauseMs }) => Number(pauseMs));
    for (const [n, pause] of pauses.slice(1).entries()) assert.equal(pause, 2 * (pauses[n] ?? 0));
    assert.deepEqual(new Set(ends().map(({ endedPid }) => endedPid)).size, ends().length);
    const again = ends().filter(({ level }) => level === 'error');
    assert.ok(
      again.length > 0 && again.every(({ msg, reason }) => msg === ENDS_AGAIN && /rate plan/.test(`${reason}`)),
    );
    assert.deepEqual(await tokens(), allGood);
    const ready = (await (await fetch(`${admin}/health/ready`)).json()) as { reasons: Record<string, string> };
    const expected = '1 of 2 API processes can answer requests: api 2 is being started.';
    assert.equal(ready.reasons['API processes'], expected);
    writeFileSync(plan, goodPlan);
    await bothServe();
  });

  test('a system that has no file descriptor for another process does not end the supervisor', async () => {
    const from = service.stdout.length;
    const pid = service.child.pid ?? 0;
    const victim = runningApis(service).get('api 1') ?? 0;
    execFileSync('prlimit', [`--pid=${pid}`, `--nofile=${readdirSync(`/proc/${pid}/fd`).length}:`]);
    process.kill(victim, 'SIGKILL');
    try {
      await printed('EMFILE', from);
    } finally {
      execFileSync('prlimit', [`--pid=${pid}`, '--nofile=4096:']);
    }
    await bothServe();
  });

  test('a provider that moves to another port is found, also by a process that was just being started', async () => {
    const from = service.stdout.length;
    const { pid, address } = logLines(service).findLast(({ address: at }) => at !== undefined) ?? {};
    const taker = createServer();
    service.signal('SIGHUP');
    await printed('a process is started', from);
    process.kill(Number(pid), 'SIGKILL');
    await until('its port is taken', () => listens(taker, Number(new URL(`${address}`).port)));
    await printed('the identity provider listens on another port', from);
    // The supervisor has told them before it wrote the line.
    await until('all find it', async () => (await tokens()).every((status) => status === 200));
    await printed('all processes are replaced', from);
    assert.deepEqual(await tokens(), allGood);
    taker.close();
  });

  test('SIGTERM during a replacement, after several SIGHUPs, stops everything with exit code 0', async () => {
    const from = service.stdout.length;
    const idle = await openConnections(base, 8);
    for (const _ of [1, 2, 3]) {
      service.signal('SIGHUP');
      await sleep(50);
    }
    await printed('a new process took over', from);
    await until(
      'another starts',
      () => logLines(service, from).filter(({ newPid }) => newPid !== undefined).length > 2,
    );
    const pids = new Set(logLines(service).flatMap(({ newPid }) => (newPid === undefined ? [] : [Number(newPid)])));
    service.signal('SIGTERM');
    assert.equal(await service.ended(), 0);
    assert.deepEqual([...pids].filter(isRunning), []);
    const after = logLines(service, from).map(({ msg }) => msg);
    assert.equal(after.filter((msg) => msg === 'SIGHUP: replacing the processes one by one').length, 1);
    assert.ok(!after.some((msg) => /does not start|ended; another|deadline/.test(`${msg}`)), after.join('\n'));
    for (const socket of idle) socket.destroy();
  });

  test('a first start that fails says why once, and exits with 1', async () => {
    writeFileSync(plan, '{ broken');
    const failing = startService(settings);
    assert.equal(await failing.ended(), 1);
    assert.match(failing.stderr, /^The rate plan .* cannot be read: .*\nThe API process did not start\.\n$/);
    const pids = logLines(failing).flatMap(({ newPid }) => (newPid === undefined ? [] : [Number(newPid)]));
    assert.deepEqual([pids.length, pids.filter(isRunning)], [1, []]);
  });
});

/** Whether the server has the port, now. */
function listens(server: ReturnType<typeof createServer>, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ host: '127.0.0.1', port }, () => resolve(true));
  });
}
