// run: without coverage

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import fastify, { type FastifyInstance, type FastifyRequest, type LightMyRequestResponse } from 'fastify';
import { type TrustedProxies, trustsHop } from '../../../src/domain/relay.ts';
import { admitRequests } from '../../../src/http/admission/admission.ts';
import { addAppHooks } from '../../../src/http/app/hooks.ts';
import { untilSoon } from '../../harness/until.ts';

/** How many answers to a flood may pass while one honest request waits. */
const MAX_PASSED = 100;

const FLOOD = '192.0.2.1';
const HONEST = '198.51.100.7';

describe('requests without a caller', () => {
  let app: FastifyInstance;
  const depth = () => app.admissionDepth();
  /** The addresses whose requests run, and what answers them. */
  let running: { ip: string; answer: () => void }[];
  let answered: { ip: string; status: number }[];
  let posted: FastifyRequest[];
  const start = async (maxInProgress: number, proxies: TrustedProxies = false) => {
    app = fastify({ trustProxy: proxies === false ? false : trustsHop(proxies) });
    addAppHooks(app, admitRequests(app, { maxInProgress, maxWaitMs: 60_000 }));
    app.setErrorHandler((_error, _request, reply) => void reply.code(503).send({}));
    app.get('/waiting', ({ ip }, reply) => {
      running.push({ ip, answer: () => void reply.send({}) });
    });
    app.get('/refused', (_request, reply) => void reply.code(401).send({}));
    app.post('/refused', (request, reply) => {
      posted.push(request);
      void reply.code(401).send({});
    });
    app.get('/health/nothing', (_request, reply) => void reply.code(404).send({}));
    app.get('/health/ready', (_request, reply) => void reply.code(503).send({}));
    await app.ready();
  };
  beforeEach(() => {
    running = [];
    answered = [];
    posted = [];
  });
  afterEach(() => app.close());

  const send = async (url: string, remoteAddress: string): Promise<LightMyRequestResponse> => {
    const answer = await app.inject({ url, remoteAddress });
    answered.push({ ip: remoteAddress, status: answer.statusCode });
    return answer;
  };
  const flood = (url: string, count: number, ip = FLOOD) => Array.from({ length: count }, () => send(url, ip));
  const runningOf = (ip: string) => running.filter((one) => one.ip === ip).length;
  const answersOf = (ip: string) => answered.filter((one) => one.ip === ip).length;
  const finish = async (sent: readonly Promise<unknown>[]) => {
    let isOver = false;
    const all = Promise.all(sent).then(() => (isOver = true));
    while (!isOver) {
      for (const { answer } of running.splice(0)) answer();
      await turn();
    }
    await all;
  };

  it('run 32 at once for one address, and when all are too many, the flood is shed and not the newcomer', async () => {
    await start(128);
    const sent = flood('/waiting', 140);
    await untilSoon(() => running.length === 32 && depth().inProgress === 128);
    await untilSoon(() => answersOf(FLOOD) === 12);
    deepEqual(new Set(answered.map(({ status }) => status)), new Set([503]));
    const honest = send('/waiting', HONEST);
    await untilSoon(() => runningOf(HONEST) === 1);
    await untilSoon(() => answersOf(FLOOD) === 13);
    equal(runningOf(FLOOD), 32);
    await finish([...sent, honest]);
    equal((await honest).statusCode, 200);
  });

  it('of one IPv6 network count together, of others apart, also in other spellings', async () => {
    await start(500);
    const network = Array.from({ length: 40 }, (_, n) => `2001:db8:1:2::${n.toString(16)}`);
    const sent = [...network, ...network.slice(1, 3).map((ip) => ip.replace('db8', '0DB8'))].map((ip) =>
      send('/waiting', ip),
    );
    await untilSoon(() => running.length === 32);
    const others = [send('/waiting', '2001:db8:1:3::1'), send('/waiting', '::ffff:192.0.2.9')];
    await untilSoon(() => running.length === 34);
    equal(depth().flows, 3);
    const mapped = [...flood('/waiting', 31, '192.0.2.9'), ...flood('/waiting', 5, '::ffff:c000:209')];
    await untilSoon(() => running.length === 65);
    for (let n = 0; n < 20; n += 1) await turn();
    deepEqual([running.length, depth().flows], [65, 3]);
    await finish([...sent, ...others, ...mapped]);
  });

  it('count for the address that a trusted proxy wrote, and not for the proxy; for anybody else what they write counts nothing', async () => {
    await start(500, '192.0.2.1');
    const sendAs = (client: string, remoteAddress: string) =>
      app.inject({ url: '/waiting', remoteAddress, headers: { 'x-forwarded-for': client } });
    const sent = Array.from({ length: 60 }, (_, n) => sendAs(`1.2.3.4, 203.0.113.${n}`, '192.0.2.1'));
    await untilSoon(() => running.length === 60);
    equal(depth().flows, 60);
    const forged = Array.from({ length: 60 }, (_, n) => sendAs(`203.0.113.${n}`, '198.51.100.7'));
    await untilSoon(() => depth().inProgress === 120);
    deepEqual([running.length, depth().flows], [92, 61]);
    await finish([...sent, ...forged]);
  });

  it('leave nothing behind when they are shed, however many senders they have', async () => {
    await start(8);
    const sent = Array.from({ length: 400 }, (_, n) => send('/waiting', `10.0.${n >> 8}.${n & 255}`));
    await untilSoon(() => answered.length === 392);
    equal(depth().flows, 8);
    await finish(sent);
    await untilSoon(() => depth().flows === 0);
    deepEqual(depth(), { inProgress: 0, waiting: 0, flows: 0, held: 0 });
  });

  it('count together when their connection was reset, which leaves them no address, and harm nobody', async () => {
    await start(500);
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    let accepted = 0;
    let ended = 0;
    app.server.on('connection', () => (accepted += 1));
    // As if the reset came with the request, which it does on a busy machine.
    app.server.prependListener('request', ({ socket }, response) => {
      socket.destroy();
      response.once('close', () => (ended += 1));
    });
    const sockets = Array.from({ length: 100 }, () => connect(Number(port), '127.0.0.1').on('error', () => undefined));
    await untilSoon(() => accepted === 100);
    for (const socket of sockets) socket.write('GET /refused HTTP/1.1\r\nhost: a\r\n\r\n');
    await untilSoon(() => ended === 100);
    await untilSoon(() => depth().held === 0 && depth().inProgress === 0);
    equal((await send('/refused', HONEST)).statusCode, 401);
    for (const socket of sockets) socket.destroy();
  });

  it('are refused slowly when an address sends very many: a request of another one waits for few of them', async () => {
    await start(500);
    const sent = flood('/refused', 400);
    await untilSoon(() => depth().held > 200);
    const before = answersOf(FLOOD);
    const honest = await send('/refused', HONEST);
    equal(honest.statusCode, 401);
    const passed = answersOf(FLOOD) - before;
    ok(passed <= MAX_PASSED, `${passed} of the flood were answered meanwhile`);
    equal((await send('/health/ready', FLOOD)).statusCode, 503);
    ok(depth().held > 200, `the health is told at once, and ${depth().held} are held`);
    await app.close();
    await Promise.all(sent);
    deepEqual([answersOf(FLOOD), depth().held], [401, 0], 'a stop sends them all');
  });

  it('are refused slowly also below /health, where nothing is', async () => {
    await start(500);
    const sent = flood('/health/nothing', 400);
    await untilSoon(() => depth().held > 200);
    await app.close();
    await Promise.all(sent);
  });

  it('keep no body while their refusal is held: a flood of large bodies must not fill the memory', async () => {
    await start(500);
    const post = () => app.inject({ method: 'POST', url: '/refused', remoteAddress: FLOOD, payload: { large: 'x' } });
    const sent = Array.from({ length: 400 }, post);
    await untilSoon(() => posted.length === 400 && depth().held > 200);
    const bodies = posted.filter(({ body }) => body !== undefined).length;
    ok(bodies <= 400 - depth().held, `${bodies} bodies are kept`);
    await app.close();
    await Promise.all(sent);
  });

  it('are refused at once when an address waits for its answers', async () => {
    await start(500);
    for (let n = 0; n < 80; n += 1) {
      await Promise.all(flood('/refused', 4));
      equal(depth().held, 0);
    }
  });

  it('all get their refusal in the end', async () => {
    await start(500);
    const sent = flood('/refused', 120);
    await untilSoon(() => depth().held > 0);
    for (const answer of await Promise.all(sent)) match(answer.body, /^\{\}$/);
    deepEqual([answersOf(FLOOD), depth().held], [120, 0]);
  });
});
