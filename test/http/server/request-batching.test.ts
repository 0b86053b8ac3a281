// run: without coverage

import { deepEqual, equal, fail, match, ok } from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { Fifo } from '../../../src/http/admission/fifo.ts';
import { RequestBatches, type Stage, type Wrapper } from '../../../src/http/admission/request-batches.ts';
import { batchRequests } from '../../../src/http/admission/request-batching.ts';
import { addAppHooks } from '../../../src/http/app/hooks.ts';

describe('request batches', () => {
  const plain: Wrapper = (work) => work();
  let errors: unknown[];
  beforeEach(() => {
    errors = [];
  });
  const batchesOf = (stages: readonly Stage[]) => new RequestBatches(stages, (error) => errors.push(error));
  const batchesWith = (...wrappers: Wrapper[]) =>
    batchesOf(wrappers.map((wrapper) => ({ queue: new Fifo(), wrapper })));
  const add = (batches: RequestBatches, stage: number, run: () => void) => batches.add(stage, { run });
  /** Adds a request that goes through all three stages. */
  const addRequest = (batches: RequestBatches, seen: string[], name: string) =>
    add(batches, 0, () => {
      seen.push(`authorize ${name}`);
      add(batches, 1, () => {
        seen.push(`handle ${name}`);
        add(batches, 2, () => seen.push(`send ${name}`));
      });
    });

  it('go through the stages one after the other, each in the order of arrival', async () => {
    const batches = batchesWith(plain, plain, plain);
    const seen: string[] = [];
    for (const name of ['a', 'b', 'c']) addRequest(batches, seen, name);
    deepEqual(seen, []);
    await turn();
    deepEqual(seen, [
      ...['authorize a', 'authorize b', 'authorize c'],
      ...['handle a', 'handle b', 'handle c'],
      ...['send a', 'send b', 'send c'],
    ]);
  });

  it('run although their queue fails before or after them, and so do the later stages and the next turn', async () => {
    for (const part of ['begin', 'end'] as const) {
      errors = [];
      const waiting: { run(): void }[] = [];
      const failing = {
        ...{ push: (item: { run(): void }) => waiting.push(item), take: () => waiting.shift() },
        ...{ begin: () => undefined, end: () => undefined },
        [part]: () => fail(`no ${part}`),
        get length() {
          return waiting.length;
        },
      };
      const batches = batchesOf([{ queue: failing }, { queue: new Fifo() }]);
      const seen: string[] = [];
      add(batches, 0, () => seen.push('first'));
      add(batches, 1, () => seen.push('second'));
      await turn();
      add(batches, 0, () => seen.push('third'));
      await turn();
      deepEqual([seen, errors.length], [['first', 'second', 'third'], 2]);
    }
  });

  it('have at most 32 requests; the others follow in the next turn', async () => {
    const batches = batchesWith(plain, plain, plain);
    const seen: string[] = [];
    for (let n = 1; n <= 33; n += 1) addRequest(batches, seen, String(n));
    deepEqual(seen, []);
    await turn();
    equal(seen.length, 32 * 3);
    equal(seen.at(-1), 'send 32');
    await turn();
    deepEqual(seen.slice(32 * 3), ['authorize 33', 'handle 33', 'send 33']);
  });

  it('have at most 2 requests in a turn that is to be short, and 32 again in the next', async () => {
    const batches = batchesWith(plain, plain, plain);
    const seen: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) addRequest(batches, seen, name);
    batches.shortenNext();
    await turn();
    deepEqual(seen.splice(0), ['authorize a', 'authorize b', 'handle a', 'handle b', 'send a', 'send b']);
    await turn();
    equal(seen.length, 3 * 3);
  });

  it('continue after a short turn, also when no new request arrives', async () => {
    const batches = batchesWith(plain, plain, plain);
    const seen: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) add(batches, 2, () => seen.push(name));
    batches.shortenNext();
    await turn();
    deepEqual(seen, ['a', 'b']);
    await turn();
    deepEqual(seen, ['a', 'b', 'c', 'd', 'e']);
  });

  it('keep the order of a thousand requests, 32 a turn', async () => {
    const batches = batchesWith(plain, plain);
    const sent: number[] = [];
    const numbers = Array.from({ length: 1_000 }, (_, index) => index + 1);
    for (const n of numbers) add(batches, 0, () => add(batches, 1, () => sent.push(n)));
    await turn();
    equal(sent.length, 32);
    for (let turns = 1; turns < 32; turns += 1) await turn();
    deepEqual(sent, numbers);
  });

  it('wait while every turn brings a new connection, but not for long', async () => {
    const batches = batchesWith(plain);
    let ran = 0;
    for (let n = 0; n < 100; n += 1) add(batches, 0, () => (ran += 1));
    const batchSizes: number[] = [];
    while (ran < 100) {
      const before = ran;
      batches.shortenNext();
      await turn();
      batchSizes.push(ran - before);
    }
    deepEqual(
      batchSizes.filter((size) => size > 0),
      [2, 32, 32, 32, 2],
    );
    ok(batchSizes.length > 10, `${batchSizes.length} turns`);
  });

  it('never start within another batch, however many requests are queued', async () => {
    let depth = 0;
    let deepest = 0;
    const nesting = (work: () => void) => {
      deepest = Math.max(deepest, ++depth);
      work();
      depth -= 1;
    };
    const batches = batchesWith(plain, nesting, plain);
    let sent = 0;
    for (let n = 0; n < 240; n += 1) add(batches, 2, () => (sent += 1));
    for (let n = 0; n < 40; n += 1) add(batches, 1, () => add(batches, 2, () => (sent += 1)));
    for (let turns = 0; turns < 20; turns += 1) await turn();
    equal(sent, 280);
    equal(deepest, 1);
  });

  it('also run work that is handed back to an earlier stage', async () => {
    const batches = batchesWith(plain, plain);
    const seen: string[] = [];
    add(batches, 1, () => add(batches, 0, () => seen.push('again')));
    await turn();
    await turn();
    deepEqual(seen, ['again']);
  });

  const failure = new Error('no snapshot');
  const failingWrappers: Record<string, Wrapper> = {
    before: () => {
      throw failure;
    },
    after: (work) => {
      work();
      throw failure;
    },
  };
  for (const [moment, wrapper] of Object.entries(failingWrappers)) {
    it(`run every request once when the wrapper of a stage throws ${moment} the work, and report the error`, async () => {
      const batches = batchesWith(plain, wrapper, plain);
      const seen: string[] = [];
      for (const name of ['a', 'b']) addRequest(batches, seen, name);
      await turn();
      deepEqual(seen, ['authorize a', 'authorize b', 'handle a', 'handle b', 'send a', 'send b']);
      deepEqual(errors, [failure]);
    });

    it(`are not stuck after the wrapper of a stage threw ${moment} the work`, async () => {
      const batches = batchesWith(wrapper);
      add(batches, 0, () => undefined);
      await turn();
      let ran = 0;
      for (let n = 0; n < 256; n += 1) add(batches, 0, () => (ran += 1));
      for (let turns = 0; turns < 8; turns += 1) await turn();
      equal(ran, 256);
    });
  }

  it('run the others when one item throws, and report the error', async () => {
    const batches = batchesWith(plain);
    const seen: string[] = [];
    add(batches, 0, () => {
      throw failure;
    });
    for (const name of ['b', 'c']) add(batches, 0, () => seen.push(name));
    await turn();
    deepEqual(seen, ['b', 'c']);
    deepEqual(errors, [failure]);
  });
});

