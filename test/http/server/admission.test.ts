// run: without coverage

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { admitRequests } from '../../../src/http/admission/admission.ts';
import { list, nested } from '../../../src/http/answers/envelope.ts';
import { addAppHooks } from '../../../src/http/app/hooks.ts';
import type { PathGroup } from '../../../src/http/app/path-group.ts';
import type { BearerGuard } from '../../../src/http/guards/bearer.ts';
import { healthRoutes } from '../../../src/http/routes/health.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { untilSoon } from '../../harness/until.ts';

/** Callers in the order in which their requests were authorized. */
const authorized: string[] = [];

/** Admits every caller that names itself in the `Authorization` header. All names are known but those that begin with `?`. */
const byName: BearerGuard = {
  provenSender: ({ headers: { authorization } }) => (authorization?.startsWith('?') ? undefined : authorization),
  forRoute: () => (request, _reply, next) => {
    const sellerId = request.headers.authorization ?? 'nobody';
    authorized.push(sellerId);
    request.caller = { clientId: 'app', grant: 'own', sellerId, rights: new Set() };
    next();
  },
};

const open = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
};

/** The server accepts one connection a turn. */
const openMany = async (port: number, count: number) => {
  const sockets = await Promise.all(Array.from({ length: count }, () => open(port)));
  await turns(2 * count);
  return sockets;
};

