// run: without coverage

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { createAdminApp } from '../../../src/http/app/admin.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { createMetrics } from '../../../src/http/metrics/metrics.ts';
import { relayedHeaders } from '../../domain/relayed-headers.ts';
import { errorsOf, startApp, type TestApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';

const home = { host: '127.0.0.1:8080' };

describe('the demo stays at home', () => {
  let demo: TestApp;
  let open: TestApp;
  before(async () => {
    demo = await startApp({ isLocalDemo: true });
    open = await startApp();
  });
  after(() => Promise.all([demo.app.close(), open.app.close()]));

  for (const group of pathGroupsOf(bareService)) {
    test(`421 in the envelope of ${group.prefix} for a relayed request, also where there is nothing`, async () => {
      for (const headers of relayedHeaders) {
        const answer = await demo.app.inject({ url: `${group.prefix}/nothing`, headers: { ...home, ...headers } });
        assert.equal(answer.statusCode, 421, JSON.stringify(headers));
        const [error] = errorsOf(group, answer);
        assert.match(error?.text ?? '', /only on this machine.*PUBLIC_URL/);
        assert.equal(error?.code, group.envelope.name === 'oauth' ? 'invalid_request' : 'MisdirectedRequest');
      }
    });
  }

  test('421 for pages and documents; 200 again for the next request of this machine', async () => {
    for (const url of ['/openapi.json', '/docs', '/health/live']) {
      const answer = await demo.app.inject({ url, headers: { host: 'rebind.example' } });
      assert.equal(answer.statusCode, 421, url);
      assert.equal((await demo.app.inject({ url, headers: home })).statusCode, 200, url);
    }
  });

  test('421 for an absolute target of another host, whatever Host says', async () => {
    const address = new URL(await demo.app.listen({ port: 0, host: '127.0.0.1' }));
    const statusOf = async (target: string) => {
      const socket = connect(Number(address.port), address.hostname);
      socket.write(`GET ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
      return Number((await text(socket)).split(' ')[1]);
    };
    assert.equal(await statusOf('http://rebind.example/health/live'), 421);
    assert.equal(await statusOf('http://localhost@rebind.example/health/live'), 421);
    assert.equal(await statusOf('http://localhost:8080/health/live'), 200);
  });

  test('no 421 outside of the demo', async () => {
    for (const headers of relayedHeaders) {
      const answer = await open.app.inject({ url: '/health/live', headers: { ...home, ...headers } });
      assert.equal(answer.statusCode, 200, JSON.stringify(headers));
    }
  });

  test('421 in plain text from the operator’s server', async () => {
    const admin = createAdminApp(createMetrics(), bareService.readiness, { isLocalDemo: true });
    for (const headers of relayedHeaders) {
      const answer = await admin.inject({ url: '/metrics', headers: { ...home, ...headers } });
      assert.deepEqual([answer.statusCode, answer.headers['content-type']], [421, 'text/plain; charset=utf-8']);
      assert.doesNotMatch(answer.body, /process_cpu/);
      const health = await admin.inject({ url: '/health/live', headers: { ...home, ...headers } });
      assert.equal(health.statusCode, 421);
    }
    assert.equal((await admin.inject({ url: '/metrics', headers: home })).statusCode, 200);
    await admin.close();
  });
});
