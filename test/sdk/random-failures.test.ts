import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { createClient, type SellerClient } from '../../sdk/src/create-client.ts';
import { ApiError } from '../../sdk/src/index.ts';
import { isTorture, scaled } from '../harness/scale.ts';
import { answer, errorList, type RawRequest, startRawServer } from './raw-server.ts';

/** In `npm test` always the same draw; `npm run torture` draws anew and prints it. */
const SEED = isTorture ? Date.now() % 2 ** 31 : 20_261_116;
const DEADLINE_MS = 1_200;
/** For a busy machine. A call that hangs would take for ever. */
const MARGIN_MS = 8_000;

type Options = { headers: Record<string, string>; deadlineMs: number };
type Kind = 'reading' | 'keyed' | 'once';

const channel = { path: { channelId: 'C1' } };
const calls: Record<string, { kind: Kind; call: (client: SellerClient, options: Options) => Promise<unknown> }> = {
  getMarketplaceParticipations: { kind: 'reading', call: (client, o) => client.getMarketplaceParticipations(o) },
  getFeesEstimates: { kind: 'reading', call: (client, o) => client.getFeesEstimates({ ...o, body: [] }) },
  deleteDestination: { kind: 'reading', call: (client, o) => client.deleteDestination({ ...o, ...channel }) },
  createDestination: {
    kind: 'keyed',
    call: (client, o) => client.createDestination({ ...o, body: { type: 'PULL' } as never }),
  },
  replayEvents: { kind: 'keyed', call: (client, o) => client.replayEvents({ ...o, ...channel, body: {} as never }) },
  rotateSecret: { kind: 'once', call: (client, o) => client.rotateSecret({ ...o, ...channel, body: {} }) },
  changeDestination: { kind: 'once', call: (client, o) => client.changeDestination({ ...o, ...channel, body: {} }) },
  applyChanges: { kind: 'once', call: (client, o) => client.applyChanges({ ...o, body: [] }) },
};

type Failure = {
  /** Whether the service executes the request before it fails. */
  executes: boolean;
  fail: (socket: Socket) => void;
};

const write =
  (...bytes: Parameters<typeof answer>) =>
  (socket: Socket) =>
    void socket.write(answer(...bytes));
const closeAfter = (bytes: string) => (socket: Socket) => void socket.end(bytes);
const whole = JSON.stringify({ payload: 'x'.repeat(200) });
const httpDate = () => new Date(Date.now() + 100).toUTCString();

