// run: without coverage

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { until } from '../../harness/until.ts';
import { answer, errorList, type RawHandler, startRawServer } from '../raw-server.ts';
import { startWorker } from './python-program.ts';

// What answers.test.ts says of the TypeScript SDK.
describe('answers in Python', () => {
  let server: Awaited<ReturnType<typeof startRawServer>>;
  let python: Awaited<ReturnType<typeof startWorker>>;
  let handle: RawHandler;
  before(async () => {
    server = await startRawServer((request, socket) => handle(request, socket));
    python = await startWorker('streams.py');
  });
  after(async () => {
    await python.close();
    await server.close();
  });

  const call = async (bytes: string | RawHandler, options: object = {}) => {
    handle = typeof bytes === 'string' ? (_request, socket) => void socket.write(bytes) : bytes;
    const task = { id: crypto.randomUUID(), do: 'answers', base: server.baseUrl, token: 'secret.token-1', ...options };
    const { id: _, ...result } = await python.ask(task);
    return result;
  };
  const padded = (bytes: number) => ({ payload: 'x'.repeat(bytes - '{"payload":""}'.length) });

  test('an answer in JSON that is longer than max_answer_bytes is AnswerTooLarge, and is not asked for again', async () => {
    const max = 1_000;
    assert.deepEqual(await call(answer(200, padded(max)), { max }), { body: padded(max) });
    for (const status of [200, 400, 503]) {
      const sent = server.requests.length;
      const { code, status: sentStatus, message } = await call(answer(status, padded(max + 1)), { max });
      assert.deepEqual([code, sentStatus], ['AnswerTooLarge', status]);
      assert.match(String(message), /longer than max_answer_bytes.*: 1000\.$/);
      assert.equal(server.requests.length, sent + 1);
    }
    assert.match(String((await call('', { max: 0 })).error), /ValueError.*above 0/);
  });

  test('an answer without an end is cut off at 64 MiB, and its connection is closed', async () => {
    let written = 0;
    const { code } = await call((_request, socket) => {
      socket.on('close', () => {
        written = socket.bytesWritten;
      });
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n');
      const write = () => {
        while (!socket.destroyed && socket.write('x'.repeat(65_536)));
      };
      socket.on('drain', write);
      write();
    });
    assert.equal(code, 'AnswerTooLarge');
    await until('the connection ends', () => written > 0);
    assert.ok(written < 96 * 2 ** 20, `${written}`);
  });

  test('a document is as long as it is, and a part of one as long as was asked for', async () => {
    const document = { document: true, max: 1_000 };
    assert.deepEqual(await call(answer(200, padded(5_000)), document), { length: 5_000 });
    const range = 'bytes=0-99';
    assert.deepEqual(await call(answer(206, padded(100)), { ...document, range }), { length: 100 });
    assert.equal((await call(answer(206, padded(101)), { ...document, range })).code, 'AnswerTooLarge');
    assert.equal((await call(answer(404, padded(5_000)), document)).code, 'AnswerTooLarge');
  });

  test('an error does not repeat the token that was sent, even if the answer does', async () => {
    const errors = [{ code: 'Unauthorized', message: 'Bearer secret.token-1 is unknown', details: 'secret.token-1' }];
    const failed = await call(answer(401, { errors }));
    assert.equal(failed.status, 401);
    assert.doesNotMatch(JSON.stringify(failed), /secret/);
  });

  test('answer_of gives status and headers with the body, also side by side in asyncio', async () => {
    const { headers, ...rest } = await call(
      answer(200, { payload: {} }, { ETag: '"1"', 'x-twice': 'a\r\nx-twice: b' }),
      {
        tag: '"0"',
      },
    );
    assert.deepEqual(rest, { status: 200, body: { payload: {} } });
    const { etag, 'x-twice': twice } = headers as Record<string, string>;
    assert.deepEqual([etag, twice], ['"1"', 'a, b']);
    assert.equal(server.requests.at(-1)?.headers['if-none-match'], '"0"');
    const both = await call(
      ({ path }, socket) => {
        const n = /after=(\d)/.exec(path)?.[1] ?? '';
        setTimeout(() => socket.write(answer(200, { n }, { etag: n })), n === '1' ? 200 : 0);
      },
      { awaits: true },
    );
    assert.deepEqual(both, { tags: ['1', '2'], bodies: [{ n: '1' }, { n: '2' }] });
  });

  test('304 raises NotModified, and other failures what they raise without answer_of; a loop is no operation', async () => {
    const unchanged = await call('HTTP/1.1 304 Not Modified\r\netag: "1"\r\n\r\n', { tag: '"1"' });
    assert.deepEqual([unchanged.code, unchanged.status], ['NotModified', 304]);
    const missing = await call(answer(404, errorList('NotFound')), { tag: '"1"' });
    assert.deepEqual([missing.code, missing.status], ['NotFound', 404]);
    assert.match(String((await call('', { loops: true })).error), /answer_of takes an operation/);
  });
});
