import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { createAdminApp } from '../../../src/http/app/admin.ts';
import { startApp, type TestApp } from '../../harness/app.ts';

describe('a server with its maximum of connections', () => {
  let service: TestApp;
  const opened: Socket[] = [];
  before(async () => {
    service = await startApp({ maxConnections: 3 });
  });
  after(async () => {
    for (const socket of opened) socket.destroy();
    await service.app.close();
  });

  async function open(address: string): Promise<Socket> {
    const url = new URL(address);
    const socket = connect(Number(url.port), url.hostname).on('error', () => undefined);
    opened.push(socket);
    await once(socket, 'connect');
    return socket;
  }
  const get = (socket: Socket, path: string) => {
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`);
    return text(socket);
  };

  test('closes the next one at once, counts it, and serves again when one has ended', async () => {
    const address = await service.app.listen({ port: 0, host: '127.0.0.1' });
    const [first] = await Promise.all([open(address), open(address), open(address)]);
    const dropped = await open(address);
    dropped.resume();
    await once(dropped, 'close');
    const lines = await service.metricsText();
    assert.match(lines, /^http_connections_dropped_total\{server="api"\} 1$/m);
    assert.match(await get(first, '/health/live'), /^HTTP\/1\.1 200 /);
    assert.match(await get(await open(address), '/health/live'), /^HTTP\/1\.1 200 /);
  });

  test('the admin port has a maximum of its own, 100', async () => {
    const admin = createAdminApp(service.metrics, {});
    const address = await admin.listen({ port: 0, host: '127.0.0.1' });
    const sockets = await Promise.all(Array.from({ length: 100 }, () => open(address)));
    const dropped = await open(address);
    dropped.resume();
    await once(dropped, 'close');
    assert.match(await get(sockets[0] as Socket, '/metrics'), /^http_connections_dropped_total\{server="admin"\} 1$/m);
    await admin.close();
  });
});
