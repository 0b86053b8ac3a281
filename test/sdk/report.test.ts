// run: without coverage

import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { SellerClient } from '../../sdk/src/create-client.ts';
import type { Report } from '../../sdk/src/index.ts';
import { jsonLines } from '../../sdk/src/loops/report-lines.ts';
import { answer, errorList, type RawRequest, startRawServer } from './raw-server.ts';
import { clientOf } from './streams-client.ts';

type Answers = (request: RawRequest, socket: Socket) => string | undefined;

const LINES = [
  { reportId: 'rep_1', sequence: '7' },
  { SellerSKU: 'A', text: 'höhe 😀' },
  { SellerSKU: 'B', removed: true },
  { SellerSKU: 'C', text: 'x'.repeat(70_000) },
];
const DOCUMENT = Buffer.from(LINES.map((line) => `${JSON.stringify(line)}\n`).join(''));

const report = (more: Partial<Report>): Report => ({
  ...{ reportId: 'rep_1', reportType: 'FEES', marketplaceIds: ['M1'], parameters: {}, format: 'JSONL' },
  ...{ createdTime: '2026-11-15T12:00:00Z', expiresTime: '2026-11-22T12:00:00Z', processed: 0, state: 'IN_QUEUE' },
  ...more,
});
const DONE = report({ state: 'DONE', reportDocumentId: 'doc_1', lines: 3, bytes: DOCUMENT.length, processed: 3 });

/** Bytes of the document from `start` on. `sent`: only so many are sent before the connection is cut. */
function part(socket: Socket, start: number, sent = DOCUMENT.length, etag = '"e1"'): undefined {
  const bytes = DOCUMENT.subarray(start);
  const isWhole = start === 0;
  const range = isWhole ? '' : `content-range: bytes ${start}-${DOCUMENT.length - 1}/${DOCUMENT.length}\r\n`;
  const head = `HTTP/1.1 ${isWhole ? 200 : 206} OK\r\ncontent-type: application/jsonl\r\netag: ${etag}\r\n${range}content-length: ${bytes.length}\r\n\r\n`;
  socket.write(head);
  socket.write(bytes.subarray(0, sent), () => {
    if (sent < bytes.length) socket.destroy();
  });
}

