// run: mostly waiting

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { connectRedis } from '../../src/limits/redis-connection.ts';
import { PING } from '../../src/limits/scripts.ts';
import { AUTHORITY_FILE, OVER_TLS, type RedisServer, startRedis } from '../harness/redis.ts';
import { scaled } from '../harness/scale.ts';
import { until } from '../harness/until.ts';
import { limitsOf, startTestProcess, startTestProcesses, stopAll, type TestProcess } from './harness.ts';

const PASSWORD = 'correct-horse';
const limits = limitsOf(10, 20);

describe('the server of shared limits', () => {
  let redis: RedisServer;
  const started: TestProcess[] = [];
  before(async () => {
    redis = await startRedis('--requirepass', PASSWORD);
  });
  afterEach(() => stopAll(started.splice(0)));
  after(() => redis.close());

  const start = async (...args: Parameters<typeof startTestProcess>) => {
    const process = await startTestProcess(...args);
    started.push(process);
    return process;
  };
  const levels = ({ lines }: TestProcess) => lines.map(({ level }) => level);
  const withPort = (port: number, password = PASSWORD) => `redis://:${password}@127.0.0.1:${port}`;

  test('a stopped server keeps one request waiting for 25 ms, and no other until it answers again', async () => {
    const one = await start(redis.url, { maxAnswerMs: 25 });
    await until(() => !one.isBroken());
    redis.pause();
    const startedMs = performance.now();
    assert.equal(await one.take(limits, 'a'), undefined);
    assert.ok(performance.now() - startedMs < 10_000, 'it does not wait for the server');
    assert.equal(one.lines.at(-1)?.fields.reason, 'no answer within 25 ms');
    const limit = one.limit('test', limits, () => performance.now());
    for (let n = 0; n < 100; n += 1) assert.equal(limit.take(`other-${n}`, performance.now()), undefined, 'at once');
    await sleep(scaled(300, 3_000));
    assert.ok(one.isBroken(), 'a server that accepts connections and does not answer is still broken');
    redis.resume();
    await until(() => !one.isBroken());
    assert.equal(await one.take(limits, 'a'), true);
    // On a busy machine the server can be too slow before the pause, too: then there are more changes, each logged once.
    const logged = levels(one);
    assert.ok(logged.length >= 3, `${logged}`);
    for (const [n, level] of logged.entries())
      assert.notEqual(level, logged[n - 1], `each change is logged once: ${logged}`);
    assert.equal(logged.at(-1), 'info');
  });

  test('requests that wait when the connection is cut do not wait on', async () => {
    const one = await start(redis.url);
    redis.pause();
    const waiting = Array.from({ length: 50 }, (_, n) => one.take(limits, `b-${n % 5}`));
    await redis.restart();
    assert.deepEqual(new Set(await Promise.all(waiting)), new Set([undefined]));
    await until(() => !one.isBroken());
    // The new server has no windows yet: they restart.
    for (let n = 0; n < 10; n += 1) assert.equal(await one.take(limits, 'b-0'), true);
    assert.equal(await one.take(limits, 'b-0'), false);
    assert.deepEqual(levels(one), ['info', 'warn', 'info']);
  });

  test('scripts that the server has lost are sent again', async () => {
    const one = await start(redis.url);
    await redis.command('SCRIPT', 'FLUSH');
    assert.equal(await one.take(limits, 'c'), true);
    assert.deepEqual(levels(one), ['info']);
  });

  test('a wrong password: starts, says why without the password, and works once it is right', async () => {
    const one = await start(withPort(redis.port, 'wrong-horse'));
    assert.ok(one.isBroken());
    assert.match(String(one.lines[0]?.fields.reason), /^WRONGPASS/);
    await sleep(600);
    assert.deepEqual(levels(one), ['warn'], 'further tries are not logged');
    assert.doesNotMatch(JSON.stringify(one.lines), /horse/);
    await redis.command('CONFIG', 'SET', 'requirepass', 'wrong-horse');
    await until(() => !one.isBroken());
    assert.equal(await one.take(limits, 'd'), true);
  });

  test('what is no Redis server is reported', async () => {
    const http = createHttpServer((_request, response) => response.end()).listen(0, '127.0.0.1');
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await until(() => http.listening && silent.listening);
    try {
      for (const server of [http, silent]) {
        const one = await start(withPort((server.address() as AddressInfo).port));
        assert.ok(one.isBroken());
        assert.deepEqual(levels(one), ['warn']);
      }
      const nobody = await start('redis://127.0.0.1:1');
      assert.match(String(nobody.lines[0]?.fields.reason), /ECONNREFUSED/);
    } finally {
      http.closeAllConnections();
      http.close();
      silent.close();
    }
  });

  test('over TLS, as a user who may do only what docs/rate-plans.md says; a certificate that nobody trusts is reported', async () => {
    const own = await startRedis(...OVER_TLS);
    const trusted = getCACertificates('default');
    try {
      const rights = documentedRights();
      await own.command('ACL', 'SETUSER', 'seller-service', 'on', '>p@ss:/\u00e4', ...rights);
      const url = `rediss://seller-service:p%40ss%3A%2F%C3%A4@127.0.0.1:${own.port}`;
      const distrusting = await start(url);
      assert.match(String(distrusting.lines[0]?.fields.reason), /self-signed certificate/);
      // The same as NODE_EXTRA_CA_CERTS, which Node reads only when it starts.
      setDefaultCACertificates([...trusted, readFileSync(AUTHORITY_FILE, 'utf8')]);
      const large = limitsOf(200, 400);
      const one = await start(url, { heartbeatMs: 100 });
      for (const plan of [limits, large]) {
        assert.equal(await one.take(plan, 'f'), true);
        one.giveBack(plan, 'f');
      }
      await one.stop();
      // As the doctor does.
      const connection = await connectRedis(url, 10_000, () => undefined);
      await connection.run(PING, 'seller-service:doctor', []);
      connection.destroy();
      assert.deepEqual(levels(one), ['info']);
      assert.deepEqual(await own.command('ACL', 'LOG'), [], 'nothing was denied, leaving included');
    } finally {
      setDefaultCACertificates(trusted);
      await stopAll(started.splice(0));
      await own.close();
    }
  });

  test('processes are counted: those that come, and those that vanish', async () => {
    const own = await startRedis();
    try {
      const three = await startTestProcesses(own.url, 3);
      const [first, ...others] = three;
      // A process that was killed sends no heartbeats and does not leave.
      await until(async () => {
        await own.command('ZADD', 'seller-service:processes', String(Date.now()), 'killed');
        return first?.processes() === 4;
      });
      await until(() => first?.processes() === 3);
      await stopAll(others);
      await until(() => first?.processes() === 1);
      await first?.stop();
    } finally {
      await own.close();
    }
  });
});

/** What the user of Redis needs, from the example in the guide. */
function documentedRights(): string[] {
  const page = readFileSync(new URL('../../docs/rate-plans.md', import.meta.url), 'utf8');
  const [, rights = ''] = /^ACL SETUSER seller-service on '>\S+' (.*)$/m.exec(page) ?? [];
  assert.notEqual(rights, '');
  return rights.split(' ');
}
