// run: mostly waiting

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { HOUR_MS } from '../../src/domain/duration.ts';
import type { Limits } from '../../src/domain/rate-plan.ts';
import { LimitServer } from '../../src/limits/limit-server.ts';
import { SharedLimit } from '../../src/limits/shared-limit.ts';
import { type RedisServer, startRedis } from '../harness/redis.ts';
import { drawnAlike, isTorture } from '../harness/scale.ts';
import { until } from '../harness/until.ts';
import { limitsOf, startTestProcess, startTestProcesses, stopAll, type TestProcess } from './harness.ts';

describe('limits that three processes share', () => {
  let redis: RedisServer;
  let processes: TestProcess[];
  before(async () => {
    redis = await startRedis();
    processes = await startTestProcesses(redis.url, 3);
  });
  after(async () => {
    await stopAll(processes);
    await redis.close();
  });
  let key = 0;
  afterEach(() => {
    key += 1;
  });

  const processOf = (n: number) => processes[n % 3] as TestProcess;
  const a = () => processOf(0);
  const b = () => processOf(1);
  const nameOf = (text = '') => `key-${key}${text}`;

  /** Each process sends requests until one is rejected. */
  async function drain(limits: Limits, name: string): Promise<number> {
    let accepted = 0;
    for (const one of processes) while (await one.take(limits, name)) accepted += 1;
    return accepted;
  }

  const asked = async () =>
    Number(/cmdstat_evalsha:calls=(\d+)/.exec(String(await redis.command('INFO', 'commandstats')))?.[1]);

  for (const size of [1, 59, 60, 1_000, ...(isTorture ? [10, 100, 20_000] : [])]) {
    test(`exactly ${size} of ${size} requests pass, one after the other and all at once`, async () => {
      const limits = limitsOf(size, size * 2);
      let inTurn = 0;
      for (let n = 0; n < Math.min(size, 300); n += 1) if (await processOf(n).take(limits, nameOf('turn'))) inTurn += 1;
      assert.equal(inTurn + (await drain(limits, nameOf('turn'))), size);
      const atOnce = Array.from({ length: Math.min(size * 3, 3_000) }, (_, n) =>
        processOf(n).take(limits, nameOf('once')),
      );
      const accepted = (await Promise.all(atOnce)).filter(Boolean).length;
      assert.ok(accepted <= size);
      assert.equal(accepted + (await drain(limits, nameOf('once'))), size);
    });
  }

  test('the smaller window decides, and a rejected request is counted in neither', async () => {
    const limits = limitsOf(5, 8, 1, 60);
    assert.equal(await drain(limits, nameOf()), 5);
    assert.equal(await drain(limits, nameOf()), 0);
    await sleep(1_050);
    assert.equal(await drain(limits, nameOf()), 3, 'the sustained window has 3 of 8 left');
  });

  test('requests of a large plan are counted in memory: at once, and with few questions', async () => {
    const limits = limitsOf(10_000, 100_000);
    const limit = a().limit('in memory', limits, () => performance.now());
    await limit.take(nameOf(), performance.now());
    const before = await asked();
    let waited = 0;
    for (let n = 0; n < 8_000; n += 1) {
      const verdict = limit.take(nameOf(), Math.floor(performance.now()));
      if (verdict instanceof Promise) waited += 1;
      assert.equal((await verdict)?.isAllowed, true);
      // Others run between requests, so that the answer to a share taken ahead can come.
      if (n % 100 === 0) await sleep(0);
    }
    assert.ok(waited < 40, `${waited} of 8,000 requests waited for the server`);
    const questions = (await asked()) - before;
    assert.ok(questions < 100, `${questions} questions for 8,000 requests`);
  });

  test('a plan under 20 for each process is asked for with each request, and nothing is held', async () => {
    const limits = limitsOf(59, 59);
    await a().take(limits, nameOf());
    const verdict = b()
      .limit('test', limits, () => performance.now())
      .take(nameOf(), performance.now());
    assert.ok(verdict instanceof Promise);
    assert.equal((await verdict)?.burstLeft, 57);
  });

  test('windows begin with the first request at any process, by the clock of the server', async () => {
    const limits = limitsOf(3, 100, 2, 60);
    const verdictOf = (one: TestProcess) =>
      one.limit('test', limits, () => performance.now()).take(nameOf(), performance.now());
    const first = await verdictOf(a());
    await sleep(300);
    const second = await verdictOf(b());
    assert.ok(first && second);
    assert.ok(Math.abs(first.burstEndsAt - second.burstEndsAt) < 250, 'both end at the same moment');
    assert.equal(second.burstLeft, 1);
    assert.equal(second.sustainedLeft, 98);
  });

  test('what a process holds and does not use goes back to the others within seconds', async () => {
    const limits = limitsOf(1_000, 1_000);
    await a().take(limits, nameOf());
    let accepted = 1;
    await until(async () => {
      while (await b().take(limits, nameOf())) accepted += 1;
      return accepted === 1_000;
    });
    assert.equal(await drain(limits, nameOf()), 0);
  });

  test('a request that is given back can be sent again, at any process', async () => {
    for (const limits of [limitsOf(10, 20), limitsOf(200, 400)]) {
      const name = nameOf(`-${limits.burst.requests}`);
      assert.equal(await drain(limits, name), limits.burst.requests);
      a().giveBack(limits, name);
      let accepted = 0;
      await until(async () => {
        accepted += await drain(limits, name);
        return accepted === 1;
      });
      assert.equal(await drain(limits, name), 0);
    }
  });

  test('a process that stops gives back what it holds, and is no longer counted', async () => {
    const limits = limitsOf(10_000, 10_000);
    const leaving = await startTestProcess(redis.url, { heartbeatMs: 100 });
    await leaving.take(limits, nameOf());
    await until(() => a().processes() === 4);
    await leaving.stop();
    assert.equal(await drain(limits, nameOf()), 9_999);
    await until(() => a().processes() === 3);
  });

  test('keys in use keep what they hold: five of them are asked about once, and return it when they are not used', async () => {
    const log = { info: () => undefined, warn: () => undefined };
    const server = new LimitServer({ url: redis.url, log, maxAnswerMs: 10_000, heartbeatMs: HOUR_MS });
    await server.start();
    const limit = new SharedLimit(server, 'in use', limitsOf(10_000, 10_000), () => performance.now());
    const names = [1, 2, 3, 4, 5].map((n) => nameOf(`-${n}`));
    // Answers to this process alone, which sends no heartbeat meanwhile.
    const before = server.answers.count;
    const questions = () => server.answers.count - before;
    for (let round = 0; round < 8; round += 1) {
      for (const name of names) await limit.take(name, performance.now());
      limit.returnUnused(performance.now(), 1_000);
    }
    await sleep(20);
    assert.equal(questions(), 5, 'five takes and no return');
    assert.equal(limit.returnUnused(performance.now(), 3), 3);
    assert.equal(limit.returnUnused(performance.now(), 1_000), 2);
    await until(() => questions() === 10);
    await server.stop();
  });

  /** The counters at the server of the key that `work` uses first. */
  async function storedAfter(work: () => Promise<unknown>): Promise<(name: 'bl' | 'sl') => Promise<number>> {
    const keys = async () => (await redis.command('KEYS', 'seller-service:limit:*')) as string[];
    const before = new Set(await keys());
    await work();
    const stored = (await keys()).find((name) => !before.has(name)) ?? '';
    return async (name) => Number(await redis.command('HGET', stored, name));
  }

  test('a request that one window rejects takes no share of the other', async () => {
    const limits = limitsOf(100, 10_000);
    const stored = await storedAfter(() => drain(limits, nameOf()));
    // The others give back what they have taken ahead of the sustained window.
    await until(async () => (await stored('sl')) === 9_900);
    const latecomer = await startTestProcess(redis.url, { heartbeatMs: 100 });
    try {
      assert.equal(await latecomer.take(limits, nameOf()), false);
      assert.equal(await stored('sl'), 9_900);
    } finally {
      await latecomer.stop();
    }
  });

  test('the last requests of a window are not held by one process', async () => {
    const limits = limitsOf(200, 200);
    const stored = await storedAfter(() => a().take(limits, nameOf()));
    let accepted = 1;
    while ((await stored('bl')) > 18) if (await a().take(limits, nameOf())) accepted += 1;
    const left = await stored('bl');
    assert.equal(await b().take(limits, nameOf()), true);
    assert.ok(
      (await stored('bl')) >= left - 3,
      'a sixth of what is left at most: two parts for each of three processes',
    );
    accepted += 1;
    assert.equal(accepted + (await drain(limits, nameOf())), 200);
  });

  test('keys of the server are short, expire, and name nobody', async () => {
    const secret = `seller-${'x'.repeat(5_000)}`;
    await a().take(limitsOf(5, 5), secret);
    const keys = (await redis.command('KEYS', '*')) as string[];
    assert.ok(keys.length > 0);
    for (const name of keys) assert.match(name, /^seller-service:(processes|limit:[\w-]{22})$/);
    for (const name of keys.slice(0, 20)) {
      assert.ok(Number(await redis.command('PTTL', name)) > 0, `${name} expires`);
    }
  });

  test('a plan that became smaller is not exceeded by windows of the larger one', async () => {
    assert.equal(await a().take(limitsOf(50, 50), nameOf()), true);
    assert.ok((await drain(limitsOf(10, 10), nameOf())) <= 10);
  });

  test('processes with two plans let through at most the larger one, with other lengths of windows at most both', async () => {
    // As in a rolling restart with a plan that was lowered: each asks in turn until neither passes.
    const sumOf = async (old: Limits, lowered: Limits, name: string) => {
      let passed = 0;
      for (let refused = 0; refused < 3; ) {
        const answers = [await a().take(old, name), await b().take(lowered, name)].filter(Boolean).length;
        passed += answers;
        refused = answers === 0 ? refused + 1 : 0;
        // A process asks the server again after 50 ms.
        if (refused > 0) await sleep(60);
      }
      return passed;
    };
    assert.ok((await sumOf(limitsOf(50, 50), limitsOf(10, 10), nameOf())) <= 50);
    assert.ok((await sumOf(limitsOf(400, 400), limitsOf(10, 10), nameOf('-shares'))) <= 400);
    assert.equal(await sumOf(limitsOf(50, 50), limitsOf(10, 10, 30, 30), nameOf('-lengths')), 60);
  });

  test('the sum never exceeds the plan, whatever the order of requests', async () => {
    const step = fc.record({
      process: fc.integer({ min: 0, max: 2 }),
      count: fc.integer({ min: 1, max: 40 }),
      atOnce: fc.boolean(),
      givesBack: fc.boolean(),
    });
    const sizes = fc.oneof(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 60, max: 400 }));
    let run = 0;
    await fc.assert(
      fc.asyncProperty(sizes, sizes, fc.array(step, { maxLength: 25 }), async (burst, sustained, steps) => {
        const limits = limitsOf(burst, sustained);
        run += 1;
        const name = nameOf(`-${run}`);
        let accepted = 0;
        for (const { process, count, atOnce, givesBack } of steps) {
          const one = processOf(process);
          const taken = Array.from({ length: count }, () => one.take(limits, name));
          if (!atOnce) for (const verdict of taken) await verdict;
          const passed = (await Promise.all(taken)).filter(Boolean).length;
          accepted += passed;
          assert.ok(accepted <= Math.min(burst, sustained), `${accepted} of ${burst} and ${sustained}`);
          if (!givesBack || passed === 0) continue;
          one.giveBack(limits, name);
          accepted -= 1;
        }
        // What was given back reaches the server with the next question of its process.
        await until(async () => {
          accepted += await drain(limits, name);
          return accepted >= Math.min(burst, sustained);
        });
        assert.equal(accepted, Math.min(burst, sustained), 'and nothing is lost');
      }),
      drawnAlike(15, 300),
    );
  });
});
