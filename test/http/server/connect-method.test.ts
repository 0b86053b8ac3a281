import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createAdminApp } from '../../../src/http/app/admin.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { createMetrics } from '../../../src/http/metrics/metrics.ts';
import { onEngine } from '../../db/engines.ts';
import { startApp } from '../../harness/app.ts';
import { allowAll, bareService } from '../../harness/bare-service.ts';
import { freshDb, startTestIdp } from '../../idp/harness.ts';

/** CONNECT asks a proxy for a tunnel. Node hands its connection over without a parser. */
onEngine('sqlite', 'CONNECT', (engine) => {
  const servers = new Map<string, URL>();
  const closing: (() => unknown)[] = [];
  before(async () => {
    const groups = pathGroupsOf(bareService).map((group) => ({ ...group, routes: [...group.routes, slowRoute] }));
    const { app } = await startApp({ groups, guards: { bearer: allowAll } });
    const admin = createAdminApp(createMetrics(), bareService.readiness);
    const provider = await startTestIdp(await freshDb(engine));
    for (const [name, server] of Object.entries({ API: app, 'admin port': admin })) {
      servers.set(name, new URL(await server.listen({ port: 0, host: '127.0.0.1' })));
      closing.push(() => server.close());
    }
    servers.set('provider', new URL(provider.issuer));
    closing.push(() => provider.close());
  });
  after(async () => {
    for (const close of closing) await close();
  });

  function slowRoute(scope: FastifyInstance): void {
    scope.get('/slow', { config: { right: 'seller-api:pricing:read' } }, async () => sleep(20, 'slow'));
  }

  async function send(server: string, bytes: string): Promise<string> {
    const { port, hostname } = servers.get(server) as URL;
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.setEncoding('utf8').on('data', (text) => (answer += text));
    socket.write(bytes);
    await once(socket, 'close');
    return answer;
  }

  const tunnel = 'CONNECT db.example:443 HTTP/1.1\r\nhost: db.example:443\r\n\r\n';

  for (const name of ['API', 'admin port', 'provider']) {
    test(`405 with an empty Allow on the ${name}, and what the client sends on is not read as a request`, async () => {
      const answer = await send(name, `${tunnel}GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n`);
      assert.match(answer, /^HTTP\/1\.1 405 Method Not Allowed\r\n/);
      assert.match(answer, /\r\nallow: \r\n/i);
      assert.match(answer, /\r\nconnection: close\r\n/i);
      assert.match(answer, /\r\nx-content-type-options: nosniff\r\n/i);
      assert.equal(answer.match(/HTTP\/1\.1/g)?.length, 1, answer);
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      assert.equal(Number(/content-length: (\d+)/i.exec(head)?.[1]), body.length);
      const { errors, error } = JSON.parse(body);
      assert.equal(errors?.[0].code ?? error, name === 'provider' ? 'invalid_request' : 'MethodNotAllowed');
    });
  }

  test('200 and then 405: the answer follows those to earlier requests of the connection', async () => {
    const first = 'GET /products/pricing/v4/slow HTTP/1.1\r\nhost: a\r\n\r\n';
    const answers = await send('API', first + first + tunnel);
    assert.deepEqual(answers.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 405']);
    const metadata = 'GET /.well-known/openid-configuration HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n';
    const provided = await send('provider', metadata + tunnel);
    assert.deepEqual(provided.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 405']);
  });

  test('a client that resets the connection affects no other', async () => {
    const uncaught: Error[] = [];
    const record = (error: Error) => uncaught.push(error);
    process.on('uncaughtExceptionMonitor', record);
    for (const { port, hostname } of servers.values()) {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.write(tunnel);
      socket.resetAndDestroy();
    }
    for (const name of servers.keys()) assert.match(await send(name, tunnel), /^HTTP\/1\.1 405 /);
    process.off('uncaughtExceptionMonitor', record);
    assert.deepEqual(uncaught, []);
  });
});
