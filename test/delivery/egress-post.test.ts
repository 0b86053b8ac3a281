// run: mostly waiting

import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createEgress, type Egress } from '../../src/delivery/egress.ts';
import { EgressFailure, type EgressFailureCode } from '../../src/delivery/egress-failure.ts';
import { type PostResponse, post } from '../../src/delivery/post.ts';
import { freePort } from '../harness/free-port.ts';
import { allowing, demo, httpReceiver, pour, type Receiver, rawReceiver, soon } from './receiver.ts';

/** For receivers that answer, or fail otherwise, long before it: a busy machine must not make them time out. */
const TIMEOUT_MS = 10_000;
/** For receivers that can only time out, however slow the machine is. */
const SHORT_TIMEOUT_MS = 300;

let egress: Egress;
let receiver: Receiver | undefined;
before(() => {
  egress = createEgress(demo);
});
after(() => egress.close());
afterEach(async () => {
  await receiver?.close();
  receiver = undefined;
});

const send = (url: string, body = '{"a":1}', headers: Record<string, string> = {}) =>
  post(egress, url, { headers, body, timeoutMs: TIMEOUT_MS });

async function responseTo(url: string): Promise<PostResponse> {
  const outcome = await send(url);
  if (outcome instanceof EgressFailure) throw outcome;
  return outcome;
}

describe('a response', () => {
  test('has status, headers and body, and the receiver gets exactly the bytes and headers that were sent', async () => {
    receiver = await httpReceiver((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      request.on('end', () => {
        response.writeHead(202, { 'retry-after': '7', 'x-many': ['a', 'b'] });
        response.end(`${request.method} ${request.url} ${request.headers['webhook-id']} ${body}`);
      });
    });
    const outcome = await send(`${receiver.origin}/hook?x=1`, '{"ä":1}', { 'webhook-id': 'msg_1' });
    assert.ok(!(outcome instanceof EgressFailure));
    assert.equal(outcome.status, 202);
    assert.equal(outcome.body, 'POST /hook?x=1 msg_1 {"ä":1}');
    assert.equal(outcome.headers['retry-after'], '7');
    assert.equal(outcome.headers['x-many'], 'a, b');
  });

  test('keeps its first 4 KiB, as text without NUL and without half a character', async () => {
    receiver = await httpReceiver((_request, response) => response.end(`\0x${'€'.repeat(5_000)}`));
    const { body } = await responseTo(receiver.origin);
    assert.equal(body, `\ufffdx${'€'.repeat(Math.floor(4_094 / 3))}`);
  });

  for (const size of [1024 * 1024, 100 * 1024 * 1024]) {
    test(`of ${size} bytes is accepted and cut off`, async () => {
      let sent = 0;
      receiver = await rawReceiver((socket) => {
        pour(socket, `HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\n\r\n`, () => {
          const next = Math.min(size - sent, 1 << 14);
          sent += next;
          return 'x'.repeat(next);
        });
      });
      const outcome = await responseTo(receiver.origin);
      assert.equal(outcome.status, 200);
      assert.equal(outcome.body, 'x'.repeat(4_096));
      assert.ok(await soon(() => receiver?.open() === 0));
      // Only what fits into the socket buffers of both sides is sent.
      assert.ok(sent < 20 * 1024 * 1024, `${sent} bytes`);
    });
  }

  test('of 16 KiB is read completely, and its connection is reused', async () => {
    receiver = await httpReceiver((_request, response) => response.end('x'.repeat(16 * 1024)));
    for (let i = 0; i < 3; i += 1) {
      await responseTo(receiver.origin);
      await delay(10);
    }
    assert.equal(receiver.connections(), 1);
  });

  test('with a content encoding is not decompressed', async () => {
    receiver = await httpReceiver((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip');
    });
    assert.equal((await responseTo(receiver.origin)).body, 'not gzip');
  });

  test('that redirects is not followed, be it to a private address or in a loop', async (t) => {
    const victim = await httpReceiver((_request, response) => response.end());
    t.after(victim.close);
    let requests = 0;
    receiver = await httpReceiver((request, response) => {
      requests += 1;
      const location = request.url === '/loop' ? '/loop' : victim.origin;
      response.writeHead(Number(request.url?.slice(1)) || 302, { location }).end();
    });
    for (const path of ['301', '302', '303', '307', '308', 'loop']) {
      const { status, headers } = await responseTo(`${receiver.origin}/${path}`);
      assert.equal(status, Number(path) || 302);
      assert.ok(headers.location);
    }
    assert.equal(requests, 6);
    assert.equal(victim.connections(), 0);
  });
});