describe('a report', () => {
  let server: Awaited<ReturnType<typeof startRawServer>>;
  let client: SellerClient;
  /** What to answer to the next requests; the last one answers all others. */
  let answers: Answers[] = [];
  before(async () => {
    server = await startRawServer((request, socket) => {
      const next = answers.length > 1 ? answers.shift() : answers[0];
      const text = next?.(request, socket);
      if (text !== undefined) socket.write(text);
    });
    client = clientOf(server.baseUrl, 'token', { maxAttempts: 1 });
  });
  beforeEach(() => {
    server.requests.length = 0;
  });
  after(() => server.close());

  const says =
    (status: number, body: unknown, headers: Record<string, string> = {}): Answers =>
    () =>
      answer(status, body, headers);
  const whole: Answers = (_, socket) => part(socket, 0);
  const sent = () => server.requests.map(({ method, path }) => `${method} ${path}`);
  const wanted = { reportType: 'FEES', marketplaceIds: ['M1'] } as never;

  test('is asked for once, waited for with progress, and read line by line', async () => {
    answers = [says(202, report({})), says(200, report({ state: 'IN_PROGRESS', processed: 1, total: 3 }))];
    answers.push(says(200, DONE), whole);
    const progress: string[] = [];
    const run = client.report<{ SellerSKU: string }>(wanted, {
      onProgress: ({ state, processed }) => progress.push(`${state} ${processed}`),
    });
    assert.deepEqual(sent(), []);
    const lines = await Array.fromAsync(run);
    assert.deepEqual(lines, LINES.slice(1));
    assert.deepEqual(progress, ['IN_QUEUE 0', 'IN_PROGRESS 1', 'DONE 3']);
    assert.equal((await run.done()).lines, 3);
    const asked = 'GET /reports/v4/reports/rep_1';
    assert.deepEqual(sent(), ['POST /reports/v4/reports', asked, asked, 'GET /reports/v4/documents/doc_1']);
  });

  test('that is refused with 429 is asked for again after Retry-After, with the same key', async () => {
    const refused = says(429, errorList('QuotaExceeded'), { 'retry-after': '1' });
    answers = [refused, says(503, errorList('ServiceUnavailable')), says(202, DONE)];
    const retries: string[] = [];
    const startedMs = performance.now();
    await client.report(wanted, { onRetry: ({ code }, delayMs) => retries.push(`${code} ${delayMs >= 1_000}`) }).done();
    assert.ok(performance.now() - startedMs >= 1_000);
    assert.deepEqual(retries, ['QuotaExceeded true', 'ServiceUnavailable false']);
    const keys = new Set(server.requests.map(({ headers }) => headers['idempotency-key']));
    assert.deepEqual([keys.size, server.requests.length, keys.has(undefined)], [1, 3, false]);
  });

  test('that exists is taken by its id', async () => {
    answers = [says(200, DONE), whole];
    assert.equal((await Array.fromAsync(client.report({ reportId: 'rep_1' }))).length, 3);
    assert.deepEqual(sent(), ['GET /reports/v4/reports/rep_1', 'GET /reports/v4/documents/doc_1']);
  });

  test('goes on where its download was cut, as often as it is cut, with every byte once', async () => {
    const from: (string | undefined)[] = [];
    const cut: Answers = ({ headers }, socket) => {
      from.push(headers.range);
      if (headers.range) assert.equal(headers['if-range'], '"e1"');
      part(socket, Number(/\d+/.exec(headers.range ?? '0')?.[0]), 20_000);
      return undefined;
    };
    answers = [says(200, DONE), cut];
    const chunks = await Array.fromAsync(client.report({ reportId: 'rep_1' }).bytes());
    assert.deepEqual(Buffer.concat(chunks), DOCUMENT);
    assert.ok(from.length >= 4, `${from}`);
    assert.equal(from[0], undefined);
  });

  test('is not complete when bytes or lines are missing, or another document comes when it goes on', async () => {
    const lines = (state: Partial<Report>) => Array.fromAsync(clientReport(state));
    const clientReport = (state: Partial<Report>) => {
      answers.unshift(says(200, { ...DONE, ...state }));
      return client.report({ reportId: 'rep_1' });
    };
    answers = [whole];
    await assert.rejects(lines({ lines: 4 }), { code: 'IncompleteDocument', details: 'It has 3 lines instead of 4.' });
    answers = [whole];
    await assert.rejects(lines({ bytes: DOCUMENT.length - 1 }), { code: 'IncompleteDocument' });
    answers = [says(200, DOCUMENT.subarray(0, 30).toString('latin1')), says(200, '')];
    await assert.rejects(lines({ lines: 0, bytes: 30 }), { details: 'It ends within a line.' });
    // The second answer begins at the first byte.
    answers = [(_, socket) => part(socket, 0, 1_000), whole];
    await assert.rejects(lines({}), {
      code: 'IncompleteDocument',
      message: 'The download cannot go on where it ended.',
    });
    answers = [says(200, '{"a":1}\nnot JSON\n')];
    await assert.rejects(lines({ lines: 1, bytes: 17 }), { details: 'Line 1 is no JSON.' });
  });

  test('that failed or was cancelled rejects with the reason', async () => {
    const failed = report({ state: 'FATAL', failure: { code: 'DiskFull', message: 'The disk is full.' } });
    answers = [says(202, failed)];
    await assert.rejects(client.report(wanted).done(), { code: 'ReportFailed', message: 'The disk is full.' });
    answers = [says(200, report({ state: 'CANCELLED' }))];
    await assert.rejects(Array.fromAsync(client.report({ reportId: 'rep_1' })), { code: 'ReportCancelled' });
    answers = [says(403, errorList('AccessDenied'))];
    await assert.rejects(client.report(wanted).done(), { code: 'AccessDenied' });
    answers = [says(200, DONE), says(404, errorList('NotFound'))];
    await assert.rejects(Array.fromAsync(client.report({ reportId: 'rep_1' }).bytes()), { code: 'NotFound' });
  });

  test('ends with its signal while it waits, and while it is downloaded; the next call begins again', async () => {
    answers = [says(200, report({ state: 'IN_PROGRESS' }))];
    const waiting = AbortSignal.timeout(50);
    await assert.rejects(client.report({ reportId: 'rep_1' }, { signal: waiting }).done(), { name: 'TimeoutError' });
    const ending = new AbortController();
    // Half of the document, and then nothing.
    const stuck: Answers = (_, socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${DOCUMENT.length}\r\n\r\n`);
      socket.write(DOCUMENT.subarray(0, 40));
      return undefined;
    };
    answers = [says(200, DONE), stuck];
    const run = client.report({ reportId: 'rep_1' }, { signal: ending.signal });
    const reading = Array.fromAsync(run.bytes());
    setTimeout(() => ending.abort(new Error('expected')), 50);
    await assert.rejects(reading, { message: 'expected' });
    answers = [says(500, errorList('InternalFailure')), says(200, DONE)];
    const again = client.report({ reportId: 'rep_1' }, { signal: AbortSignal.timeout(5_000) });
    assert.equal((await again.done()).state, 'DONE');
  });

  test('in CSV has bytes and no lines; leaving a loop ends its connection', async () => {
    answers = [says(200, { ...DONE, format: 'CSV' })];
    await assert.rejects(Array.fromAsync(client.report({ reportId: 'rep_1' })), { code: 'InvalidInput' });
    let isClosed: Promise<unknown> | undefined;
    const open: Answers = (_, socket) => {
      isClosed = new Promise((resolve) => socket.once('close', resolve));
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${DOCUMENT.length}\r\n\r\n`);
      socket.write(DOCUMENT.subarray(0, 40));
      return undefined;
    };
    answers = [says(200, DONE), open];
    for await (const chunk of client.report({ reportId: 'rep_1' }).bytes()) {
      assert.equal(chunk.length, 40);
      break;
    }
    await isClosed;
  });

  test('a line without an end does not fill the memory', async () => {
    async function* bytes() {
      const piece = new Uint8Array(2 ** 20).fill(120);
      for (let n = 0; n < 100; n += 1) yield piece;
      assert.fail('all of it is read');
    }
    await assert.rejects(jsonLines(bytes(), 1).next(), { code: 'IncompleteDocument', details: /no end/ });
  });

  test('the operation itself gives the document as a Blob', async () => {
    answers = [whole];
    const blob = (await client.getReportDocument({ path: { reportDocumentId: 'doc_1' } })) as Blob;
    assert.equal(blob.size, DOCUMENT.length);
  });
});
