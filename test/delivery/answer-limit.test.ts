// run: without coverage

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { createServer } from 'node:tls';
import { createEgress, type Egress } from '../../src/delivery/egress.ts';
import { EgressFailure } from '../../src/delivery/egress-failure.ts';
import type { ConnectorOptions } from '../../src/delivery/guarded-connector.ts';
import { post } from '../../src/delivery/post.ts';
import { createSmsSender } from '../../src/delivery/sms.ts';
import { Fault } from '../../src/domain/fault.ts';
import { Upstream } from '../../src/identity/upstream.ts';
import { freePort } from '../harness/free-port.ts';
import { pythonPath } from '../harness/python.ts';
import { outgoingMessage } from './outgoing-message.ts';
import { demo, listening, pour, type Receiver, rawReceiver, soon } from './receiver.ts';

/** A flood that no limit ends would run into it. */
const TIMEOUT_MS = 20_000;
/** What is received before the limit is noticed, and what fills the socket buffers of both sides. */
const MAX_SENT_BYTES = 20 * 1024 * 1024;

const pem = (name: string) => readFileSync(join(import.meta.dirname, `receiver-${name}.pem`), 'utf8');
const ca = pem('certificate');
const head = 'HTTP/1.1 200 OK\r\n';
const chunked = `${head}transfer-encoding: chunked\r\n\r\n`;

const floods: readonly [what: string, start: string, more: string][] = [
  ['interim responses', '', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(300)],
  ['interim responses with headers', '', `HTTP/1.1 102 Processing\r\na: ${'x'.repeat(8_000)}\r\n\r\n`],
  ['empty lines before the answer', '', '\r\n'.repeat(4_000)],
  ['a reason phrase', 'HTTP/1.1 200 ', 'OK'.repeat(4_000)],
  ['an extension of one chunk', `${chunked}1;`, 'x'.repeat(8_000)],
  ['chunks of one byte with long extensions', chunked, `1;${'x'.repeat(8_000)}\r\nx\r\n`],
];

let egress: Egress | undefined;
let receiver: Receiver | undefined;
let python: ChildProcess | undefined;
afterEach(async () => {
  await egress?.close();
  await receiver?.close();
  python?.kill('SIGKILL');
  receiver = egress = python = undefined;
});

function send(url: string, options: Partial<ConnectorOptions> = {}) {
  egress ??= createEgress(demo, options);
  return post(egress, url, { headers: {}, body: 'x', timeoutMs: TIMEOUT_MS });
}

/** A receiver that answers with an endless flood; `sent` is what it could send of it. */
async function flooding(start: string, more: string, secure = false): Promise<{ origin: string; sent: () => number }> {
  const sockets: Socket[] = [];
  const answer = (socket: Socket) => {
    sockets.push(socket);
    pour(socket, start, () => more);
  };
  receiver = secure
    ? await listening(
        createServer({ key: pem('key'), cert: ca }, (socket) =>
          socket.on('error', () => undefined).once('data', () => answer(socket)),
        ),
      )
    : await rawReceiver(answer);
  const origin = secure ? receiver.origin.replace('http:', 'https:') : receiver.origin;
  return { origin, sent: () => sockets.reduce((sum, socket) => sum + socket.bytesWritten, 0) };
}

function assertTooLarge(outcome: unknown): void {
  assert.ok(outcome instanceof EgressFailure, JSON.stringify(outcome));
  assert.equal(outcome.code, 'response-too-large', String(outcome.cause));
  assert.equal(outcome.message, 'The response is too large: it may have at most 64 KiB, headers included.');
}

