// run: without coverage

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { probeRoutes, startApp, type TestApp } from '../../harness/app.ts';
import { allowAll, bareService } from '../../harness/bare-service.ts';

const groups = pathGroupsOf(bareService).map((group) => ({
  ...group,
  routes: [...group.routes, probeRoutes, mistakenRoutes],
}));

function mistakenRoutes(scope: FastifyInstance): void {
  const config = { right: 'seller-api:pricing:read' } as const;
  scope.get('/twice', { config }, (_request, reply) => {
    void reply.send('first');
    void reply.send('second');
  });
  scope.get('/slow', { config }, async () => sleep(5, 'slow'));
  scope.get('/next-turn', { config }, async () => turn('turned'));
}

/** What only a real socket shows: bytes that are no request, and bodies that are still on their way. */
describe('on a real socket', () => {
  let service: TestApp;
  let address: URL;
  before(async () => {
    service = await startApp({ groups, guards: { bearer: allowAll } });
    address = new URL(await service.app.listen({ port: 0, host: '127.0.0.1' }));
  });
  after(() => service.app.close());

  async function send(bytes: string): Promise<string> {
    const socket = connect(Number(address.port), address.hostname);
    let answer = '';
    socket.setEncoding('utf8').on('data', (text) => (answer += text));
    socket.write(bytes);
    await once(socket, 'close');
    return answer;
  }

  const closing = 'connection: close\r\n\r\n';
  const rows: [name: string, bytes: string, message: RegExp][] = [
    ['400 bytes that are no HTTP', 'hello\r\n\r\n', /not an HTTP\/1\.1 request/],
    ...['DESCRIBE', 'PLAY', 'TEARDOWN'].map((method): [string, string, RegExp] => [
      `400 ${method} of RTSP, which Node's parser takes`,
      `${method} /health/live RTSP/1.0\r\nhost: a\r\n\r\n`,
      /not an HTTP\/1\.1 request/,
    ]),
    ['400 no Host', 'GET /health/live HTTP/1.1\r\nconnection: close\r\n\r\n', /Host header is missing/],
    [
      '400 two Hosts',
      `GET /health/live HTTP/1.1\r\nhost: a\r\nHOST: b\r\n${closing}`,
      /Host header was sent more than once/,
    ],
    ['400 two equal Hosts', `GET /health/live HTTP/1.1\r\nhost: a\r\nhost: a\r\n${closing}`, /more than once/],
    ['400 two Hosts in HTTP/1.0', `GET / HTTP/1.0\r\nhost: a\r\nhost: b\r\n\r\n`, /more than once/],
    ['431 headers over 64 KiB', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(70_000)}\r\n\r\n`, /at most 64 KiB/],
  ];
  for (const [name, bytes, message] of rows) {
    test(name, { timeout: 20_000 }, async () => {
      const answer = await send(bytes);
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${name.slice(0, 3)} `));
      assert.match(answer, message);
      assert.match(answer, /x-request-id: [\w-]{36}/);
      assert.equal(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').errors[0].code, 'InvalidInput');
    });
  }

  test('200 for each of the pipelined requests of a client that ends its side after them', async () => {
    const socket = connect({ port: Number(address.port), host: address.hostname, allowHalfOpen: true });
    socket.end(`GET /products/pricing/v4/slow HTTP/1.1\r\nhost: a\r\n\r\n`.repeat(4));
    assert.equal((await text(socket)).match(/HTTP\/1\.1 200 /g)?.length, 4);
  });

  test('200 for a pipelined request whose body arrives later', async () => {
    const socket = connect(Number(address.port), address.hostname);
    const head = 'content-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n';
    const first = `GET /products/pricing/v4/slow HTTP/1.1\r\nhost: a\r\n\r\n`;
    socket.write(`${first}POST /products/pricing/v4/anything HTTP/1.1\r\nhost: a\r\n${head}{`);
    const answers = text(socket);
    await sleep(150);
    socket.write('}');
    assert.equal((await answers).match(/HTTP\/1\.1 200 /g)?.length, 2, await answers);
  });

  test('200 other headers as long as Host are no second one', async () => {
    assert.match(await send(`GET /health/live HTTP/1.1\r\nfrom: x\r\nhost: a\r\n${closing}`), /^HTTP\/1\.1 200 /);
  });

  const one = 'host: a\r\nconnection: close\r\n';

  test('200 an unknown expectation is ignored', async () => {
    assert.match(await send(`GET /health/live HTTP/1.1\r\n${one}expect: 200-ok\r\n\r\n`), /^HTTP\/1\.1 200 /);
  });

  test('200 a chunked body without a type is {} when it is empty, else 415', async () => {
    const post = `POST /products/pricing/v4/anything HTTP/1.1\r\n${one}transfer-encoding: chunked\r\n\r\n`;
    assert.match(await send(`${post}0\r\n\r\n`), /^HTTP\/1\.1 200 [\s\S]*\{\}$/);
    assert.match(await send(`${post}2\r\n{}\r\n0\r\n\r\n`), /^HTTP\/1\.1 415 /);
  });

  test('a client that disconnects while it sends a body without a type affects no other', async () => {
    // 65,536 bytes in all: the end of the connection is then noticed together with the body.
    const head =
      'POST /products/pricing/v4/anything HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n100000\r\n';
    const standStill = (ms: number) => {
      for (const until = performance.now() + ms; performance.now() < until; );
    };
    const uncaught: Error[] = [];
    const record = (error: Error) => uncaught.push(error);
    process.on('uncaughtExceptionMonitor', record);
    for (let n = 0; n < 6; n += 1) {
      const socket = connect(Number(address.port), address.hostname).on('error', () => undefined);
      await once(socket, 'connect');
      await sleep(15);
      socket.write(head + 'x'.repeat(65_536 - head.length));
      standStill(5);
      socket.resetAndDestroy();
      standStill(5);
      await sleep(40);
    }
    process.off('uncaughtExceptionMonitor', record);
    assert.deepEqual(uncaught, []);
  });

  test('only the first of two answers to a request is sent, and other requests of the batch are not affected', async () => {
    const bodyOf = async (path: string) => (await fetch(new URL(`/products/pricing/v4${path}`, address))).text();
    const answers = await Promise.all(['/twice', '/probe/a/end', '/twice', '/probe/b/end'].map(bodyOf));
    assert.deepEqual(answers, ['first', '{"SellerSKU":"a"}', 'first', '{"SellerSKU":"b"}']);
  });

  const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;
  const post = (body: string) => `POST /products/pricing/v4/anything HTTP/1.1\r\nhost: a\r\n${body}`;
  const json = post('content-type: application/json\r\ncontent-length: 2\r\n\r\n{}');
  const before400: [name: string, request: string][] = [
    ['a request', get('/health/live')],
    ['one with a body', json],
    ['one with a body in chunks', post('transfer-encoding: chunked\r\n\r\n0\r\n\r\n')],
    ['one that takes a turn', get('/products/pricing/v4/next-turn')],
    ['one that takes its time', get('/products/pricing/v4/slow')],
    ['two kinds of them', `${get('/products/pricing/v4/next-turn')}${json}`],
  ];
  for (const [name, request] of before400) {
    test(`${name} before invalid bytes is answered, also 300 of them`, async () => {
      for (const times of [1, 33, 100, 300]) {
        const statuses = (await send(`${request.repeat(times)}GARBAGE\r\n\r\n`)).match(/(?<=HTTP\/1\.1 )\d+/g) ?? [];
        const count = times * request.split(' HTTP/').length - times;
        assert.deepEqual(statuses, [...Array.from({ length: count }, () => '200'), '400']);
      }
    });
  }

  test('bytes that are no request are answered once, however many arrive while others are answered', async () => {
    const warnings: Error[] = [];
    const record = (warning: Error) => warnings.push(warning);
    process.on('warning', record);
    const socket = connect(Number(address.port), address.hostname);
    const answer = text(socket);
    socket.write(get('/products/pricing/v4/slow'));
    for (let piece = 0; piece < 20; piece += 1) {
      socket.write('GARBAGE\r\n\r\n');
      await sleep(1);
    }
    assert.deepEqual((await answer).match(/(?<=HTTP\/1\.1 )\d+/g), ['200', '400']);
    process.off('warning', record);
    assert.deepEqual(warnings, []);
  });

  test('a client that continues to send after that is disconnected', async () => {
    const socket = connect({ port: Number(address.port), host: address.hostname, allowHalfOpen: true });
    let answer = '';
    socket.setEncoding('utf8').on('data', (piece) => (answer += piece));
    socket.write('GARBAGE\r\n\r\n');
    await once(socket, 'end');
    assert.match(answer, /^HTTP\/1\.1 400 /);
    socket.on('error', () => undefined);
    for (let piece = 0; piece < 1_000 && !socket.closed; piece += 1) {
      socket.write('GARBAGE\r\n\r\n');
      await sleep(1);
    }
    assert.ok(socket.closed);
  });

  test('400 a body with invalid chunks is answered once, after the answers to earlier requests', async () => {
    const broken = post('transfer-encoding: chunked\r\n\r\nZZ\r\n');
    const answer = await send(`${get('/products/pricing/v4/slow')}${json}${broken}`);
    assert.deepEqual(answer.match(/(?<=HTTP\/1\.1 )\d+/g), ['200', '200', '400']);
  });

  test('400 an incomplete request that waits for the answer to the previous one gets one answer when its rest is invalid', async () => {
    const broken = `POST /nothing/there HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\n`;
    const answer = await send(`${get('/products/pricing/v4/slow')}${broken}`);
    assert.deepEqual(answer.match(/(?<=HTTP\/1\.1 )\d+/g), ['200', '400']);
  });

  test('400 an absolute URL as target has the envelope of its path', async () => {
    const answer = await send(`GET http://x/auth/v4/%zz HTTP/1.1\r\n${one}\r\n`);
    assert.equal(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').error, 'invalid_request');
  });

  test('413 reaches a client that is still sending 2 MiB', async () => {
    const body = JSON.stringify('x'.repeat(2 * 1024 * 1024));
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(new URL('/products/fees/v4/probe', address), { method: 'POST', headers, body });
    assert.equal(answer.status, 413);
  });

  test('413 a chunked body is counted while it arrives', async () => {
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(64 * 1024).fill(0x20));
      },
    });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(new URL('/products/fees/v4/probe', address), {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    });
    assert.equal(answer.status, 413);
  });
});
