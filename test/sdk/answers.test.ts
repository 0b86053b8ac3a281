// run: without coverage

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { inspect } from 'node:util';
import { ApiError, createClient, type SellerClient } from '../../sdk/src/index.ts';
import { until } from '../harness/until.ts';
import { answer, errorList, type RawHandler, startRawServer } from './raw-server.ts';

describe('answers', () => {
  let server: Awaited<ReturnType<typeof startRawServer>>;
  let client: SellerClient;
  let next: string;
  const handle: RawHandler = (_request, socket) => void socket.write(next);
  before(async () => {
    server = await startRawServer(handle);
    client = createClient({ baseUrl: server.baseUrl, maxAttempts: 1 });
  });
  after(() => server.close());

  const call = (bytes: string) => {
    next = bytes;
    return client.getMarketplaceParticipations();
  };
  const failure = async (bytes: string): Promise<ApiError> => {
    const error = await call(bytes).then(
      () => assert.fail('the call succeeds'),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof ApiError, String(error));
    return error;
  };
  const result = (bytes: string) => {
    next = bytes;
    return client.getListingOffers({
      path: { SellerSKU: 'A' },
      query: { MarketplaceId: 'M', ItemCondition: 'New' },
      throwOnError: false,
    });
  };
  const html = { 'content-type': 'text/html' };
  const page = '<html><body>Bad gateway</body></html>';

  test('200: the body', async () => {
    assert.deepEqual(await call(answer(200, { payload: [1] })), { payload: [1] });
  });

  test('204: undefined', async () => {
    next = 'HTTP/1.1 204 No Content\r\n\r\n';
    assert.equal(await client.deleteDestination({ path: { channelId: 'C' } }), undefined);
    const whole = await client.deleteDestination({ path: { channelId: 'C' }, throwOnError: false });
    assert.deepEqual({ status: whole.status, body: whole.body }, { status: 204, body: undefined });
  });

  const two = [
    { code: 'InvalidInput', message: 'A is wrong.', details: 'A is a number.' },
    { code: 'Other', message: 'B is wrong.', details: 'B is a text.' },
  ];
  const envelopes: [name: string, body: object, errors: object[]][] = [
    ['a list', { errors: two }, two],
    ['a list in an object', { errors: { errors: two } }, two],
    [
      'RFC 6749 5.2',
      { error: 'invalid_grant', error_description: 'The code is used up.' },
      [{ code: 'invalid_grant', message: 'The code is used up.', details: '' }],
    ],
    ['RFC 6749 5.2 without a text', { error: 'x' }, [{ code: 'x', message: 'x', details: '' }]],
    ['entries without details', { errors: [{ code: 'A', message: 'B' }] }, [{ code: 'A', message: 'B', details: '' }]],
  ];
  for (const [name, body, errors] of envelopes) {
    test(`400 with ${name}: status, code, details, all errors and the request id`, async () => {
      const error = await failure(answer(400, body, { 'x-request-id': 'r-17' }));
      const { status, code, message, details, requestId, retryAfterMs } = error;
      const [first] = errors;
      assert.deepEqual({ status, code, message, details }, { status: 400, details: '', ...first });
      assert.deepEqual(error.errors, errors);
      assert.deepEqual({ requestId, retryAfterMs }, { requestId: 'r-17', retryAfterMs: undefined });
    });
  }

  test('an answer without a request id gives none', async () => {
    assert.equal((await failure(answer(404, errorList('NotFound')))).requestId, undefined);
  });

  const foreign: [name: string, bytes: string, status: number][] = [
    ['502 with the page of a proxy', answer(502, page, html), 502],
    ['404 with a page: no such resource of the service', answer(404, page, html), 404],
    ['403 with other JSON', answer(403, { message: 'Forbidden' }), 403],
    ['403 with errors of another form', answer(403, { errors: ['Forbidden', null] }), 403],
    ['500 without a body', answer(500, undefined), 500],
    ['200 with a page', answer(200, page, html), 200],
    ['200 without a body', answer(200, undefined), 200],
  ];
  for (const [name, bytes, status] of foreign) {
    test(`${name}: InvalidAnswer with its status, also with throwOnError: false`, async () => {
      const error = await failure(bytes);
      assert.deepEqual({ status: error.status, code: error.code }, { status, code: 'InvalidAnswer' });
      assert.match(error.details, new RegExp(`Status ${status}, content type `));
      assert.ok(!inspect(error, { depth: 9 }).includes('gateway'), 'the page is not quoted');
      await assert.rejects(result(bytes), { code: 'InvalidAnswer', status });
    });
  }

  test('throwOnError: false: any documented answer with its status and headers', async () => {
    const good = await result(answer(200, { payload: {} }, { etag: '"1"' }));
    assert.deepEqual([good.status, good.headers.get('etag'), good.body], [200, '"1"', { payload: {} }]);
    const bad = await result(answer(404, errorList('NotFound'), { 'x-request-id': 'r' }));
    assert.deepEqual([bad.status, bad.headers.get('x-request-id'), bad.body], [404, 'r', errorList('NotFound')]);
    const limited = await result(answer(429, errorList('QuotaExceeded')));
    assert.equal(limited.status, 429);
  });

  test('304 is a result with throwOnError: false, and else an error', async () => {
    const bytes = 'HTTP/1.1 304 Not Modified\r\netag: "1"\r\n\r\n';
    const { status, headers, body } = await result(bytes);
    assert.deepEqual([status as number, headers.get('etag'), body as unknown], [304, '"1"', undefined]);
    assert.deepEqual([(await failure(bytes)).status, (await failure(bytes)).code], [304, 'NotModified']);
  });

  test('a redirect is not followed', async () => {
    const other = await startRawServer((_request, socket) => void socket.write(answer(200, {})));
    const location = { location: `${other.baseUrl}/?secret=1` };
    for (const bytes of [answer(302, undefined, location), answer(307, page, { ...html, ...location })]) {
      const before = server.requests.length;
      const error = await failure(bytes);
      assert.equal(error.code, 'Redirected');
      assert.equal(server.requests.length, before + 1);
      assert.ok(!inspect(error, { depth: 9 }).includes('secret'));
    }
    assert.equal(other.requests.length, 0);
    await other.close();
  });

  test("the service's own redirect can be read", async () => {
    next = answer(302, undefined, { location: 'https://id.example/sign-in' });
    const answered = await client.startAuthorization({ query: {} as never, throwOnError: false });
    assert.equal((answered as { headers: Headers }).headers.get('location'), 'https://id.example/sign-in');
    // A redirect of a proxy comes with a page.
    next = answer(301, page, { ...html, location: 'https://id.example/' });
    await assert.rejects(result(next), { code: 'Redirected', status: 301 });
  });

  const hints: [header: Record<string, string>, ms: number | undefined][] = [
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after': 'Mon, 16 Nov 2026 10:00:05 GMT', date: 'Mon, 16 Nov 2026 10:00:00 GMT' }, 5_000],
    [{ 'retry-after': 'Mon, 16 Nov 2020 10:00:00 GMT' }, 0],
    [{ 'retry-after': '-1' }, undefined],
    [{ 'retry-after': '1.5' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{}, undefined],
  ];
  for (const [headers, ms] of hints) {
    test(`429 with ${JSON.stringify(headers)}: retryAfterMs is ${ms}`, async () => {
      const error = await failure(answer(429, errorList('QuotaExceeded'), headers));
      assert.deepEqual([error.status, error.code, error.retryAfterMs], [429, 'QuotaExceeded', ms]);
    });
  }

  /** Bytes without an end, as fast as the client takes them. */
  const endless =
    (head: string): RawHandler =>
    (_request, socket) => {
      socket.write(head);
      const write = () => {
        while (!socket.destroyed && socket.write('x'.repeat(65_536)));
      };
      socket.on('drain', write);
      write();
    };

  test('an answer in JSON that is longer than maxAnswerBytes is AnswerTooLarge, and is not asked for again', async () => {
    const small = createClient({ baseUrl: server.baseUrl, maxAnswerBytes: 1_000 });
    const padded = (bytes: number) => ({ payload: 'x'.repeat(bytes - '{"payload":""}'.length) });
    next = answer(200, padded(1_000));
    assert.deepEqual(await small.getMarketplaceParticipations(), padded(1_000) as never);
    for (const status of [200, 400, 503]) {
      const sent = server.requests.length;
      next = answer(status, padded(1_001));
      await assert.rejects(small.getMarketplaceParticipations(), (error: ApiError) => {
        assert.deepEqual([error.status, error.code], [status, 'AnswerTooLarge']);
        assert.match(error.message, /maxAnswerBytes, 1000/);
        return true;
      });
      assert.equal(server.requests.length, sent + 1);
    }
    // Documents are as long as they are.
    next = answer(200, padded(5_000));
    assert.equal((await small.getReportDocument({ path: { reportDocumentId: 'D' } })).size, 5_000);
    const wrong = createClient({ baseUrl: server.baseUrl, maxAnswerBytes: Number.NaN });
    await assert.rejects(wrong.getMarketplaceParticipations(), { code: 'AnswerTooLarge', message: /NaN/ });
  });

  test('an answer without an end is cut off at 64 MiB, and its connection is closed', async () => {
    let written = 0;
    const hostile = await startRawServer((request, socket) => {
      socket.on('close', () => {
        written = socket.bytesWritten;
      });
      endless('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n')(request, socket);
    });
    const lost = createClient({ baseUrl: hostile.baseUrl });
    await assert.rejects(lost.getMarketplaceParticipations(), { code: 'AnswerTooLarge', status: 200 });
    await until('the connection ends', () => written > 0);
    assert.ok(written < 96 * 2 ** 20, `${written}`);
    assert.equal(hostile.requests.length, 1);
    await hostile.close();
  });

  test('a refused connection: ConnectionFailed with its cause', async () => {
    const gone = await startRawServer(() => undefined);
    await gone.close();
    const lost = createClient({ baseUrl: gone.baseUrl, maxAttempts: 1 });
    await assert.rejects(lost.getLiveness({ throwOnError: false }), (error: ApiError) => {
      assert.deepEqual([error.status, error.code], [0, 'ConnectionFailed']);
      assert.ok(error.cause instanceof Error);
      return true;
    });
  });
});