describe('a receiver that sends endless', () => {
  for (const [what, start, more] of floods) {
    for (const secure of [false, true]) {
      test(`${what}${secure ? ' over TLS' : ''} is cut off`, async () => {
        const { origin, sent } = await flooding(start, more, secure);
        assertTooLarge(await send(origin, { ca }));
        assert.ok(await soon(() => receiver?.open() === 0, 5_000), 'the connection is closed');
        assert.ok(sent() < MAX_SENT_BYTES, `${sent()} bytes`);
      });
    }
  }

  test('session tickets is cut off', async () => {
    const port = await freePort();
    python = spawn(await pythonPath(), ['-c', TICKETS, String(port), import.meta.dirname], { stdio: 'pipe' });
    assert.ok(python.stdout);
    await once(python.stdout, 'data');
    assertTooLarge(await send(`https://127.0.0.1:${port}/`, { ca }));
  });

  test('handshakes is refused the second one', async () => {
    const second = Promise.withResolvers<Error | null>();
    const options = { key: pem('key'), cert: ca, maxVersion: 'TLSv1.2' } as const;
    receiver = await listening(
      createServer(options, (socket) =>
        socket
          .on('error', (error) => second.resolve(error))
          .once('data', () => socket.renegotiate({ rejectUnauthorized: false }, (error) => second.resolve(error))),
      ),
    );
    const sent = send(receiver.origin.replace('http:', 'https:'), { ca });
    assert.match(String(await second.promise), /no renegotiation/);
    await egress?.close();
    await sent;
  });

  test('bytes after an answer has answered, and the next request gets a new connection', async () => {
    const { origin, sent } = await flooding(
      `${head}content-length: 2\r\n\r\nok`,
      'HTTP/1.1 200 OK\r\n\r\n'.repeat(400),
    );
    for (let i = 0; i < 3; i += 1) {
      const outcome = await send(origin);
      assert.ok(!(outcome instanceof EgressFailure), String(outcome));
      assert.equal(outcome.body, 'ok');
      assert.ok(await soon(() => receiver?.open() === 0, 5_000), 'the connection is closed');
    }
    assert.ok(sent() < 3 * MAX_SENT_BYTES, `${sent()} bytes`);
  });
});

test('an answer that was sent before its request is never taken for the answer', async () => {
  const poisoned = 'HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\npoison';
  receiver = await rawReceiver((socket) => {
    socket.write(`${head}content-length: 2\r\n\r\nok`, () => setTimeout(() => socket.write(poisoned), 5));
  });
  for (let i = 0; i < 5; i += 1) {
    const outcome = await send(receiver.origin);
    assert.ok(!(outcome instanceof EgressFailure), String(outcome));
    assert.equal(outcome.body, 'ok');
    assert.ok(await soon(() => receiver?.open() === 0, 5_000), 'the connection is closed');
  }
});

test('the limit counts each answer of a kept connection for itself', async () => {
  const body = 'x'.repeat(12 * 1024);
  receiver = await rawReceiver((socket) => {
    const answer = () => socket.write(`${head}content-length: ${body.length}\r\n\r\n${body}`);
    socket.on('data', (chunk: Buffer) => chunk.includes('POST') && answer());
    answer();
  });
  for (let i = 0; i < 30; i += 1) {
    const outcome = await send(receiver.origin);
    assert.ok(!(outcome instanceof EgressFailure), String(outcome));
    await new Promise(setImmediate);
  }
  assert.equal(receiver.connections(), 1);
});

test('an interim response before the answer is no failure', async () => {
  receiver = await rawReceiver((socket) =>
    socket.write(`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${head}content-length: 2\r\n\r\nok`),
  );
  const outcome = await send(receiver.origin);
  assert.ok(!(outcome instanceof EgressFailure));
  assert.deepEqual([outcome.status, outcome.body], [200, 'ok']);
});

test('an SMS gateway that sends endless interim responses is cut off', async () => {
  const { origin } = await flooding('', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(300));
  const sender = createSmsSender(`${origin}/sendsms`, { timeoutMs: TIMEOUT_MS, now: Date.now });
  const outcome = await sender.send(outgoingMessage('SMS', { sms: { phoneNumber: '+12065550123' } }));
  await sender.close();
  assert.equal(outcome.result, 'failed');
  assert.match(outcome.error ?? '', /^The SMS gateway: The response is too large/);
});

test('an identity provider that sends endless interim responses is cut off', async () => {
  const { origin } = await flooding('', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(300));
  const upstream = new Upstream(TIMEOUT_MS);
  await assert.rejects(upstream.send('discovery', origin, { method: 'GET', headers: {} }), (error) => {
    assert.ok(error instanceof Fault);
    assert.match(String(error.cause), /the answer has more than 1048576 bytes/);
    return true;
  });
  await upstream.close();
});

/** Node's servers always send two tickets; Python's send as many as they are told. */
const TICKETS = `
import socket, ssl, sys
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.num_tickets = 200000
context.load_cert_chain(sys.argv[2] + '/receiver-certificate.pem', sys.argv[2] + '/receiver-key.pem')
server = socket.create_server(('127.0.0.1', int(sys.argv[1])))
print('listening', flush=True)
while True:
    try:
        connection = context.wrap_socket(server.accept()[0], server_side=True)
        connection.recv(65536)
    except OSError:
        pass
`;
