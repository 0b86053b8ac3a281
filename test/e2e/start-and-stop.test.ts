import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceProcess, startService } from '../harness/process.ts';
import { isTorture, testInTorture } from '../harness/scale.ts';
import { endedWell } from './ended-well.ts';
import { checkExamples } from './examples-walk.ts';

describe('starting', () => {
  const started: ServiceProcess[] = [];
  const start = (...args: Parameters<typeof startService>) => {
    const service = startService(...args);
    started.push(service);
    return service;
  };
  afterEach(async () => {
    for (const service of started.splice(0)) await service.end();
  });

  test('prints a banner whose addresses answer, and the OpenAPI document shows what a fresh demo answers; a second start on a taken port names the port and the setting; SIGTERM to the process group of npm leaves nothing running, and is no crash', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'examples-'));
    const service = new ServiceProcess('npm', ['start'], { DATA_DIR: dataDir });
    started.push(service);
    const address = await service.address();
    assert.equal((await fetch(`${address}/health/ready`)).status, 200);
    assert.equal((await fetch(`${address}/docs`)).status, 200);
    const issuer = await service.printed(/Issuer +(http:\S+)/);
    assert.equal((await fetch(`${issuer}/grants`)).status, 200);
    const metrics = await service.printed(/Metrics +(http:\S+)/);
    assert.match(await (await fetch(metrics)).text(), /http_request_duration_seconds_count/);

    const { problems, unseen } = await checkExamples(address, dataDir);
    assert.deepEqual(problems, []);
    // A full disk, a receiver that fails, a wrong record and an unknown field are tested elsewhere.
    assert.deepEqual(unseen, [
      'getReadiness 200 example2',
      'recoverDeliveries 202 example2',
      'testFilter 200 example2',
      // The tests of reports read these.
      ...['createReport 202 Success', 'getReports 200 Success', 'getReport 200 Success', 'getReportDocument 200 JSONL'],
      ...['getReportDocument 200 CSV', 'getReportDocument 200 GZIP'],
      ...['getReportSchedule 200 Success', 'getReportSchedules 200 example'],
      'getSellerUsage 200 example',
      // A fresh demo has no notes of the operator.
      'getNotes 200 example',
      // As JSON and as JSON lines.
      'getAudit 200 Success',
      'getAudit 200 Success',
      'applyChanges 200 example3',
      'applyChanges 200 example4',
    ]);

    const { port } = new URL(address);
    const second = start({ PORT: port });
    assert.equal(await second.ended(), 1);
    assert.match(second.stderr, new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is taken .* PORT=\\d+ npm start\\n$`));

    const adminPort = new URL(metrics).port;
    if (isTorture) {
      const third = start({ ADMIN_PORT: adminPort });
      assert.equal(await third.ended(), 1);
      assert.match(third.stderr, new RegExp(`^Port ${adminPort} .* ADMIN_PORT=\\d+ npm start\\n$`));
      const worker = start({ ADMIN_PORT: adminPort }, 'worker');
      assert.equal(await worker.ended(), 1);
      assert.match(worker.stderr, new RegExp(`^Port ${adminPort} .* ADMIN_PORT=\\d+ npm run worker\\n$`));
      const idpPort = new URL(issuer).port;
      const fourth = start({ IDP_PORT: idpPort });
      assert.equal(await fourth.ended(), 1);
      assert.match(
        fourth.stderr,
        new RegExp(`^Port ${idpPort} .* IDP_PORT=\\d+ npm start\nThe identity provider did not start\\.\n$`),
      );
    }

    service.signalGroup('SIGTERM');
    await endedWell(service, address);
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('with wrong settings lists every problem, without a stack, and exits with 1', async () => {
    const service = start({ PORT: 'eighty', LOG_LEVEL: 'loud' });
    assert.equal(await service.ended(), 1);
    assert.match(
      service.stderr,
      /^The settings have errors:\n {2}- PORT is "eighty".*\n {2}- LOG_LEVEL is "loud".*\n$/,
    );
  });

  test('an unknown role lists the roles', async () => {
    const service = start({}, 'dance');
    assert.equal(await service.ended(), 1);
    assert.match(service.stderr, /^There is no role dance\. Roles: all, api, .*\n$/);
  });
});

describe('stopping', () => {
  const started: ServiceProcess[] = [];
  const run = (command: string, args: string[], environment: Record<string, string> = {}) => {
    const service = new ServiceProcess(command, args, environment);
    started.push(service);
    return service;
  };
  afterEach(async () => {
    for (const service of started.splice(0)) await service.end();
  });
  /** The service's own listening and stopping, with an endpoint of any duration. */
  const slowService = (settings: Record<string, string> = {}) =>
    run(process.execPath, ['test/e2e/slow-service.ts'], { DRAIN_MS: '0', ...settings });

  test('by SIGTERM accepts no new connections, finishes the running request, does not wait for an idle kept-alive connection and exits with 0', async () => {
    const service = slowService();
    const address = await service.printed(/at (http:\S+)"/);
    const idle = await connected(address);
    idle.on('error', () => {});
    const running = fetch(`${address}/health/slow?ms=1500`);
    await sleep(300);
    service.signal('SIGTERM');
    await service.printed(/stopping/);
    await refused(address);
    assert.equal((await running).status, 200);
    const before = performance.now();
    assert.equal(await service.ended(), 0);
    assert.ok(performance.now() - before < 8_000, 'the answered connection, or the idle one, was waited for');
  });

  test('aborts requests that are longer than the deadline, logs how many and exits with 3', async () => {
    const service = slowService({ DEADLINE_MS: '300' });
    const address = await service.printed(/at (http:\S+)"/);
    const running = [1, 2, 3].map(() => fetch(`${address}/health/slow?ms=60000`).catch(() => 'cut off'));
    // Answered after them: by then they run.
    await (await fetch(`${address}/health/slow?ms=50`)).text();
    service.signal('SIGTERM');
    assert.equal(await service.ended(), 3);
    assert.deepEqual(await Promise.all(running), ['cut off', 'cut off', 'cut off']);
    assert.match(service.stdout, /"level":"warn".*"abortedRequests":3,"msg":"stopped: the deadline is over, running/);
  });

  testInTorture('exits with 1, not 3, when the deadline passes and every request was answered', async () => {
    const service = slowService({ DEADLINE_MS: '500', STOP_MS: '60000' });
    const address = await service.printed(/at (http:\S+)"/);
    assert.equal((await fetch(`${address}/health/slow?ms=1`, { headers: { connection: 'close' } })).status, 200);
    service.signal('SIGTERM');
    assert.equal(await service.ended(), 1);
    assert.match(service.stdout, /"abortedRequests":0,"msg":"stopped: the deadline is over"/);
  });

  test('takes a second signal within a second for the same one, and ends at once on a later one', async () => {
    const service = slowService();
    const address = await service.printed(/at (http:\S+)"/);
    fetch(`${address}/health/slow?ms=60000`).catch(() => {});
    await sleep(300);
    service.signal('SIGTERM');
    await sleep(200);
    service.signal('SIGTERM');
    await sleep(1_000);
    assert.equal(service.child.exitCode, null);
    service.signal('SIGTERM');
    assert.equal(await service.ended(), 3);
    assert.match(service.stdout, /"abortedRequests":1,"msg":"stopping at once/);
  });
});

/** Waits until nobody accepts connections any more. */
async function refused(address: string): Promise<void> {
  for (;;) {
    try {
      (await connected(address)).destroy();
    } catch (error) {
      assert.match((error as Error).message, /ECONNREFUSED/);
      return;
    }
    await sleep(20);
  }
}

function connected(address: string): Promise<import('node:net').Socket> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.on('error', reject);
  });
}
