import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { answer, errorList, type RawRequest, startRawServer } from './raw-server.ts';

/** For a busy machine. A call that hangs would take for ever. */
const MARGIN_MS = 8_000;

/** reading: may run again. keyed: with an Idempotency-Key. once: must not run twice. */
export type Kind = 'reading' | 'keyed' | 'once';

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

type Seen = { requests: RawRequest[]; executions: number; failures: string[]; draw: () => string };

const names = Object.keys(failures);
function randomDraw(seed: number): () => string {
  const random = randomOf(seed);
  return () => (random() < 0.3 ? 'none' : (names[Math.floor(random() * names.length)] ?? ''));
}

/** What a client in any language says about the end of a call: `success`, or the code of its error. */
export type Call = (request: { id: string; operation: string; deadlineMs: number }) => Promise<string>;

/** A server that fails as each call draws, and checks what is true for every call of a client, however it ends. */
export async function startFaultyServer(kinds: Readonly<Record<string, Kind>>) {
  const seen = new Map<string, Seen>();
  const server = await startRawServer((request, socket) => {
    const call = seen.get(request.headers['x-call'] ?? '');
    assert.ok(call);
    call.requests.push(request);
    const name = call.draw();
    call.failures.push(name);
    const failure = failures[name];
    if (failure?.executes !== false) call.executions += 1;
    if (failure) failure.fail(socket);
    else setTimeout(write(200, { payload: {} }), 10, socket);
  });

  async function endOf(call: Call, id: string, { operation, deadlineMs, draw }: Drawn) {
    const kind = kinds[operation];
    const record: Seen = { requests: [], executions: 0, failures: [], draw };
    seen.set(id, record);
    const startedAt = performance.now();
    const end = await call({ id, operation, deadlineMs });
    const tookMs = performance.now() - startedAt;
    assert.ok(tookMs < deadlineMs + MARGIN_MS, `${id} took ${tookMs} ms`);
    const { requests, executions, failures: met } = record;
    const story = `${id}: ${met.join(', ')} -> ${end}`;
    assert.ok(requests.length <= 5, story);
    // On a busy machine the deadline may pass before the answer, or even the request, has arrived.
    if (met.at(-1) === 'none') assert.match(end, /^(success|DeadlineExceeded)$/, story);
    else assert.notEqual(end, 'success', story);
    if (kind === 'once') {
      assert.ok(executions <= 1, story);
      // Nothing follows a request that may have been executed.
      for (const name of met.slice(0, -1)) assert.match(name, /^429/, story);
    }
    const keys = new Set(requests.map(({ headers }) => headers['idempotency-key']));
    for (const key of keys) assert.equal(key !== undefined, kind === 'keyed', story);
    assert.ok(keys.size <= 1, story);
    assert.ok(new Set(requests.map(({ method, path, body }) => `${method} ${path} ${body}`)).size <= 1, story);
    return { end, met, story };
  }

  return { baseUrl: server.baseUrl, endOf, close: server.close };
}

type Drawn = { operation: string; deadlineMs: number; draw: () => string };

/** Failures that last until the deadline. */
const LASTING = ['500', 'slow body', 'no answer', '503 too late'];

type Faulty = Awaited<ReturnType<typeof startFaultyServer>>;

/** Each failure once for each operation: what may run again is sent again, everything else only after a 429. */
export async function meetEachOnce(server: Faulty, call: Call, kinds: Readonly<Record<string, Kind>>): Promise<void> {
  const cases = names
    .filter((name) => !LASTING.includes(name))
    .flatMap((name) => Object.keys(kinds).map((operation) => ({ name, operation })));
  await Promise.all(
    cases.map(async ({ name, operation }) => {
      let isFirst = true;
      const draw = () => {
        const drawn = isFirst ? name : 'none';
        isFirst = false;
        return drawn;
      };
      const { end, met, story } = await server.endOf(call, `${operation} ${name}`, {
        ...{ operation, deadlineMs: 40_000, draw },
      });
      const isSentAgain = kinds[operation] !== 'once' || name.startsWith('429');
      assert.deepEqual(met, isSentAgain ? [name, 'none'] : [name], story);
      assert.equal(end === 'success', isSentAgain, story);
    }),
  );
}

type Random = { seed: number; calls: number; atOnce: number; deadlineMs: number };

/** Failures in random order. Every failure comes. */
export async function meetRandomly(
  server: Faulty,
  call: Call,
  kinds: Readonly<Record<string, Kind>>,
  { seed, calls, atOnce, deadlineMs }: Random,
): Promise<void> {
  const operations = Object.keys(kinds);
  const waiting = Array.from({ length: calls }, (_, number) => number);
  const allMet = new Set<string>();
  const work = async () => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      const operation = operations[number % operations.length] as string;
      const draw = randomDraw(seed + 7_919 * number);
      const { met } = await server.endOf(call, `${operation} ${number}`, { operation, deadlineMs, draw });
      for (const name of met) allMet.add(name);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  assert.deepEqual([...allMet].sort(), [...names, 'none'].sort());
}
