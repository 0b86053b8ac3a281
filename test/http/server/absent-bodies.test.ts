// run: without coverage

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import type { BearerGuard } from '../../../src/http/guards/bearer.ts';
import { probeRoutes, startApp, type TestApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { isTorture } from '../../harness/scale.ts';

type Document = { paths: Record<string, Record<string, unknown>> };

const asSeller: BearerGuard = {
  forRoute: () => (request, _reply, next) => {
    request.caller = { clientId: 'client', grant: 'own', sellerId: 'SELLER', rights: new Set() };
    next();
  },
};

/** Without an answer, a test fails after this long instead of waiting for ever. */
const ANSWER_MS = 20_000;

/** RFC 9112 6.3: a request with neither Content-Length nor Transfer-Encoding has no body, whatever its Content-Type is. */
describe('a request with Content-Type and without a body', () => {
  let service: TestApp;
  let address: URL;
  let operations: [method: string, path: string][];
  before(async () => {
    const groups = pathGroupsOf(bareService).map((group) => ({ ...group, routes: [...group.routes, probeRoutes] }));
    service = await startApp({ groups, guards: { bearer: asSeller } });
    address = new URL(await service.app.listen({ port: 0, host: '127.0.0.1' }));
    const document: Document = (await service.app.inject('/openapi.json')).json();
    const methods = (path: string) => [...Object.keys(document.paths[path] ?? {}), 'put', 'query', 'options'];
    operations = Object.keys(document.paths).flatMap((path) =>
      methods(path).map((method): [string, string] => [method.toUpperCase(), path.replace(/\{\w+\}/g, 'x')]),
    );
    operations.push(['POST', '/callbacks/v4/sms/token'], ['POST', '/confirmations/v4/links/token'], ['POST', '/docs']);
  });
  after(() => service.app.close());

  /** Everything that the service sends until it closes the connection, or what has arrived after `ANSWER_MS`. */
  async function send(bytes: string): Promise<string> {
    const socket = connect(Number(address.port), address.hostname).on('error', () => undefined);
    let answer = '';
    socket.setEncoding('utf8').on('data', (text) => (answer += text));
    socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error('no answer')));
    socket.write(bytes);
    await once(socket, 'close');
    return answer;
  }

  const head = (method: string, path: string, headers: readonly string[], version = '1.1') =>
    `${[`${method} ${path} HTTP/${version}`, 'host: a', 'x-request-id: same', 'connection: close', ...headers].join('\r\n')}\r\n\r\n`;

  const statusAndBody = (answer: string) => [answer.split('\r\n', 1)[0], answer.split('\r\n\r\n')[1]];

  // The others go the same way: they are variants for the long run.
  for (const type of isTorture
    ? ['application/json', 'application/x-www-form-urlencoded', 'text/plain']
    : ['application/json']) {
    test(`${type}: gets the answer of the same request without it, on every endpoint and method`, async () => {
      assert.ok(operations.length > 60, `${operations.length} operations`);
      await Promise.all(
        operations.map(async ([method, path]) => {
          const bare = await send(head(method, path, []));
          const typed = await send(head(method, path, [`content-type: ${type}`]));
          assert.match(typed, /^HTTP\/1\.1 \d{3} /, `${method} ${path} is not answered`);
          assert.deepEqual(statusAndBody(typed), statusAndBody(bare), `${method} ${path}`);
        }),
      );
    });
  }

  const json = 'content-type: application/json';
  const forms: [name: string, bytes: string, expected: RegExp][] = [
    [
      'on a connection that is kept',
      head('POST', '/products/fees/v4/anything', [json]).replace('connection: close\r\n', '') +
        head('GET', '/health/live', []),
      /^HTTP\/1\.1 200 [\s\S]*\{\}HTTP\/1\.1 200 /,
    ],
    ['of HTTP/1.0', head('POST', '/products/fees/v4/anything', [json], '1.0'), /^HTTP\/1\.1 200 [\s\S]*\{\}$/],
    [
      'that expects 100-continue',
      head('POST', '/products/fees/v4/anything', [json, 'expect: 100-continue']),
      /^HTTP\/1\.1 100 [\s\S]*HTTP\/1\.1 200 [\s\S]*\{\}$/,
    ],
    [
      'that offers another protocol',
      head('POST', '/products/fees/v4/anything', [json, 'connection: upgrade', 'upgrade: websocket']),
      /^HTTP\/1\.1 200 [\s\S]*\{\}$/,
    ],
    [
      'with Content-Length: 0',
      head('POST', '/products/fees/v4/anything', [json, 'content-length: 0']),
      /^HTTP\/1\.1 200 [\s\S]*\{\}$/,
    ],
    [
      'with an empty Content-Length',
      head('POST', '/products/fees/v4/anything', [json, 'content-length: ']),
      /^HTTP\/1\.1 400 /,
    ],
    [
      'with an empty Transfer-Encoding',
      head('POST', '/products/fees/v4/anything', [json, 'transfer-encoding: ']),
      /^HTTP\/1\.1 (200|400) /,
    ],
    [
      'with a Transfer-Encoding other than chunked',
      head('POST', '/products/fees/v4/anything', [json, 'transfer-encoding: gzip']),
      /^HTTP\/1\.1 400 /,
    ],
    [
      'with a trailer',
      head('POST', '/products/fees/v4/anything', [json, 'trailer: x']),
      /^HTTP\/1\.1 200 [\s\S]*\{\}$/,
    ],
    [
      'with two types',
      head('POST', '/products/fees/v4/anything', [json, 'content-type: text/plain']),
      /^HTTP\/1\.1 200 [\s\S]*\{\}$/,
    ],
    [
      'with an empty type',
      head('POST', '/products/fees/v4/anything', ['content-type: ']),
      /^HTTP\/1\.1 200 [\s\S]*\{\}$/,
    ],
  ];
  for (const [name, bytes, expected] of forms) {
    test(`${name} is answered`, async () => assert.match(await send(bytes), expected));
  }
});