const failures: Record<string, Failure> = {
  '429 with Retry-After': { executes: false, fail: write(429, errorList('QuotaExceeded'), { 'retry-after': '0' }) },
  '429 with a date': {
    executes: false,
    fail: (socket) =>
      void socket.write(answer(429, errorList('QuotaExceeded'), { date: httpDate(), 'retry-after': httpDate() })),
  },
  '429 in nested errors': { executes: false, fail: write(429, { errors: errorList('QuotaExceeded') }) },
  '503 before': { executes: false, fail: write(503, errorList('ServiceUnavailable'), { 'retry-after': '0' }) },
  '503 after': { executes: true, fail: write(503, errorList('ServiceUnavailable')) },
  '503 too late': { executes: true, fail: write(503, errorList('ServiceUnavailable'), { 'retry-after': '5' }) },
  '502 of a proxy': { executes: true, fail: write(502, '<html>Bad gateway</html>', { 'content-type': 'text/html' }) },
  'reset before': { executes: false, fail: (socket) => void socket.resetAndDestroy() },
  'reset after': { executes: true, fail: (socket) => void socket.resetAndDestroy() },
  'closed without an answer': { executes: true, fail: (socket) => void socket.end() },
  'cut body': { executes: true, fail: closeAfter(answer(200, whole.slice(0, 50), {}, whole.length)) },
  'cut head': { executes: true, fail: closeAfter('HTTP/1.1 200 OK\r\ncontent-le') },
  'cut body without a length': {
    executes: true,
    fail: closeAfter(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${whole.slice(0, 50)}`),
  },
  'wrong JSON': { executes: true, fail: write(200, '{"payload":') },
  'no HTTP': { executes: true, fail: closeAfter('Hello\r\n\r\n') },
  'slow body': {
    executes: true,
    fail: (socket) => {
      socket.write(answer(200, '', {}, 1_000_000));
      const timer = setInterval(() => void socket.write(' '), 50);
      socket.on('close', () => clearInterval(timer));
    },
  },
  'no answer': { executes: true, fail: () => undefined },
  500: { executes: true, fail: write(500, errorList('InternalFailure')) },
};

/** A small generator of random numbers: a call meets the same failures whatever the others do. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Seen = { requests: RawRequest[]; executions: number; failures: string[]; random: () => number };

describe(`a server that fails in random ways (seed ${SEED})`, () => {
  const seen = new Map<string, Seen>();
  let server: Awaited<ReturnType<typeof startRawServer>>;

  before(async () => {
    server = await startRawServer((request, socket) => {
      const call = seen.get(request.headers['x-call'] ?? '');
      assert.ok(call);
      call.requests.push(request);
      const names = Object.keys(failures);
      const name = call.random() < 0.3 ? 'none' : (names[Math.floor(call.random() * names.length)] ?? '');
      call.failures.push(name);
      const failure = failures[name];
      if (failure?.executes !== false) call.executions += 1;
      if (failure) failure.fail(socket);
      else setTimeout(write(200, { payload: {} }), 20 * call.random(), socket);
    });
  });
  after(() => server.close());

  test('nothing is executed twice that must not be, and every call ends in time', { timeout: 120_000 }, async () => {
    const client = createClient({ baseUrl: server.baseUrl, deadlineMs: DEADLINE_MS });
    const met = new Set<string>();
    const outcomes = new Set<string>();
    const endOf = async (id: string, operation: string) => {
      const { kind, call } = calls[operation] as (typeof calls)[string];
      const startedAt = performance.now();
      const options = { headers: { 'x-call': id }, deadlineMs: DEADLINE_MS };
      const end = await call(client, options).then(
        () => 'success',
        (error: unknown) => {
          assert.ok(error instanceof ApiError, `${id}: ${String(error)}`);
          return error.code;
        },
      );
      const tookMs = performance.now() - startedAt;
      assert.ok(tookMs < DEADLINE_MS + MARGIN_MS, `${id} took ${tookMs} ms`);
      const { requests, executions, failures: failed } = seen.get(id) as Seen;
      const story = `${id}: ${failed.join(', ')} -> ${end}`;
      for (const name of failed) met.add(name);
      outcomes.add(`${kind} ${requests.length > 1 ? 'repeated' : 'at once'} ${end}`);

      assert.ok(requests.length <= 5, story);
      // On a busy machine the deadline may pass before the answer, or even the request, has arrived.
      if (failed.at(-1) === 'none') assert.match(end, /^(success|DeadlineExceeded)$/, story);
      else assert.notEqual(end, 'success', story);
      if (end === 'success') assert.ok(executions >= 1, story);
      if (kind === 'once') assert.ok(executions <= 1, story);
      // Nothing follows a request that may have been executed.
      if (kind === 'once') for (const name of failed.slice(0, -1)) assert.match(name, /^429/, story);
      const keys = new Set(requests.map(({ headers }) => headers['idempotency-key']));
      assert.ok(keys.size <= 1, story);
      for (const key of keys) assert.equal(key !== undefined, kind === 'keyed', story);
      assert.ok(new Set(requests.map(({ method, path, body }) => `${method} ${path} ${body}`)).size <= 1, story);
    };

    const operations = Object.keys(calls);
    const waiting = Array.from({ length: scaled(320, 4_000) }, (_, number) => number);
    const work = async () => {
      for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
        const operation = operations[number % operations.length] as string;
        const id = `${operation}-${number}`;
        seen.set(id, { requests: [], executions: 0, failures: [], random: randomOf(SEED + 7_919 * number) });
        await endOf(id, operation);
      }
    };
    await Promise.all(Array.from({ length: 80 }, work));

    // The test has met everything that it is about.
    assert.deepEqual([...met].sort(), [...Object.keys(failures), 'none'].sort());
    for (const needed of [
      ...[
        'reading repeated success',
        'keyed repeated success',
        'once repeated success',
        'once at once ConnectionFailed',
      ],
      ...['once at once ServiceUnavailable', 'once at once InvalidAnswer', 'once at once DeadlineExceeded'],
    ]) {
      assert.ok(outcomes.has(needed), `${needed} is not among ${[...outcomes].join('; ')}`);
    }
  });
});
