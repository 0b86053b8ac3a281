import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import fastify, { type FastifyInstance } from 'fastify';
import { batchRequests, Steps } from '../../src/http/server/request-batching.ts';

describe('requests that keep in step', () => {
  const plainly = (work: () => void) => work();
  const walk = (steps: Steps, seen: string[], name: string) =>
    steps.take(0, () => {
      seen.push(`judge ${name}`);
      steps.take(1, () => {
        seen.push(`handle ${name}`);
        steps.take(2, () => seen.push(`send ${name}`));
      });
    });

  it('take each step together, in the order in which they came', async () => {
    const steps = new Steps([plainly, plainly, plainly]);
    const seen: string[] = [];
    for (const name of ['a', 'b', 'c']) walk(steps, seen, name);
    deepEqual(seen, []);
    await turn();
    deepEqual(seen, [
      ...['judge a', 'judge b', 'judge c'],
      ...['handle a', 'handle b', 'handle c'],
      ...['send a', 'send b', 'send c'],
    ]);
  });

  it('are at most as many as go together: the others follow in the next turn', async () => {
    const steps = new Steps([plainly, plainly, plainly]);
    const seen: string[] = [];
    for (let n = 1; n <= 33; n += 1) walk(steps, seen, String(n));
    deepEqual(seen, []);
    await turn();
    equal(seen.length, 32 * 3);
    equal(seen.at(-1), 'send 32');
    await turn();
    deepEqual(seen.slice(32 * 3), ['judge 33', 'handle 33', 'send 33']);
  });

  it('are few in a turn that is to be short, and many again in the next', async () => {
    const steps = new Steps([plainly, plainly, plainly]);
    const seen: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) walk(steps, seen, name);
    steps.hurry();
    await turn();
    deepEqual(seen.splice(0), ['judge a', 'judge b', 'handle a', 'handle b', 'send a', 'send b']);
    await turn();
    equal(seen.length, 3 * 3);
  });

  it('are all taken on, also when nothing new comes after a turn that was short', async () => {
    const steps = new Steps([plainly, plainly, plainly]);
    const seen: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) steps.take(2, () => seen.push(name));
    steps.hurry();
    await turn();
    deepEqual(seen, ['a', 'b']);
    await turn();
    deepEqual(seen, ['a', 'b', 'c', 'd', 'e']);
  });

  it('do not wait for the end of the turn when they are a crowd, and keep their order', async () => {
    const steps = new Steps([plainly, plainly]);
    const sent: number[] = [];
    const numbers = Array.from({ length: 1_000 }, (_, index) => index + 1);
    for (const n of numbers) {
      steps.take(0, () => steps.take(1, () => sent.push(n)));
      ok(n - sent.length < 256, `${n - sent.length} wait`);
    }
    for (let turns = 0; turns < 8; turns += 1) await turn();
    deepEqual(sent, numbers);
  });

  it('are never begun on within a step, however many wait', async () => {
    let depth = 0;
    let deepest = 0;
    const nesting = (work: () => void) => {
      deepest = Math.max(deepest, ++depth);
      work();
      depth -= 1;
    };
    const steps = new Steps([plainly, nesting, plainly]);
    let sent = 0;
    for (let n = 0; n < 240; n += 1) steps.take(2, () => (sent += 1));
    for (let n = 0; n < 40; n += 1) steps.take(1, () => steps.take(2, () => (sent += 1)));
    for (let turns = 0; turns < 20; turns += 1) await turn();
    equal(sent, 280);
    equal(deepest, 1);
  });

  it('end the process when one of them fails and nobody catches it, after the others', async () => {
    const program = `
      import { Steps } from ${JSON.stringify(new URL('../../src/http/server/request-batching.ts', import.meta.url))};
      const steps = new Steps([(work) => work()]);
      steps.take(0, () => { throw new Error('a mistake'); });
      steps.take(0, () => console.log('the other'));`;
    await rejects(promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]), {
      stdout: 'the other\n',
      stderr: /Error: a mistake/,
    });
  });

  it('are also taken on when one is handed back to an earlier step', async () => {
    const steps = new Steps([plainly, plainly]);
    const seen: string[] = [];
    steps.take(1, () => steps.take(0, () => seen.push('again')));
    await turn();
    await turn();
    deepEqual(seen, ['again']);
  });
});

describe('requests on real connections', () => {
  const seen: string[] = [];
  let app: FastifyInstance;
  let port: number;
  let busy: Socket[];
  before(async () => {
    app = fastify();
    batchRequests(app, (handleAll) => {
      seen.push('read');
      handleAll();
    });
    app.addHook('onRequest', (_request, _reply, next) => note('judge', next));
    app.addHook('onSend', (_request, _reply, _payload, next) => note('send', next));
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

  const note = (what: string, next: () => void) => {
    seen.push(what);
    next();
  };
  const open = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  /** Written and sent at once, so that requests asked in one turn are also there in one turn. */
  const answered = async (socket: Socket) => {
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    const [bytes] = await once(socket, 'data');
    match(String(bytes), /^HTTP\/1\.1 200 [\s\S]*answer$/);
  };
  const together = (count: number) => [
    ...Array.from({ length: count }, () => 'judge'),
    'read',
    ...Array.from({ length: count }, () => 'handle'),
    ...Array.from({ length: count }, () => 'send'),
  ];

  it('are judged, handled and sent together', async () => {
    await Promise.all(busy.map(answered));
    deepEqual(seen, together(8));
  });

  it('make way for a new connection: only a new turn of the event loop lets the next one in', async () => {
    const newcomer = open();
    await Promise.all(busy.map(answered));
    deepEqual(seen, [...together(2), ...together(6)]);
    const socket = await newcomer;
    await answered(socket);
    socket.destroy();
  });

  it('wait in a crowd and no more when one connection brings thousands at once, and all are answered', async () => {
    let asked = 0;
    let maxWaiting = 0;
    app.server.on('request', () => {
      // Each that was sent has left three notes.
      asked += 1;
      maxWaiting = Math.max(maxWaiting, asked - Math.floor(seen.length / 3));
    });
    const socket = await open();
    const request = 'GET / HTTP/1.1\r\nhost: a\r\n';
    socket.write(`${`${request}\r\n`.repeat(4_999)}${request}connection: close\r\n\r\n`);
    equal((await text(socket)).split('HTTP/1.1 200').length - 1, 5_000);
    ok(maxWaiting > 32 && maxWaiting <= 256, `${maxWaiting} waited`);
  });
});