describe('requests on real connections', () => {
  const seen: string[] = [];
  let app: FastifyInstance;
  let port: number;
  let busy: Socket[];
  before(async () => {
    app = fastify();
    const { hooks } = batchRequests(app, (handleAll) => {
      seen.push('read');
      handleAll();
    });
    addAppHooks(app, hooks);
    app.addHook('onRequest', (_request, _reply, next) => record('authorize', next));
    app.addHook('onSend', (_request, _reply, _payload, next) => record('send', next));
    app.get('/', () => {
      seen.push('handle');
      return 'answer';
    });
    port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
    busy = await Promise.all(Array.from({ length: 8 }, open));
    for (const socket of busy) await answered(socket);
  });
  after(async () => {
    for (const socket of busy) socket.destroy();
    await app.close();
  });
  beforeEach(() => {
    seen.length = 0;
  });

  const record = (what: string, next: () => void) => {
    seen.push(what);
    next();
  };
  const open = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  /** Writes the request at once: requests written in one turn also arrive in one turn. */
  const answered = async (socket: Socket) => {
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    const [bytes] = await once(socket, 'data');
    match(String(bytes), /^HTTP\/1\.1 200 [\s\S]*answer$/);
  };
  const inOneBatch = (count: number) => [
    ...Array.from({ length: count }, () => 'authorize'),
    'read',
    ...Array.from({ length: count }, () => 'handle'),
    ...Array.from({ length: count }, () => 'send'),
  ];

  it('are authorized, handled and sent in one batch', async () => {
    await Promise.all(busy.map(answered));
    deepEqual(seen, inOneBatch(8));
  });

  it('go in a batch of 2 when a new connection arrives, because only a new event-loop turn accepts the next', async () => {
    const newcomer = open();
    await Promise.all(busy.map(answered));
    deepEqual(seen, [...inOneBatch(2), ...inOneBatch(6)]);
    const socket = await newcomer;
    await answered(socket);
    socket.destroy();
  });
});

describe('the AsyncLocalStorage context of a request', () => {
  it('is kept through all stages, for 480 concurrent requests', async () => {
    const storage = new AsyncLocalStorage<string>();
    const app = fastify();
    app.addHook('onRequest', (request, _reply, next) => storage.run(String(request.headers['x-name']), next));
    addAppHooks(app, batchRequests(app).hooks);
    app.addHook('onRequest', (_request, reply, next) => {
      reply.header('x-authorized', storage.getStore());
      next();
    });
    app.addHook('onSend', (_request, reply, _payload, next) => {
      reply.header('x-sent', storage.getStore());
      next();
    });
    app.get('/', () => storage.getStore());
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const seen = await Promise.all(
      Array.from({ length: 480 }, async (_, n) => {
        const answer = await fetch(origin, { headers: { 'x-name': `r${n}` } });
        return [answer.headers.get('x-authorized'), await answer.text(), answer.headers.get('x-sent')];
      }),
    );
    await app.close();
    deepEqual(
      seen,
      seen.map((_, n) => [`r${n}`, `r${n}`, `r${n}`]),
    );
  });
});