const ask = (socket: Socket, path: string, caller: string) =>
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nauthorization: ${caller}\r\n\r\n`);

/** Some turns of the event loop: enough for whatever can happen without an answer to happen. */
const turns = async (count = 50) => {
  for (let n = 0; n < count; n += 1) await turn();
};

const workFor = (ms: number) => {
  for (const endMs = performance.now() + ms; performance.now() < endMs; );
};

describe('requests of several callers', () => {
  let started: TestApp;
  let port: number;
  let sockets: Socket[];
  /** Callers in the order in which their requests were handled. */
  let handled: string[];
  let answers: (() => void)[];
  const routes = (scope: FastifyInstance) => {
    const config = { right: 'seller-api:pricing:read' } as const;
    scope.get('/quick', { config }, (request) => {
      handled.push(String(request.caller?.sellerId));
      return {};
    });
    scope.get('/busy', { config }, (request) => {
      handled.push(String(request.caller?.sellerId));
      workFor(1);
      return {};
    });
    scope.get('/waiting', { config }, async (request) => {
      handled.push(String(request.caller?.sellerId));
      await new Promise<void>((resolve) => answers.push(resolve));
      return {};
    });
    scope.get('/polling', { config }, async (request, reply) => {
      handled.push(String(request.caller?.sellerId));
      reply.leaveAdmission?.();
      await new Promise<void>((resolve) => answers.push(resolve));
      return {};
    });
  };
  const groups: PathGroup[] = [
    { prefix: '/health', tag: 'Health', guard: 'none', envelope: list, routes: [healthRoutes({})] },
    { prefix: '/products/fees/v4', tag: 'Fees', guard: 'bearer', envelope: nested, routes: [routes] },
  ];
  const start = async (maxInProgress: number, connections: number) => {
    // Longer than a busy machine needs: what waits for too long is shed.
    started = await startApp({ groups, guards: { bearer: byName }, maxInProgress, maxWaitMs: 60_000 });
    port = Number(new URL(await started.app.listen({ port: 0, host: '127.0.0.1' })).port);
    sockets = await openMany(port, connections);
  };
  beforeEach(() => {
    handled = [];
    authorized.length = 0;
    answers = [];
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    for (const answer of answers) answer();
    await started.app.close();
  });
  const countOf = (caller: string) => handled.filter((one) => one === caller).length;

  it('are handled in turn: of 256 busy requests before it, a caller waits for a few', async () => {
    await start(500, 257);
    const [other, ...greedy] = sockets as [Socket, ...Socket[]];
    for (const socket of greedy) ask(socket, '/products/fees/v4/busy', 'greedy');
    await untilSoon(() => handled.length >= 20);
    const before = handled.length;
    ask(other, '/products/fees/v4/busy', 'other');
    await untilSoon(() => countOf('other') === 1);
    // Those of the batch that runs, and of the turns in which the request arrives and is authorized.
    const waitedFor = handled.indexOf('other') - before;
    ok(waitedFor < 64, `it waited for ${waitedFor} requests`);
    await untilSoon(() => handled.length === 257);
  });

  it('are also authorized in turn: a caller does not wait for 256 others with the same credentials', async () => {
    await start(500, 257);
    const [other, ...flood] = sockets as [Socket, ...Socket[]];
    for (const socket of flood) ask(socket, '/products/fees/v4/quick', 'flood');
    await untilSoon(() => authorized.length > 0);
    ask(other, '/products/fees/v4/quick', 'other');
    await untilSoon(() => handled.length === 257);
    // Each batch has 32 requests, and some turns pass until the request is read.
    ok(authorized.indexOf('other') < 192, `it waited for ${authorized.indexOf('other')} requests`);
  });

  it('are authorized in turn when nobody knows their tokens: of 256 that one address makes up, a known caller waits for few', async () => {
    await start(500, 257);
    const [other, ...flood] = sockets as [Socket, ...Socket[]];
    for (const [n, socket] of flood.entries()) ask(socket, '/products/fees/v4/quick', `?made-up-${n}`);
    await untilSoon(() => authorized.length > 0);
    ask(other, '/products/fees/v4/quick', 'other');
    await untilSoon(() => handled.length === 257);
    ok(authorized.indexOf('other') < 192, `it waited for ${authorized.indexOf('other')} requests`);
  });

  it('do not all wait for the same thing: 32 of a caller run at once, and another is not behind them', async () => {
    await start(500, 41);
    const [other, ...greedy] = sockets as [Socket, ...Socket[]];
    for (const socket of greedy) ask(socket, '/products/fees/v4/waiting', 'writer');
    await untilSoon(() => countOf('writer') === 32);
    await turns();
    equal(countOf('writer'), 32);
    ask(other, '/products/fees/v4/waiting', 'other');
    await untilSoon(() => countOf('other') === 1);
    for (const answer of answers.splice(0, 8)) answer();
    await untilSoon(() => countOf('writer') === 40);
  });

  it('that only wait for an event do not count', async () => {
    await start(500, 41);
    for (const socket of sockets) ask(socket, '/products/fees/v4/polling', 'greedy');
    await untilSoon(() => countOf('greedy') === 41);
  });

  it('503 beyond the bound, in the envelope of the path group, and counted', async () => {
    await start(8, 12);
    for (const socket of sockets.slice(0, 8)) ask(socket, '/products/fees/v4/waiting', 'greedy');
    await untilSoon(() => countOf('greedy') === 2);
    const shed = sockets[8] as Socket;
    ask(shed, '/products/fees/v4/waiting', 'greedy');
    const answer = String((await once(shed, 'data'))[0]);
    match(answer, /^HTTP\/1\.1 503 /);
    match(answer, /\r\nretry-after: 1\r\n/);
    const body = JSON.parse(answer.split('\r\n\r\n')[1] ?? '');
    equal(body.errors.errors[0].code, 'ServiceUnavailable');
    match(await started.metricsText(), /http_requests_shed_total\{reason="too_many"\} 1\n/);
  });

  it('are shed from the caller that has the most, not from another', async () => {
    await start(8, 12);
    const [other, health, ...greedy] = sockets as [Socket, Socket, ...Socket[]];
    for (const socket of greedy.slice(0, 8)) ask(socket, '/products/fees/v4/waiting', 'greedy');
    await untilSoon(() => countOf('greedy') === 2);
    await turns();
    const newest = once(greedy[7] as Socket, 'data');
    ask(other, '/products/fees/v4/waiting', 'other');
    match(String((await newest)[0]), /^HTTP\/1\.1 503 /);
    await untilSoon(() => countOf('other') === 1);
    ask(health, '/health/live', 'anyone');
    match(String((await once(health, 'data'))[0]), /^HTTP\/1\.1 200 /);
  });
});

describe('health requests', () => {
  it('are all answered, also when they are more than the bound', async () => {
    const { app } = await startApp({ maxInProgress: 4, guards: { bearer: byName } });
    const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
    const sockets = await openMany(port, 100);
    for (const socket of sockets) ask(socket, '/health/live', 'anyone');
    const answers = await Promise.all(
      sockets.map(async (socket) => String((await once(socket, 'data'))[0]).slice(9, 12)),
    );
    deepEqual(new Set(answers), new Set(['200']));
    for (const socket of sockets) socket.destroy();
    await app.close();
  });
});

describe('a connection that sends requests without waiting for answers', () => {
  let app: FastifyInstance;
  let port: number;
  let atOnce = 0;
  let mostAtOnce = 0;
  let received = 0;
  const storage = new AsyncLocalStorage<string>();
  const contexts: (string | undefined)[] = [];
  beforeEach(async () => {
    [atOnce, mostAtOnce, received] = [0, 0, 0];
    contexts.length = 0;
    app = fastify();
    app.addHook('onRequest', (request, _reply, next) => {
      contexts.push(storage.getStore());
      storage.run(request.url, next);
    });
    addAppHooks(app, admitRequests(app));
    app.addHook('onRequest', (_request, _reply, next) => {
      mostAtOnce = Math.max(mostAtOnce, ++atOnce);
      next();
    });
    app.addHook('onSend', (_request, _reply, _payload, next) => {
      atOnce -= 1;
      next();
    });
    app.get('/:n', (request) => (request.params as { n: string }).n);
    app.post('/:n', async (request) => JSON.stringify(request.body));
    app.server.on('request', () => (received += 1));
    port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  });
  afterEach(() => app.close());

  const request = (n: number, more = '') => `GET /${n} HTTP/1.1\r\nhost: a\r\n${more}\r\n`;

  it('has one request handled at a time, and gets all answers in order', async () => {
    const socket = await open(port);
    const count = 3_000;
    const many = Array.from({ length: count }, (_, n) => request(n)).join('');
    socket.write(`${many}${request(count, 'connection: close\r\n')}`);
    const answers = (await text(socket)).split('HTTP/1.1 200 OK').slice(1);
    deepEqual(
      answers.map((answer) => Number(answer.split('\r\n\r\n')[1])),
      Array.from({ length: count + 1 }, (_, n) => n),
    );
    equal(mostAtOnce, 1);
    deepEqual(new Set(contexts), new Set([undefined]));
  });

  it('is not read while its requests are held: memory is bounded, and others are answered', async () => {
    const socket = await open(port);
    socket.on('error', () => undefined).resume();
    const bytes = request(7).repeat(200_000);
    socket.write(bytes);
    await untilSoon(() => received > 0);
    const other = await open(port);
    const before = received;
    other.write(request(1));
    match(String((await once(other, 'data'))[0]), /^HTTP\/1\.1 200 /);
    // Node parses what it has read, at most 64 KiB, and a rest of it when these requests are answered.
    const parsed = received - before;
    ok(parsed * request(7).length <= 2 * 65_536, `${parsed} requests were parsed while another waited`);
    socket.destroy();
    other.destroy();
  });

  it('can send bodies, too', async () => {
    const socket = await open(port);
    const post = (n: number, more = '') => {
      const body = JSON.stringify({ n, filler: 'x'.repeat(40_000) });
      const type = 'content-type: application/json\r\n';
      return `POST /${n} HTTP/1.1\r\nhost: a\r\n${type}${more}content-length: ${body.length}\r\n\r\n${body}`;
    };
    socket.write(`${[1, 2, 3, 4].map((n) => post(n)).join('')}${post(5, 'connection: close\r\n')}`);
    const found = (await text(socket)).matchAll(/\{"n":(\d)/g);
    deepEqual(
      Array.from(found, ([, n]) => Number(n)),
      [1, 2, 3, 4, 5],
    );
  });
});