type Misbehaviour = readonly [what: string, code: EgressFailureCode, answer: (socket: Socket) => void];

const head = 'HTTP/1.1 200 OK\r\n';
const misbehaviours: readonly Misbehaviour[] = [
  ['never answers', 'timeout', () => {}],
  ['sends headers bit by bit', 'timeout', (socket) => drip(socket, head, () => 'a: b\r\n')],
  ['sends an endless status line', 'timeout', (socket) => drip(socket, 'HTTP/1.1 200 ', () => 'OK')],
  ['sends endless interim responses', 'timeout', (socket) => drip(socket, '', () => 'HTTP/1.1 103 Early\r\n\r\n')],
  ['sends a body bit by bit', 'timeout', (socket) => drip(socket, `${head}content-length: 9999\r\n\r\n`, () => 'x')],
  ['sends chunks bit by bit', 'timeout', (socket) => drip(socket, `${head}${chunked}`, () => '1\r\nx\r\n')],
  ['sends an endless chunk size', 'timeout', (socket) => drip(socket, `${head}${chunked}1;`, () => 'x')],
  ['stops in the body', 'timeout', (socket) => socket.write(`${head}content-length: 2\r\n\r\nx`)],
  ['sends endless headers', 'headers-too-large', (socket) => pour(socket, head, () => 'a: b\r\n'.repeat(999))],
  ['sends one endless header', 'headers-too-large', (socket) => pour(socket, `${head}a: `, () => 'x'.repeat(9999))],
  [
    'sends endless trailers',
    'headers-too-large',
    (socket) => pour(socket, `${head}${chunked}0\r\n`, () => 'a: b\r\n'.repeat(999)),
  ],
  [
    'redirects to a huge address',
    'headers-too-large',
    (socket) => socket.write(`HTTP/1.1 302 Found\r\nlocation: https://a/${'x'.repeat(20_000)}\r\n\r\n`),
  ],
  ['resets the connection', 'reset', (socket) => socket.resetAndDestroy()],
  ['closes the connection', 'reset', (socket) => socket.end()],
  ['resets in the headers', 'reset', (socket) => socket.write(head, () => socket.resetAndDestroy())],
  ['closes in the body', 'reset', (socket) => socket.end(`${head}content-length: 9\r\n\r\nx`)],
  [
    'resets in the body',
    'reset',
    (socket) => socket.write(`${head}content-length: 9\r\n\r\nx`, () => socket.resetAndDestroy()),
  ],
  [
    'switches protocols',
    'reset',
    (socket) => socket.write('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  ],
  ['speaks another protocol', 'not-http', (socket) => socket.write('220 mail.example ESMTP\r\n')],
  ['speaks HTTP/2', 'not-http', (socket) => socket.write('\0\0\0\x04\0\0\0\0\0')],
];
const chunked = 'transfer-encoding: chunked\r\n\r\n';

describe('a receiver that', () => {
  for (const [what, code, answer] of misbehaviours) {
    test(`${what} fails in time with ${code}, and leaves no socket and no timer`, async () => {
      const timersBefore = timers();
      receiver = await rawReceiver(answer);
      const start = performance.now();
      const timeoutMs = code === 'timeout' ? SHORT_TIMEOUT_MS : TIMEOUT_MS;
      const outcome = await post(egress, receiver.origin, { headers: {}, body: '{"a":1}', timeoutMs });
      const tookMs = performance.now() - start;
      assert.ok(outcome instanceof EgressFailure, JSON.stringify(outcome));
      assert.equal(outcome.code, code, String(outcome.cause));
      // Generous, for a busy machine: without the deadline it would take minutes.
      assert.ok(tookMs < TIMEOUT_MS + 10_000, `${tookMs} ms`);
      assert.doesNotMatch(outcome.message, /127\.0\.0\.1|ECONN|UND_/);
      assert.ok(await soon(() => receiver?.open() === 0), 'the socket is closed');
      assert.ok(await soon(() => timers() <= timersBefore, 1_000), 'no timer is left');
    });
  }

  test('sends an endless body has responded', async () => {
    receiver = await rawReceiver((socket) => pour(socket, `${head}\r\n`, () => 'x'.repeat(9999)));
    assert.equal((await responseTo(receiver.origin)).status, 200);
    assert.ok(await soon(() => receiver?.open() === 0));
  });

  test('does not read a large request fails at the deadline', async () => {
    let reader: Socket | undefined;
    receiver = await rawReceiver((socket) => {
      reader = socket.pause();
    });
    const outcome = await send(receiver.origin, 'x'.repeat(32 * 1024 * 1024));
    assert.ok(outcome instanceof EgressFailure && outcome.code === 'timeout');
    reader?.resume();
    assert.ok(await soon(() => receiver?.open() === 0));
  });

  test('does not listen fails with the code refused', async () => {
    const outcome = await send(`http://127.0.0.1:${await freePort()}`);
    assert.ok(outcome instanceof EgressFailure && outcome.code === 'refused');
  });

  test('hangs for one destination does not delay others on the same origin', async () => {
    const hanging: (() => void)[] = [];
    receiver = await httpReceiver((request, response) => {
      if (request.url === '/hang') hanging.push(() => response.end());
      else response.end();
    });
    const sendTo = (path: string) =>
      post(egress, `${receiver?.origin}${path}`, { headers: {}, body: 'x', timeoutMs: 5_000 });
    const held = Array.from({ length: 50 }, () => sendTo('/hang'));
    assert.ok(!((await sendTo('/quick')) instanceof EgressFailure));
    assert.ok(await soon(() => hanging.length === held.length));
    for (const release of hanging) release();
    for (const outcome of await Promise.all(held)) assert.ok(!(outcome instanceof EgressFailure));
  });

  test('has not responded when the service stops fails with the code stopped', async () => {
    receiver = await rawReceiver(() => {});
    const closing = createEgress(demo);
    const sent = post(closing, receiver.origin, { headers: {}, body: 'x', timeoutMs: 2_000 });
    await soon(() => receiver?.open() === 1);
    await closing.close();
    const outcome = await sent;
    assert.ok(outcome instanceof EgressFailure && outcome.code === 'stopped');
  });
});

test('closed origins leave nothing in the dispatcher', async () => {
  const many = createEgress(allowing('127.0.0.0/8'));
  const port = await freePort();
  const hosts = Array.from({ length: 100 }, (_, index) => `http://127.0.1.${index}:${port}/`);
  await Promise.all(hosts.map((url) => post(many, url, { headers: {}, body: 'x', timeoutMs: TIMEOUT_MS })));
  assert.deepEqual(Object.keys(((await many.dispatcher()) as unknown as { stats: object }).stats), []);
});

/** Timers that would keep the process alive. */
const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

/** Sends a few bytes every 20 ms while the socket is open: each of them restarts an idle timeout. */
function drip(socket: Socket, start: string, more: () => string): void {
  socket.write(start);
  const timer = setInterval(() => socket.write(more()), 20);
  socket.once('close', () => clearInterval(timer));
}
