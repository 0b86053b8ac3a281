// run: without coverage

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { createAdminApp } from '../../../src/http/app/admin.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { startDemoReceiver } from '../../../src/receiver/demo-receiver.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { probeRoutes, startApp, type TestApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { freshDb, startTestIdp } from '../../idp/harness.ts';

const nosniff = /^x-content-type-options: nosniff$/im;
const hsts = /^strict-transport-security: max-age=31536000$/im;

/** The heads of all answers to raw bytes. */
async function headsOf(address: string, bytes: string): Promise<string[]> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (piece) => (answer += piece));
  socket.write(bytes);
  await once(socket, 'close');
  return answer.split(/(?=HTTP\/1\.1 )/).map((one) => one.split('\r\n\r\n', 1)[0]?.replaceAll('\r\n', '\n') ?? '');
}

const GARBAGE = 'GARBAGE\r\n\r\n';

const get = (path: string, method = 'GET') =>
  `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`;

const groups = pathGroupsOf(bareService).map((group) => ({ ...group, routes: [...group.routes, probeRoutes] }));

/** One request for each way in which an answer is made. */
const requests = [
  ...[
    '/health/live',
    '/health/ready',
    '/docs',
    '/openapi.json',
    '/nowhere',
    '/health/broken',
    '/auth/v4/%zz',
    '/%zz',
  ].map((path) => get(path)),
  get('/health/live', 'DELETE'),
  get('/health/live', 'HEAD'),
  GARBAGE,
  `GET / HTTP/1.1\r\nx: ${'x'.repeat(70_000)}\r\n\r\n`,
  'GET / HTTP/1.1\r\nconnection: close\r\n\r\n',
];

for (const publicUrl of ['http://127.0.0.1:8080', 'https://api.example.com']) {
  describe(`every answer of the API at ${publicUrl}`, () => {
    let service: TestApp;
    let address: string;
    before(async () => {
      service = await startApp({ publicUrl, groups });
      address = await service.app.listen({ port: 0, host: '127.0.0.1' });
    });
    after(() => service.app.close());

    const isHttps = publicUrl.startsWith('https:');
    test(`has nosniff and ${isHttps ? 'demands https' : 'does not demand https'}`, async () => {
      for (const bytes of requests) {
        const [head = ''] = await headsOf(address, bytes);
        assert.match(head, nosniff, bytes.slice(0, 60));
        assert.equal(hsts.test(head), isHttps, bytes.slice(0, 60));
      }
    });
  });
}

describe('every answer of the other servers has nosniff', () => {
  test('the admin port', async () => {
    const { app, metrics } = await startApp();
    const admin = createAdminApp(metrics, {});
    const address = await admin.listen({ port: 0, host: '127.0.0.1' });
    const paths = ['/metrics', '/nowhere', '/health/live', '/health/ready', '/%zz'];
    const unreadable = [GARBAGE, 'PLAY / RTSP/1.0\r\n\r\n', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n'];
    const expecting = 'GET / HTTP/1.1\r\nhost: a\r\nexpect: more\r\nconnection: close\r\n\r\n';
    for (const bytes of [...paths.map((path) => get(path)), ...unreadable, expecting])
      assert.match((await headsOf(address, bytes))[0] ?? '', nosniff, bytes);
    const twoHosts = 'GET /metrics HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\nconnection: close\r\n\r\n';
    const emptyJson = get('/metrics', 'POST').replace('host', 'content-type: application/json\r\nhost');
    for (const bytes of [twoHosts, emptyJson])
      assert.match((await headsOf(address, bytes))[0] ?? '', /^HTTP\/1\.1 400 /);
    await Promise.all([app.close(), admin.close()]);
  });

  test('the demo receiver', async () => {
    const receiver = await startDemoReceiver({ port: 0, host: '127.0.0.1' });
    const paths = [get('/'), get('/nowhere'), get('/', 'PUT'), get('/hook', 'POST'), get('/deliveries.json')];
    for (const bytes of [...paths, GARBAGE]) {
      assert.match((await headsOf(receiver.address, bytes))[0] ?? '', nosniff, bytes);
    }
    await receiver.close();
  });

  withEnginesInTorture('the provider', (engine) => {
    test('and demands https when its public address has it', async () => {
      const db = await freshDb(engine);
      for (const issuer of [undefined, 'https://login.example.com']) {
        const idp = await startTestIdp(db, { issuer });
        const paths = ['/grants', '/nowhere', '/jwks', '/auth', '/.well-known/openid-configuration', '/interaction/x'];
        for (const bytes of [...paths.map((path) => get(path)), get('/token', 'POST'), get('/reg', 'POST'), GARBAGE]) {
          const [head = ''] = await headsOf(idp.address, bytes);
          assert.match(head, nosniff, bytes);
          assert.equal(hsts.test(head), issuer !== undefined, bytes);
        }
        await idp.close();
      }
      await db.close();
    });
  });
});
