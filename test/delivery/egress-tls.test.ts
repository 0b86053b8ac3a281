import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createEgress, type Egress } from '../../src/delivery/egress.ts';
import { EgressFailure } from '../../src/delivery/egress-failure.ts';
import type { ConnectorOptions } from '../../src/delivery/guarded-connector.ts';
import { post } from '../../src/delivery/post.ts';
import { demo, httpReceiver, listening, type Receiver, resolver, soon } from './receiver.ts';

const pem = (name: string) => readFileSync(join(import.meta.dirname, `receiver-${name}.pem`), 'utf8');
const ca = pem('certificate');
const served = { key: pem('key'), cert: ca };

describe('https', () => {
  let receiver: Receiver;
  let requests = 0;
  let egress: Egress;
  before(async () => {
    receiver = await listening(
      createServer(served, (_request, response) => {
        requests += 1;
        response.end();
      }),
    );
  });
  afterEach(() => egress.close());
  after(() => receiver.close());

  async function send(host: string, options: Partial<ConnectorOptions> = { ca }, { port } = receiver): Promise<string> {
    egress = createEgress(demo, { lookup: resolver(['127.0.0.1']), ...options });
    const outcome = await post(egress, `https://${host}:${port}/`, { headers: {}, body: 'x', timeoutMs: 10_000 });
    return outcome instanceof EgressFailure ? `${outcome.code}: ${outcome.message}` : String(outcome.status);
  }

  test('works for a name and for an IP address of the certificate', async () => {
    assert.equal(await send('receiver.example'), '200');
    await egress.close();
    assert.equal(await send('127.0.0.1'), '200');
  });

  test('reuses the connection for the next request', async () => {
    const before = receiver.connections();
    await send('receiver.example');
    await delay(10);
    const url = `https://receiver.example:${receiver.port}/`;
    const outcome = await post(egress, url, { headers: {}, body: 'x', timeoutMs: 10_000 });
    assert.ok(!(outcome instanceof EgressFailure));
    assert.equal(receiver.connections(), before + 1);
  });

  test('rejects an untrusted certificate, or one for another name, before the request is sent', async () => {
    const before = requests;
    assert.match(await send('receiver.example', {}), /^tls: .*\(DEPTH_ZERO_SELF_SIGNED_CERT\)$/);
    await egress.close();
    assert.match(await send('other.example'), /^tls: .*\(ERR_TLS_CERT_ALTNAME_INVALID\)$/);
    assert.equal(requests, before);
    assert.ok(await soon(() => receiver.open() === 0));
  });

  test('fails with a receiver that speaks plain http or only HTTP/2', async (t) => {
    const plain = await httpReceiver((_request, response) => response.end());
    t.after(plain.close);
    assert.match(await send('receiver.example', { ca }, plain), /^tls: /);
    await egress.close();
    const http2 = await listening(createServer({ ...served, ALPNProtocols: ['h2'] }));
    t.after(http2.close);
    assert.match(await send('receiver.example', { ca }, http2), /^tls: /);
  });

  test('fails in time and leaves no socket when the receiver never completes the handshake', async (t) => {
    const silent = await listening(createTcpServer((socket) => socket.resume()));
    t.after(silent.close);
    assert.match(await send('receiver.example', { ca, connectTimeoutMs: 100 }, silent), /^timeout: /);
    assert.ok(await soon(() => silent.open() === 0));
  });

  test('does not delay other requests to an origin when one handshake hangs', async (t) => {
    const secure = createServer(served, (_request, response) => response.end());
    let first: Socket | undefined;
    const slow = await listening(
      createTcpServer((socket) => {
        if (first === undefined) first = socket;
        else secure.emit('connection', socket);
      }),
    );
    t.after(slow.close);
    egress = createEgress(demo, { ca });
    const [url, message] = [`https://127.0.0.1:${slow.port}/`, { headers: {}, body: 'x', timeoutMs: 2_000 }];
    const held = post(egress, url, message);
    assert.ok(await soon(() => first !== undefined));
    assert.ok(!((await post(egress, url, message)) instanceof EgressFailure));
    secure.emit('connection', first);
    assert.ok(!((await held) instanceof EgressFailure));
  });

  test('fails with the code tls when the receiver resets the handshake', async (t) => {
    const rude = await listening(createTcpServer((socket) => socket.once('data', () => socket.resetAndDestroy())));
    t.after(rude.close);
    assert.match(await send('receiver.example', { ca }, rude), /^tls: .*\(ECONNRESET\)$/);
  });
});
