// run: mostly waiting

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';

/** Resolved by a test, long after the deadline. */
let answerLate: (text: string) => void = () => undefined;

function hangingRoutes(scope: FastifyInstance): void {
  const config = { right: 'seller-api:pricing:read' } as const;
  scope.get('/never', { config }, () => new Promise(() => undefined));
  scope.post('/never', { config }, () => new Promise(() => undefined));
  scope.get('/late', { config }, () => new Promise((resolve) => (answerLate = resolve)));
  scope.get('/stuck', { config, onRequest: () => undefined }, () => 'never reached');
  scope.get('/half', { config }, (_request, reply) => {
    const body = new Readable({ read: () => undefined });
    body.push('half an answer');
    return reply.send(body);
  });
  scope.post('/echo', { config }, (request) => request.body);
}

/** The deadline is short here. What matters is that each of these ends at all. */
describe('a request that would never be answered', () => {
  let service: TestApp;
  let address: string;
  const groups = pathGroupsOf(bareService).map((group) => ({ ...group, routes: [...group.routes, hangingRoutes] }));
  const bearer = { forRoute: () => (_request: unknown, _reply: unknown, next: () => void) => next() };
  before(async () => {
    const requestDeadline = { answerMs: 300, readMs: 600, checkEveryMs: 20 };
    service = await startApp({ groups, guards: { bearer }, requestDeadline });
    address = await service.app.listen({ port: 0, host: '127.0.0.1' });
  });
  after(() => service.app.close());

  for (const group of groups) {
    test(`503 under ${group.prefix}, in its envelope, with Retry-After`, async () => {
      const answer = await fetch(`${address}${group.prefix}/never`);
      const body = await answer.text();
      assert.equal(answer.status, 503);
      assert.match(body, /The request took too long to answer\./);
      assert.match(body, group.envelope.name === 'oauth' ? /temporarily_unavailable/ : /ServiceUnavailable/);
      assert.equal(answer.headers.get('retry-after'), '5');
    });
  }

  const prefix = '/products/pricing/v4';

  test('503 with a body, and when a hook never continues', async () => {
    const headers = { 'content-type': 'application/json' };
    const posted = await fetch(`${address}${prefix}/never`, { method: 'POST', headers, body: '{}' });
    assert.deepEqual([posted.status, (await fetch(`${address}${prefix}/stuck`)).status], [503, 503]);
  });

  test('503 stays the only answer when the handler answers after all, and the connection stays usable', async () => {
    const url = new URL(address);
    const socket = connect(Number(url.port), url.hostname);
    let received = '';
    socket.setEncoding('utf8').on('data', (text) => (received += text));
    socket.write(`GET ${prefix}/late HTTP/1.1\r\nhost: a\r\n\r\n`);
    while (!received.includes('took too long')) await once(socket, 'data');
    answerLate('late');
    socket.write('GET /health/live HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
    await once(socket, 'close');
    assert.deepEqual(received.match(/(?<=HTTP\/1\.1 )\d+/g), ['503', '200']);
  });

  test('an answer that stops half way ends the connection', async () => {
    const answer = await fetch(`${address}${prefix}/half`);
    assert.equal(answer.status, 200);
    await assert.rejects(answer.text());
  });

  test('200 a body that takes longer to arrive than an answer may take', async () => {
    const url = new URL(address);
    const socket = connect(Number(url.port), url.hostname);
    let received = '';
    socket.setEncoding('utf8').on('data', (text) => (received += text));
    const head = `POST ${prefix}/echo HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: application/json\r\n`;
    socket.write(`${head}content-length: 20\r\n\r\n{`);
    for (let n = 0; n < 18; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, 40));
      socket.write(' ');
    }
    socket.write('}');
    await once(socket, 'close');
    assert.match(received, /^HTTP\/1\.1 200 [\s\S]*\{\}$/);
  });
});
