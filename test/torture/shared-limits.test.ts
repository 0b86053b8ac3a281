import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startRedis } from '../harness/redis.ts';
import { until } from '../harness/until.ts';
import { limitsOf, startTestProcess, stopAll, type TestProcess } from '../limits/harness.ts';

const limits = limitsOf(10, 20);
const PROCESSES = 3;
const RUN_MS = 20_000;

describe('shared limits, at length', () => {
  const started: TestProcess[] = [];
  afterEach(() => stopAll(started.splice(0)));
  const start = async (...args: Parameters<typeof startTestProcess>) => {
    const process = await startTestProcess(...args);
    started.push(process);
    return process;
  };
  const levels = ({ lines }: TestProcess) => lines.map(({ level }) => level);

  test('three processes let through exactly the plan, and in windows of a second never more', async (t) => {
    const redis = await startRedis();
    try {
      const plans = ['10/3600', '59/3600', '1000/3600', '20000/3600', '7/1', '300/1'];
      const program = fileURLToPath(new URL('limit-process.ts', import.meta.url));
      const run = () => promisify(execFile)(process.execPath, [program, redis.url, String(RUN_MS), ...plans]);
      const outputs = await Promise.all(Array.from({ length: PROCESSES }, run));
      const accepted = outputs.map(({ stdout }) => JSON.parse(stdout) as Record<string, number>);
      const sum = (plan: string) => accepted.reduce((total, counts) => total + (counts[plan] ?? 0), 0);
      t.diagnostic(`figures: ${plans.map((plan) => `${plan}: ${sum(plan)}`).join(', ')}`);
      for (const plan of plans) {
        const [requests = 0, seconds = 0] = plan.split('/').map(Number);
        if (seconds > 1) assert.equal(sum(plan), requests, plan);
        else {
          // Each process runs for as long, but they do not start at the same moment. A window begins when the last one has ended.
          const windows = RUN_MS / 1_000 + 3;
          assert.ok(sum(plan) <= requests * windows, `${plan}: ${sum(plan)}`);
          assert.ok(sum(plan) >= requests * windows * 0.6, `${plan}: ${sum(plan)}`);
        }
      }
    } finally {
      await redis.close();
    }
  });

  test('a stopped server keeps few requests waiting, each for about 25 ms, 20 times', async (t) => {
    const redis = await startRedis();
    const one = await start(redis.url, { maxAnswerMs: 25 });
    const waits: number[] = [];
    let late = 0;
    try {
      for (let round = 0; round < 20; round += 1) {
        await until(() => !one.isBroken());
        redis.pause();
        const endMs = performance.now() + 300;
        while (performance.now() < endMs) {
          const startedMs = performance.now();
          const verdict = await one.take(limits, `round-${round}`);
          if (verdict === undefined && performance.now() - startedMs > 5) late += 1;
          waits.push(performance.now() - startedMs);
          await sleep(1);
        }
        redis.resume();
      }
      const longest = waits.toSorted((a, b) => b - a);
      t.diagnostic(
        `figures: requests ${waits.length}, waited ${late}, longest ms ${longest.slice(0, 3).map(Math.round).join(' ')}`,
      );
      assert.ok(late <= 40, 'no request waits while the server is known to be broken');
      assert.ok((longest[20] ?? 0) < 50, 'at most one slow request for each time');
      assert.ok((longest[0] ?? 0) < 500);
    } finally {
      await redis.close();
    }
  });

  for (const [error, breakIt, repairIt] of [
    ['READONLY', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
    ['OOM', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']],
  ] as const) {
    test(`a server that refuses writes (${error}) is broken until it takes them`, async () => {
      const own = await startRedis();
      try {
        const one = await start(own.url);
        await own.command(...breakIt);
        assert.equal(await one.take(limits, 'e'), undefined);
        assert.match(String(one.lines.at(-1)?.fields.reason), new RegExp(error));
        await sleep(600);
        assert.ok(one.isBroken());
        await own.command(...repairIt);
        await until(() => !one.isBroken());
        assert.equal(await one.take(limits, 'e'), true);
        assert.deepEqual(levels(one), ['info', 'warn', 'info']);
      } finally {
        await own.close();
      }
    });
  }

  test('a server that is always slow is not used: it would break again at once', async () => {
    const own = await startRedis();
    const proxy = await delayed(own.port, 30);
    try {
      const one = await start(`redis://127.0.0.1:${(proxy.address() as AddressInfo).port}`, { maxAnswerMs: 25 });
      assert.ok(one.isBroken());
      assert.match(String(one.lines[0]?.fields.reason), /^its answers take \d+ ms$/);
      const patient = await start(`redis://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
      assert.equal(await patient.take(limits, 'f'), true, 'within what may be waited for, it is slow and exact');
    } finally {
      await stopAll(started.splice(0));
      proxy.close();
      await own.close();
    }
  });
});

/** Passes everything on, late in the direction of the client. */
async function delayed(port: number, ms: number): Promise<Server> {
  const proxy = createServer((socket) => {
    const upstream = connect(port, '127.0.0.1');
    socket.pipe(upstream);
    upstream.on('data', (chunk) => setTimeout(() => socket.writable && socket.write(chunk), ms));
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return proxy;
}
