// run: without coverage

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { inspect } from 'node:util';
import { Sender } from '../../sdk/src/calls/send.ts';
import type { TokenSource } from '../../sdk/src/credentials.ts';
import { ApiError } from '../../sdk/src/index.ts';
import { answer, errorList, startRawServer } from './raw-server.ts';

const SECRET = 'secret-token';
const STALE = 'Bearer realm="seller-api", error="insufficient_user_authentication", max_age=600';
const rotate = { url: '/notifications/v4/destinations/{channelId}/rotateSecret', path: { channelId: 'C' } };

describe('the access token of a call', () => {
  let server: Awaited<ReturnType<typeof startRawServer>>;
  let valid: string[];
  /** The numbers of the requests that get 429 before their token is looked at. */
  let limited: number[];
  /** The person behind the token signed in too long ago. */
  let isStale: boolean;
  const rejected: string[] = [];
  before(async () => {
    server = await startRawServer(({ headers }, socket) => {
      if (limited.includes(server.requests.length))
        return void socket.write(answer(429, errorList('QuotaExceeded'), { 'retry-after': '0' }));
      const isValid = valid.includes(headers.authorization ?? 'none');
      if (isValid && isStale)
        return void socket.write(answer(401, errorList('Unauthorized'), { 'www-authenticate': STALE }));
      socket.write(isValid ? answer(200, { good: true }) : answer(401, errorList('Unauthorized')));
    });
  });
  after(() => server.close());
  beforeEach(() => {
    server.requests.splice(0);
    rejected.splice(0);
    limited = [];
    isStale = false;
  });

  const senderWith = (token: TokenSource['token'] | undefined) =>
    new Sender({
      baseUrl: new URL(server.baseUrl),
      tokens: token && { token, reject: (one) => void rejected.push(one) },
      deadlineMs: 20_000,
      maxAttempts: 5,
      fetch,
    });
  /** A new token after each rejection: secret-token0, secret-token1 and so on. */
  const renewing = () => senderWith(async () => `${SECRET}${rejected.length}`);
  const sentTokens = () => server.requests.map(({ headers }) => headers.authorization);
  const failure = (call: Promise<unknown>) =>
    call.then(
      () => assert.fail('the call succeeds'),
      (error: unknown) => {
        assert.ok(error instanceof ApiError);
        assert.ok(!inspect(error, { depth: 9 }).includes(SECRET), 'the token is in the error');
        return error;
      },
    );

  test('a rejected token is renewed and the request sent again, also one that must not run twice', async () => {
    valid = [`Bearer ${SECRET}1`];
    assert.deepEqual(await renewing().call('POST', rotate), { good: true });
    assert.deepEqual(rejected, [`${SECRET}0`]);
    assert.deepEqual(sentTokens(), [`Bearer ${SECRET}0`, `Bearer ${SECRET}1`]);
  });

  test('a second rejection is the answer', async () => {
    valid = [`Bearer ${SECRET}2`];
    const error = await failure(renewing().call('GET', { url: '/notifications/v4/events' }));
    assert.deepEqual([error.status, error.code, server.requests.length], [401, 'Unauthorized', 2]);
  });

  test('a sign-in that was too long ago is the answer: a renewed token would have the same', async () => {
    valid = [`Bearer ${SECRET}0`, `Bearer ${SECRET}1`];
    isStale = true;
    const error = await failure(renewing().call('POST', rotate));
    assert.deepEqual([error.status, error.signInMaxAgeMs, server.requests.length], [401, 600_000, 1]);
    assert.deepEqual(rejected, []);
  });

  test('renewal happens once in a call, whatever comes between', async () => {
    valid = [];
    limited = [1, 3];
    const error = await failure(renewing().call('GET', { url: '/notifications/v4/events' }));
    assert.deepEqual([error.status, server.requests.length, rejected.length], [401, 4, 1]);
  });

  test('a source that gives the rejected token again: the request is not sent again', async () => {
    valid = [];
    const error = await failure(senderWith(async () => SECRET).call('POST', rotate));
    assert.deepEqual([error.status, server.requests.length], [401, 1]);
  });

  test("without credentials, and with a caller's own header, a 401 is the answer", async () => {
    valid = [];
    assert.equal((await failure(senderWith(undefined).call('POST', rotate))).status, 401);
    assert.deepEqual(sentTokens(), [undefined]);
    const headers = { Authorization: 'Basic abc' };
    assert.equal((await failure(renewing().call('POST', { ...rotate, headers }))).status, 401);
    assert.deepEqual(sentTokens(), [undefined, 'Basic abc']);
    assert.deepEqual(rejected, []);
  });

  test('operations for everybody need no token, and get none', async () => {
    valid = ['none'];
    const broken = senderWith(() => Promise.reject(new Error('no token')));
    for (const url of ['/health/live', '/notifications/v4/schemas', '/auth/v4/token']) {
      assert.deepEqual(await broken.call('GET', { url }), { good: true });
    }
    assert.deepEqual(sentTokens(), [undefined, undefined, undefined]);
  });

  test('a source that fails: NoToken with its error as the cause; an ApiError stays as it is', async () => {
    const cause = new Error('signed out');
    const error = await failure(senderWith(() => Promise.reject(cause)).call('POST', rotate));
    assert.deepEqual([error.status, error.code, error.cause], [0, 'NoToken', cause]);
    const own = new ApiError({ status: 400, errors: [{ code: 'invalid_grant', message: 'Used.', details: '' }] });
    assert.equal(await failure(senderWith(() => Promise.reject(own)).call('POST', rotate)), own);
    assert.equal(server.requests.length, 0);
  });

  test('a source that never answers ends at the deadline', async () => {
    const waiting = senderWith(() => new Promise(() => undefined));
    assert.equal((await failure(waiting.call('POST', { ...rotate, deadlineMs: 50 }))).code, 'DeadlineExceeded');
  });

  for (const token of [`${SECRET}\r\nx-other: 1`, `${SECRET} é`, '', undefined]) {
    test(`what is no token is not sent, and not shown: ${JSON.stringify(token)}`, async () => {
      assert.equal((await failure(senderWith(async () => token as string).call('POST', rotate))).code, 'NoToken');
      assert.equal(server.requests.length, 0);
    });
  }
});
