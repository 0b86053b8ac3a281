import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../harness/free-port.ts';
import { ServiceProcess, startService } from '../harness/process.ts';
import { testInTorture } from '../harness/scale.ts';

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

  /** The service with a signal at the first moment at which it listens on the port of the setting. */
  const signalledAt = async (setting: string, role: 'all' | 'idp', settings: Record<string, string> = {}) => {
    const port = String(await freePort());
    const preload = ['--import', `./test/e2e/signal-when-listening.ts?port=${port}`];
    const args = [...preload, 'src/main.ts', role];
    return run(new ServiceProcess(process.execPath, args, { ...settings, [setting]: port }));
  };
  const CLIENT = { IDP_INTROSPECTION_CLIENT_ID: 'service', IDP_INTROSPECTION_CLIENT_SECRET: 'a shared secret' };
  const STOPPED = /stopping: waiting for running requests[\s\S]*"msg":"stopped"/;

  testInTorture(
    "and the demo's receiver listens, before the API: everything that was opened ends, and the exit code is 0",
    async () => {
      const service = await signalledAt('DEMO_RECEIVER_PORT', 'all');
      assert.equal(await service.ended(), 0, service.stderr);
      assert.match(service.stdout, STOPPED);
      assert.doesNotMatch(service.stdout, /Stop it/);
    },
  );

  test('and the receiver of a supervised service listens: all processes end, and the exit code is 0', async () => {
    const service = await signalledAt('DEMO_RECEIVER_PORT', 'all', { API_PROCESSES: '2' });
    assert.equal(await service.ended(), 0, service.stderr);
    assert.match(service.stdout, STOPPED);
    assert.doesNotMatch(service.stdout, /Stop it/);
  });

  testInTorture('and the identity provider that runs alone listens: the exit code is 0', async () => {
    const service = await signalledAt('IDP_PORT', 'idp', CLIENT);
    assert.equal(await service.ended(), 0, service.stderr);
    assert.match(service.stdout, STOPPED);
  });

  test("to the embedded provider, when it listens: it ignores the signal, which the service's process handles", async () => {
    const service = await signalledAt('IDP_PORT', 'all');
    await service.address(60_000);
    assert.doesNotMatch(service.stdout, /the identity provider ended/);
    service.signal('SIGTERM');
    assert.equal(await service.ended(), 0, service.stderr);
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
