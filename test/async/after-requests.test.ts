import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { afterRequests } from '../../src/async/after-requests.ts';

describe('a pause for requests', () => {
  it('ends after the work of what arrived before it, which runs at the end of its turn', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    try {
      const [socket] = (await once(server, 'connection')) as [Socket];
      let processed = 0;
      socket.on('data', () => setImmediate(() => (processed += 1)));
      for (let n = 1; n <= 20; n += 1) {
        await new Promise((written) => client.write('request', written));
        // As after an earlier pause.
        await new Promise((next) => setImmediate(next));
        // A piece of work.
        for (const endMs = performance.now() + 2; performance.now() < endMs; );
        await afterRequests();
        assert.equal(processed, n);
      }
    } finally {
      client.destroy();
      server.close();
    }
  });
});
