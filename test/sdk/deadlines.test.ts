// run: without coverage

import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, createClient, type SellerClient } from '../../sdk/src/index.ts';
import { scaled } from '../harness/scale.ts';
import { answer, errorList, type RawHandler, startRawServer } from './raw-server.ts';

/** For a busy machine. */
const SOON_MS = 8_000;

describe('deadlines and signals', () => {
  let server: Awaited<ReturnType<typeof startRawServer>>;
  let client: SellerClient;
  /** Only for calls that end at their deadline. */
  let hasty: SellerClient;
  let handle: RawHandler;
  before(async () => {
    server = await startRawServer((request, socket) => handle(request, socket));
    client = createClient({ baseUrl: server.baseUrl });
    hasty = createClient({ baseUrl: server.baseUrl, deadlineMs: 100 });
  });
  after(() => server.close());
  beforeEach(() => server.requests.splice(0));

  const limited = (headers: Record<string, string>) => answer(429, errorList('QuotaExceeded'), headers);
  const failure = async (call: Promise<unknown>, atMostMs = SOON_MS): Promise<ApiError> => {
    const startedAt = performance.now();
    const error = await call.then(
      () => assert.fail('the call succeeds'),
      (reason: unknown) => reason,
    );
    assert.ok(performance.now() - startedAt < atMostMs);
    assert.ok(error instanceof ApiError, String(error));
    return error;
  };

  const endless: [name: string, handle: RawHandler][] = [
    ['a server that does not answer', () => undefined],
    ['a body that does not end', (_request, socket) => void socket.write(answer(200, '{', {}, 100))],
    [
      'a body that goes on for ever',
      (_request, socket) => {
        socket.write(answer(200, '[', {}, 1e9));
        const timer = setInterval(() => void socket.write('1,'), 5);
        socket.on('close', () => clearInterval(timer));
      },
    ],
    ['an error whose body does not end', (_request, socket) => void socket.write(answer(400, '{', {}, 100))],
  ];
  for (const [name, handler] of endless) {
    test(`${name} ends at the deadline`, async () => {
      handle = handler;
      const error = await failure(hasty.getLiveness());
      assert.deepEqual([error.status, error.code], [0, 'DeadlineExceeded']);
      assert.match(error.message, /100 ms/);
    });
  }

  test('a fetch that ignores its signal ends at the deadline', async () => {
    const deaf = createClient({ baseUrl: server.baseUrl, deadlineMs: 50, fetch: () => new Promise(() => undefined) });
    assert.equal((await failure(deaf.getLiveness())).code, 'DeadlineExceeded');
  });

  test('the deadline of a call replaces that of the client', async () => {
    handle = () => undefined;
    assert.match((await failure(hasty.getLiveness({ deadlineMs: 20 }))).message, /20 ms/);
    handle = (_request, socket) => void setTimeout(() => socket.write(answer(200, {})), 150);
    assert.deepEqual(await hasty.getLiveness({ deadlineMs: Number.POSITIVE_INFINITY }), {});
  });

  for (const deadlineMs of [0, -1, Number.NaN]) {
    test(`a deadline of ${deadlineMs} is over: nothing is sent; no client has one`, async () => {
      assert.equal((await failure(client.getLiveness({ deadlineMs }))).code, 'DeadlineExceeded');
      // Something was sent before it is seen here.
      handle = (_request, socket) => void socket.write(answer(200, {}));
      await client.getLiveness();
      assert.equal(server.requests.length, 1);
      assert.throws(() => createClient({ baseUrl: server.baseUrl, deadlineMs }), TypeError);
      assert.throws(() => createClient({ baseUrl: server.baseUrl, maxAttempts: deadlineMs }), TypeError);
    });
  }

  test('a call that asks the service to wait may take that much longer', async () => {
    handle = (_request, socket) => void setTimeout(() => socket.write(answer(200, {})), 150);
    assert.deepEqual(await hasty.getEvents({ headers: { prefer: 'wait=30' } }), {});
    assert.deepEqual(await hasty.receiveMessages({ path: { channelId: 'C' }, body: { waitSeconds: 30 } }), {});
    assert.equal((await failure(hasty.getEvents())).code, 'DeadlineExceeded');
  });

  test('a wait that would pass the deadline is not begun: the call fails at once with the 429 itself', async () => {
    handle = (_request, socket) => void socket.write(limited({ 'retry-after': '60' }));
    const error = await failure(client.getEvents({ deadlineMs: 59_000 }));
    assert.deepEqual([error.status, error.retryAfterMs, server.requests.length], [429, 60_000, 1]);
    const result = await client.getEvents({ throwOnError: false });
    assert.equal(result.status, 429);
    // Timers that should wait for years fire at once.
    handle = (_request, socket) => void socket.write(limited({ 'retry-after': '9'.repeat(20) }));
    await failure(client.getEvents({ deadlineMs: Number.POSITIVE_INFINITY }));
    assert.equal(server.requests.length, 3);
  });

  test('a deadline that passes in a later attempt has the failure before as its cause', async () => {
    handle = (_request, socket) => {
      if (server.requests.length === 1) socket.write(limited({ 'retry-after': '0' }));
    };
    const error = await failure(client.getEvents({ deadlineMs: 1_500 }));
    assert.equal(error.code, 'DeadlineExceeded');
    assert.equal((error.cause as ApiError).status, 429);
    assert.equal(server.requests.length, 2);
  });

  test('a Retry-After is waited for', async () => {
    const times: number[] = [];
    handle = (_request, socket) => {
      times.push(performance.now());
      socket.write(times.length === 1 ? limited({ 'retry-after': '1' }) : answer(200, {}));
    };
    await client.getEvents({ deadlineMs: 30_000 });
    const [first = 0, second = 0] = times;
    // Timers may fire a little early.
    assert.ok(second - first >= 990, `${second - first}`);
  });

  test('a service that stays unavailable is asked at most maxAttempts times', async () => {
    handle = (_request, socket) =>
      void socket.write(answer(503, errorList('ServiceUnavailable'), { 'retry-after': '0' }));
    const three = createClient({ baseUrl: server.baseUrl, maxAttempts: 3 });
    const error = await failure(three.getEvents());
    assert.deepEqual([error.status, error.code, server.requests.length], [503, 'ServiceUnavailable', 3]);
  });

  test('a 503 of a health check is its answer', async () => {
    handle = (_request, socket) => void socket.write(answer(503, errorList('ServiceUnavailable')));
    assert.equal((await client.getReadiness({ throwOnError: false })).status, 503);
    assert.equal(server.requests.length, 1);
  });

  test('a refused connection was never a request: every operation is tried again', async () => {
    const gone = await startRawServer(() => undefined);
    await gone.close();
    let attempts = 0;
    const counting: typeof fetch = (url, init) => {
      attempts += 1;
      return fetch(url, init);
    };
    const lost = createClient({ baseUrl: gone.baseUrl, maxAttempts: 3, fetch: counting });
    assert.equal((await failure(lost.rotateSecret({ path: { channelId: 'C' } }))).code, 'ConnectionFailed');
    assert.equal(attempts, 3);
  });

  test('a POST on a kept connection that the server resets is sent once', async () => {
    handle = (request, socket) =>
      request.method === 'GET' ? void socket.write(answer(200, {})) : void socket.resetAndDestroy();
    await client.getLiveness();
    const error = await failure(client.rotateSecret({ path: { channelId: 'C' } }));
    assert.equal(error.code, 'ConnectionFailed');
    assert.deepEqual(
      server.requests.map(({ method }) => method),
      ['GET', 'POST'],
    );
  });

  describe("the caller's signal", () => {
    const reason = new Error('enough');
    const rejectsWithReason = (call: Promise<unknown>) =>
      assert.rejects(call, (error) => {
        assert.equal(error, reason);
        return true;
      });

    test('aborted before: nothing is sent', async () => {
      await rejectsWithReason(client.getLiveness({ signal: AbortSignal.abort(reason) }));
      assert.equal(server.requests.length, 0);
    });

    test('aborted while the answer is awaited, or its body', async () => {
      for (const bytes of ['', answer(200, '{', {}, 100)]) {
        const controller = new AbortController();
        handle = (_request, socket) => {
          socket.write(bytes);
          setTimeout(() => controller.abort(reason), 20);
        };
        await rejectsWithReason(client.getLiveness({ signal: controller.signal, deadlineMs: 60_000 }));
        assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
      }
    });

    test('aborted between attempts: at once, and nothing more is sent', async () => {
      const controller = new AbortController();
      handle = (_request, socket) => {
        socket.write(limited({ 'retry-after': '50' }));
        setTimeout(() => controller.abort(reason), 100);
      };
      const startedAt = performance.now();
      await rejectsWithReason(client.getEvents({ signal: controller.signal, deadlineMs: 60_000 }));
      assert.ok(performance.now() - startedAt < SOON_MS);
      await sleep(50);
      assert.equal(server.requests.length, 1);
    });

    test('an abort without a reason is an AbortError', async () => {
      await assert.rejects(client.getLiveness({ signal: AbortSignal.abort() }), { name: 'AbortError' });
    });

    test('calls at the same time have one listener together, and all end: Node 20 warns of more than ten', async () => {
      handle = () => undefined;
      const controller = new AbortController();
      const { signal } = controller;
      const calls = Array.from({ length: 20 }, () => rejectsWithReason(client.getLiveness({ signal })));
      assert.equal(getEventListeners(signal, 'abort').length, 1);
      controller.abort(reason);
      await Promise.all(calls);
      assert.equal(getEventListeners(signal, 'abort').length, 0);
    });

    test('thousands of calls leave neither listeners nor timers', async () => {
      const { signal } = new AbortController();
      const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
      const answers: (() => Response)[] = [
        () => new Response('{}'),
        () => Response.json(errorList('NotFound'), { status: 404 }),
        () => Response.json(errorList('QuotaExceeded'), { status: 429, headers: { 'retry-after': '90' } }),
        () => new Response('<html>'),
      ];
      let calls = 0;
      const quick: typeof fetch = () => {
        calls += 1;
        const made = answers[calls % answers.length]?.();
        return made && calls % 5 !== 0 ? Promise.resolve(made) : Promise.reject(new TypeError('fetch failed'));
      };
      const many = createClient({ baseUrl: server.baseUrl, fetch: quick, maxAttempts: 1 });
      const count = scaled(1_000, 10_000);
      const before = timers();
      for (let number = 0; number < count; number += 1) await many.getEvents({ signal }).catch(() => undefined);
      assert.equal(calls, count);
      assert.equal(getEventListeners(signal, 'abort').length, 0);
      assert.ok(timers() <= before, `${timers()} timers, before ${before}`);
    });
  });
});
