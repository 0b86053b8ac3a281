import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceProcess, startService } from '../harness/process.ts';
import { testInTorture } from '../harness/scale.ts';
import { loadUntilRefused } from '../harness/steady-load.ts';
import { QueuedConnections } from './queued-connections.ts';

const started: ServiceProcess[] = [];
afterEach(async () => {
  for (const service of started.splice(0)) await service.end();
});

/** The service's own listening and stopping, with an endpoint of any duration. */
async function slowService(
  drainMs: number,
  others: Record<string, string> = {},
): Promise<{ service: ServiceProcess; address: string }> {
  const settings = { DRAIN_MS: String(drainMs), ...others };
  const service = new ServiceProcess(process.execPath, ['test/e2e/slow-service.ts'], settings);
  started.push(service);
  return { service, address: await service.printed(/at (http:\S+)"/) };
}

/** A connection that records everything it receives, and the error that ended it. */
class RawConnection {
  readonly socket: Socket;
  received = '';
  error: string | undefined;

  constructor(address: string) {
    const { hostname, port } = new URL(address);
    this.socket = connect({ port: Number(port), host: hostname });
    this.socket.setEncoding('utf8').on('data', (text) => (this.received += text));
    this.socket.on('error', (error: NodeJS.ErrnoException) => (this.error = error.code));
  }

  get answers(): string[] {
    return this.received.split(/(?=HTTP\/1\.1 )/).filter((text) => text !== '');
  }

  async answered(count: number): Promise<void> {
    while (this.answers.length < count && !this.socket.closed) await sleep(5);
  }
}

const live = 'GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n';

describe('while the service stops with DRAIN_MS=0', () => {
  testInTorture(
    'everything that clients have sent before the signal is answered, in every buffer, and nothing is reset',
    async () => {
      const { service, address } = await slowService(0);
      const kept = Array.from({ length: 8 }, () => new RawConnection(address));
      const piped = new RawConnection(address);
      const split = new RawConnection(address);
      const idle = new RawConnection(address);
      for (const connection of [...kept, piped, split, idle]) {
        connection.socket.write(live);
        await connection.answered(1);
      }
      split.socket.write(live.slice(0, 20));
      // A stopped process reads nothing: requests wait in the kernel's buffers, connections in its queue.
      service.signal('SIGSTOP');
      for (const { socket } of kept) socket.write(live);
      piped.socket.write(live.repeat(5));
      const waiting = Array.from({ length: 40 }, () => new RawConnection(address));
      for (const { socket } of waiting) {
        await once(socket, 'connect');
        socket.write(live);
      }
      service.signal('SIGTERM');
      service.signal('SIGCONT');
      await sleep(100);
      split.socket.write(live.slice(20));
      const all = [...kept, piped, split, idle, ...waiting];
      await Promise.all(all.map(async ({ socket }) => socket.closed || once(socket, 'close')));
      assert.equal(await service.ended(), 0);
      const counts = (connections: RawConnection[]) => connections.map(({ answers }) => answers.length);
      assert.deepEqual(
        counts(kept),
        kept.map(() => 2),
      );
      assert.deepEqual(
        counts(waiting),
        waiting.map(() => 1),
      );
      assert.deepEqual(counts([piped, split, idle]), [6, 2, 1]);
      assert.deepEqual(
        all.filter(({ error }) => error !== undefined),
        [],
      );
    },
  );

  // test/http/server/queued-connections.test.ts has the same with a clock that runs fast.
  testInTorture('connections in the queue of the kernel are answered, also when turns are slow', async () => {
    const { service, address } = await slowService(0, { TURN_MS: '5' });
    service.signal('SIGSTOP');
    const queued = await QueuedConnections.to(address, 500);
    service.signal('SIGTERM');
    service.signal('SIGCONT');
    await queued.ended();
    assert.deepEqual([queued.answered, queued.reset], [500, 0]);
    assert.equal(await service.ended(), 0);
  });

  test('clients under load lose no request, and a running request is finished although its connection is kept', async () => {
    const { service, address } = await slowService(0);
    const load = loadUntilRefused(address, {
      connections: 16,
      next: (turn) => ({ path: `/health/slow?ms=${turn % 3}` }),
    });
    const long = new RawConnection(address);
    long.socket.write('GET /health/slow?ms=1500 HTTP/1.1\r\nhost: a\r\n\r\n');
    await sleep(500);
    service.signal('SIGTERM');
    const { answered, lost, failed } = await load;
    assert.ok(answered > 50, `${answered} answered`);
    assert.deepEqual([lost, failed], [[], []]);
    assert.equal(await service.ended(), 0);
    assert.match(long.received, /^HTTP\/1\.1 200 [\s\S]*connection: close/i);
  });
});

describe('while the service drains', () => {
  test('readiness is 503, everything is answered with Connection: close on new and kept connections, and nothing is lost', async () => {
    const { service, address } = await slowService(1_500);
    const kept = new RawConnection(address);
    kept.socket.write(live);
    await kept.answered(1);
    const load = loadUntilRefused(address, { connections: 4, next: () => ({ path: '/health/live' }) });
    service.signal('SIGTERM');
    await service.printed(/stopping/);
    const ready = await fetch(`${address}/health/ready`);
    assert.deepEqual([ready.status, ready.headers.get('connection')], [503, 'close']);
    assert.match(await ready.text(), /"ServiceUnavailable","message":"The service is stopping\."/);
    for (const path of ['/health/live', '/nowhere', '/auth/v4/%zz']) {
      const answer = await fetch(`${address}${path}`);
      assert.equal(answer.headers.get('connection'), 'close', path);
      await answer.text();
    }
    kept.socket.write(live);
    await once(kept.socket, 'close');
    assert.match(kept.answers[1] ?? '', /^HTTP\/1\.1 200 [\s\S]*connection: close/i);
    const { answered, lost, failed } = await load;
    assert.ok(answered > 10);
    assert.deepEqual([lost, failed], [[], []]);
    assert.equal(await service.ended(), 0);
  });

  testInTorture(
    'the provider and the metrics answer until the API has ended, also when the whole process group is signalled',
    async () => {
      const service = startService({ DRAIN_MS: '2500' });
      started.push(service);
      const address = await service.address();
      const metrics = await service.printed(/Metrics +(http:\S+)/);
      service.signalGroup('SIGTERM');
      await service.printed(/stopping/);
      await sleep(500);
      const token = await fetch(`${address}/auth/v4/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from('demoseller:demosellersecret').toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      });
      assert.equal(token.status, 200, await token.text());
      assert.equal((await fetch(metrics)).status, 200);
      assert.equal((await fetch(new URL('/health/ready', metrics))).status, 503);
      assert.equal(await service.ended(), 0);
      assert.doesNotMatch(service.stdout, /deadline is over/);
    },
  );
});
