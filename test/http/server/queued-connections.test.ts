import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { startApp } from '../../harness/app.ts';
import { allowAll, bareService } from '../../harness/bare-service.ts';

const CONNECTIONS = 60;

/** Opens connections in a thread of its own, sends a request on each, tells when all are open, and then what became of them. */
const CLIENT = `
  const { connect } = require('node:net');
  const { once } = require('node:events');
  const { workerData: { port, count, opened }, parentPort } = require('node:worker_threads');
  (async () => {
    const outcomes = [];
    for (let n = 0; n < count; n += 1) {
      const socket = connect(port, '127.0.0.1');
      let text = '';
      socket.on('data', (bytes) => { text += bytes; });
      socket.on('error', () => undefined);
      outcomes.push(once(socket, 'close').then(() => text.slice(0, 12)));
      await once(socket, 'connect');
      socket.write('GET /health/live HTTP/1.1\\r\\nhost: a\\r\\nconnection: close\\r\\n\\r\\n');
    }
    Atomics.store(opened, 0, 1);
    Atomics.notify(opened, 0);
    parentPort.postMessage(await Promise.all(outcomes));
  })();
`;

test('a stop answers connections that waited in the queue of the kernel, also on a machine so busy that each turn takes long', async (t) => {
  const { app } = await startApp({ groups: pathGroupsOf(bareService), guards: { bearer: allowAll } });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const opened = new Int32Array(new SharedArrayBuffer(4));
  const client = new Worker(CLIENT, { eval: true, workerData: { port: Number(port), count: CONNECTIONS, opened } });
  const ended = once(client, 'message') as Promise<[string[]]>;
  await once(client, 'online');
  // This thread serves: while it waits, nobody accepts.
  assert.equal(Atomics.wait(opened, 0, 0, 20_000), 'ok');
  // Each look at the clock is a twentieth of a second later: one turn accepts one connection, so all take three seconds.
  let later = 0;
  const now = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => {
    later += 50;
    return now() + later;
  });
  await app.drain(0);
  await app.close();
  const [outcomes] = await ended;
  assert.deepEqual(
    outcomes.filter((line) => line !== 'HTTP/1.1 200'),
    [],
  );
  assert.equal(outcomes.length, CONNECTIONS);
});
