import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { groupsOf } from '../../src/http/app.ts';
import { probeRoutes, startApp, type TestApp } from '../harness/app.ts';
import { bareParts, openDoor } from '../harness/parts.ts';

const groups = groupsOf(bareParts).map((group) => ({ ...group, routes: [...group.routes, probeRoutes] }));

/** What only a real socket shows: bytes that are no request, and bodies that are still on their way. */
describe('on a real socket', () => {
  let service: TestApp;
  let address: URL;
  before(async () => {
    service = await startApp({ groups, guards: { bearer: openDoor } });
    address = new URL(await service.app.listen({ port: 0, host: '127.0.0.1' }));
  });
  after(() => service.app.close());

  async function say(bytes: string): Promise<string> {
    const socket = connect(Number(address.port), address.hostname);
    let answer = '';
    socket.setEncoding('utf8').on('data', (text) => (answer += text));
    socket.write(bytes);
    await once(socket, 'close');
    return answer;
  }

  const rows: [name: string, bytes: string, says: RegExp][] = [
    ['400 bytes that are no HTTP', 'hello\r\n\r\n', /not an HTTP\/1\.1 request/],
    ['431 headers over 64 KiB', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(70_000)}\r\n\r\n`, /at most 64 KiB/],
  ];
  for (const [name, bytes, says] of rows) {
    test(name, async () => {
      const answer = await say(bytes);
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${name.slice(0, 3)} `));
      assert.match(answer, says);
      assert.match(answer, /x-request-id: [\w-]{36}/);
      assert.equal(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').errors[0].code, 'InvalidInput');
    });
  }

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
