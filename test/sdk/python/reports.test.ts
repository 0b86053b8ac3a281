// run: without coverage

import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { answer, errorList, type RawRequest, startRawServer } from '../raw-server.ts';
import { startWorker } from './python-program.ts';

const DOCUMENT = Buffer.from(
  [
    { reportId: 'rep_1' },
    { SellerSKU: 'A', text: 'höhe 😀' },
    { SellerSKU: 'B' },
    { SellerSKU: 'C', text: 'x'.repeat(70_000) },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join(''),
);
const report = (more: object) => ({
  reportId: 'rep_1',
  reportType: 'FEES',
  format: 'JSONL',
  state: 'IN_QUEUE',
  ...more,
});
const DONE = report({ state: 'DONE', reportDocumentId: 'doc_1', lines: 3, bytes: DOCUMENT.length });

type Answers = (request: RawRequest, socket: Socket) => string | undefined;
const says =
  (...given: Parameters<typeof answer>): Answers =>
  () =>
    answer(...given);

/** The range that was asked for; `sent`: only so many bytes, then the connection is cut. */
function part({ headers }: RawRequest, socket: Socket, sent = DOCUMENT.length): undefined {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  const bytes = DOCUMENT.subarray(Number(start), Number(end) + 1);
  const range = `content-range: bytes ${start}-${end}/${DOCUMENT.length}\r\n`;
  socket.write(`HTTP/1.1 206 OK\r\ncontent-type: application/jsonl\r\n${range}content-length: ${bytes.length}\r\n\r\n`);
  socket.write(bytes.subarray(0, sent), () => {
    if (sent < bytes.length) socket.destroy();
  });
}

// What report.test.ts says of the TypeScript SDK.
describe('a report in Python', () => {
  let server: Awaited<ReturnType<typeof startRawServer>>;
  let python: Awaited<ReturnType<typeof startWorker>>;
  /** What to answer to the next requests; the last one answers all others. */
  let answers: Answers[] = [];
  before(async () => {
    server = await startRawServer((request, socket) => {
      const next = answers.length > 1 ? answers.shift() : answers[0];
      const text = next?.(request, socket);
      if (text !== undefined) socket.write(text);
    });
    python = await startWorker('streams.py');
  });
  beforeEach(() => {
    server.requests.length = 0;
  });
  after(async () => {
    await python.close();
    await server.close();
  });

  const run = (options: object = {}) =>
    python.ask({ id: `${crypto.randomUUID()}`, ...{ do: 'report', base: server.baseUrl, token: 'token', ...options } });
  const ranges = () => server.requests.flatMap(({ headers }) => headers.range ?? []);

  test('is asked for once, with one key for all attempts, waited for, and read line by line', async () => {
    const refused = says(429, errorList('QuotaExceeded'), { 'retry-after': '0' });
    answers = [
      refused,
      says(202, report({})),
      says(200, report({ state: 'IN_PROGRESS' })),
      says(200, DONE),
      (r, s) => part(r, s),
    ];
    const { lines, states, retries } = await run({ wanted: { reportType: 'FEES' } });
    assert.deepEqual(
      (lines as { SellerSKU: string }[]).map(({ SellerSKU }) => SellerSKU),
      ['A', 'B', 'C'],
    );
    assert.deepEqual([states, retries], [['IN_QUEUE', 'IN_PROGRESS', 'DONE'], ['QuotaExceeded']]);
    const [first, second] = server.requests.map(({ headers }) => headers['idempotency-key']);
    assert.ok(first !== undefined && first === second);
  });

  test('goes on where its download was cut, as often as it is cut, with every byte once', async () => {
    let cuts = 0;
    const cut: Answers = (request, socket) => {
      cuts += 1;
      return part(request, socket, cuts % 2 === 1 ? 5_000 : undefined);
    };
    answers = [says(200, DONE), cut];
    const { bytes, retries } = await run({ bytes: true, part: 20_000 });
    assert.equal(bytes, DOCUMENT.toString());
    const parts = ['0-19999', '20000-39999', '40000-59999', `60000-${DOCUMENT.length - 1}`];
    assert.deepEqual(
      ranges(),
      parts.flatMap((one) => [`bytes=${one}`, `bytes=${one}`]),
    );
    assert.deepEqual(retries, Array(4).fill('ConnectionFailed'));
  });

  test('asyncio: the same lines, and the same errors', async () => {
    answers = [says(200, DONE), (r, s) => part(r, s)];
    const { lines, state } = await run({ awaits: true });
    assert.deepEqual([(lines as object[]).length, state], [3, 'DONE']);
    answers = [says(200, report({ state: 'CANCELLED' }))];
    assert.equal((await run({ awaits: true })).code, 'ReportCancelled');
  });

  test('is not complete when bytes or lines are missing', async () => {
    answers = [says(200, { ...DONE, lines: 4 }), (r, s) => part(r, s)];
    const missing = await run();
    assert.deepEqual([missing.code, missing.details], ['IncompleteDocument', 'It has 3 lines instead of 4.']);
    answers = [says(200, DONE), says(206, DOCUMENT.subarray(0, 30).toString('latin1')), says(206, '')];
    assert.equal((await run()).code, 'IncompleteDocument');
    answers = [says(200, { ...DONE, lines: 1, bytes: 17 }), says(206, '{"a":1}\nnot JSON\n')];
    assert.equal((await run()).details, 'Line 1 is no JSON.');
  });

  test('that failed or was cancelled raises the reason, and what does not pass is not tried again', async () => {
    const failure = { code: 'DiskFull', message: 'The disk is full.' };
    answers = [says(202, report({ state: 'FATAL', failure }))];
    const failed = await run({ wanted: { reportType: 'FEES' } });
    assert.deepEqual([failed.code, failed.message], ['ReportFailed', 'The disk is full.']);
    answers = [says(200, report({ state: 'CANCELLED' }))];
    assert.equal((await run()).code, 'ReportCancelled');
    server.requests.length = 0;
    answers = [says(200, DONE), says(404, errorList('NotFound'))];
    assert.deepEqual([(await run({ bytes: true })).code, server.requests.length], ['NotFound', 2]);
  });
});
