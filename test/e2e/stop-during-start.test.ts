import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../harness/free-port.ts';
import { ServiceProcess, startService } from '../harness/process.ts';

describe('SIGTERM while the service starts', () => {
  const started: ServiceProcess[] = [];
  afterEach(async () => {
    for (const service of started.splice(0)) await service.end();
  });
  const run = (service: ServiceProcess) => {
    started.push(service);
    return service;
  };
  /** The status of a request, as soon as somebody accepts it. */
  const firstAnswer = async (port: number, service: ServiceProcess): Promise<number> => {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined);
      if (answer) return answer.status;
      assert.equal(service.child.exitCode ?? service.child.signalCode, null, service.stdout + service.stderr);
      await sleep(10);
    }
  };

  test('and its API listens already: the request is answered, and the exit code is 0', async () => {
    const [port, adminPort] = [await freePort(), await freePort()];
    const preload = ['--import', './test/e2e/signal-at-first-connection.ts'];
    const settings = { PORT: String(port), ADMIN_PORT: String(adminPort) };
    const service = run(new ServiceProcess(process.execPath, [...preload, 'src/main.ts', 'all'], settings));
    assert.equal(await firstAnswer(port, service), 200);
    assert.equal(await service.ended(), 0, service.stderr);
    assert.match(service.stdout, /stopping: waiting for running requests[\s\S]*"msg":"stopped"/);
    assert.doesNotMatch(service.stdout, /Stop it/, 'nobody should look for a service that ends');
  });

  test('and the first of several API processes serves: all processes end, and the exit code is 0', async () => {
    const port = await freePort();
    const service = run(startService({ PORT: String(port), API_PROCESSES: '2' }));
    assert.equal(await firstAnswer(port, service), 200);
    service.signal('SIGTERM');
    assert.equal(await service.ended(), 0, service.stderr);
    assert.match(service.stdout, /stopping: waiting for running requests[\s\S]*"msg":"stopped"/);
    assert.doesNotMatch(service.stdout, /Stop it/);
  });
});
