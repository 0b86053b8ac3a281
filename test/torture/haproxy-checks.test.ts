import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../harness/free-port.ts';
import { startHaproxy } from '../harness/haproxy.ts';
import { until } from '../harness/until.ts';

/** How long a machine that has much to do takes for an answer: longer than the second between two checks. */
const BUSY_MS = 2_500;

describe('the health checks of deploy/haproxy/haproxy.cfg', () => {
  const closing: (() => unknown)[] = [];
  after(async () => {
    for (const close of closing.reverse()) await close();
  });

  async function serverThatTakes(delayMs: () => number): Promise<number> {
    const server: Server = createServer((_request, response) => {
      setTimeout(() => response.end('ok'), delayMs());
    });
    closing.push(() => server.close());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  test('keep a server that answers late, and take out one that does not answer at all', async () => {
    let hangingMs = 0;
    const ports = [await serverThatTakes(() => BUSY_MS), await serverThatTakes(() => hangingMs)];
    const haproxy = await startHaproxy(ports, await freePort());
    closing.push(() => haproxy.close());
    const areUp = async () => (await haproxy.servers()).map(({ isUp }) => isUp);
    // Servers begin as UP: by then each has had several checks.
    for (let seconds = 0; seconds < 9; seconds += 1) {
      await sleep(1_000);
      assert.deepEqual(await areUp(), [true, true], `after ${seconds + 1} s`);
    }
    hangingMs = 60_000;
    await until('the server that hangs is taken out', async () => !(await areUp())[1]);
    assert.deepEqual(await areUp(), [true, false]);
  });
});
