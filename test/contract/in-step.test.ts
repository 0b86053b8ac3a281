import { deepEqual, equal, match } from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { keepInStep, requestSteps, Steps } from '../../src/http/in-step.ts';

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

  it('are followed by what comes after them, however many turns they take', async () => {
    const steps = new Steps([plainly, plainly, plainly]);
    const seen: string[] = [];
    for (let n = 1; n <= 70; n += 1) walk(steps, seen, String(n));
    steps.follow(() => seen.push('last'));
    for (let turns = 0; turns < 2; turns += 1) await turn();
    equal(seen.includes('last'), false);
    await turn();
    deepEqual(seen.slice(-2), ['send 70', 'last']);
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
  const together: number[] = [];
  let app: FastifyInstance;
  let port: number;
  let busy: Socket[];
  before(async () => {
    app = fastify();
    const steps = requestSteps((handleAll) => {
      together.push(0);
      handleAll();
    });
    keepInStep(app, steps);
    app.get('/', () => {
      together.push((together.pop() ?? 0) + 1);
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

  it('are handled together', async () => {
    together.length = 0;
    await Promise.all(busy.map(answered));
    deepEqual(together, [8]);
  });

  it('make way for a new connection: only a new turn of the event loop lets the next one in', async () => {
    together.length = 0;
    const newcomer = open();
    await Promise.all(busy.map(answered));
    deepEqual(together, [2, 6]);
    const socket = await newcomer;
    await answered(socket);
    socket.destroy();
  });
});
