import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { onEngine } from '../db/engines.ts';
import { Fleet } from '../faults/fleet.ts';
import { freePort } from '../harness/free-port.ts';
import type { ServiceProcess } from '../harness/process.ts';
import { AUTHORITY_FILE, OVER_TLS, type RedisServer, startRedis } from '../harness/redis.ts';
import { until } from '../harness/until.ts';

/** Windows do not end during a test. 40 is asked for with each request, 400 is taken in parts. */
const limitsOf = (requests: number) => ({
  burst: { requests, seconds: 3_600 },
  sustained: { requests: requests * 2, seconds: 3_600 },
});
const PLAN = { default: limitsOf(40), operations: { getEvents: limitsOf(400) } };
const SMALL = { path: '/notifications/v4/destinations', requests: 40 };
const LARGE = { path: '/notifications/v4/events', requests: 400 };
/** Two that are started by hand, and one supervisor with two. */
const PROCESSES = 4;
const LOAD_MS = 4_000;

type Api = { process: ServiceProcess; base: string; admin: string };
type Answers = { times: number[]; statuses: Record<number, number> };

onEngine('postgres', 'the service with REDIS_URL, over TLS and with a password', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'rate-plan-'));
  const agent = new Agent({ connections: 16 });
  let redis: RedisServer;
  let fleet: Fleet;
  const apis: Api[] = [];
  before(async () => {
    const plan = join(folder, 'plan.json');
    writeFileSync(plan, JSON.stringify(PLAN));
    redis = await startRedis(...OVER_TLS, '--requirepass', 'correct-horse');
    const settings = { REDIS_URL: redis.url, NODE_EXTRA_CA_CERTS: AUTHORITY_FILE, RATE_PLAN: plan };
    fleet = await Fleet.on(await engine.fresh(), settings);
    for (const API_PROCESSES of ['1', '1', '2']) {
      const port = String(await freePort());
      const process = await fleet.api('api', { API_PROCESSES, ADMIN_PORT: port });
      apis.push({ process, base: fleet.base, admin: `http://127.0.0.1:${port}` });
    }
    await untilAll('rate_limit_processes', PROCESSES);
  });
  after(async () => {
    await agent.destroy();
    await fleet?.close();
    await redis?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const metric = async ({ admin }: Api, name: string): Promise<number> => {
    const text = await (await fetch(`${admin}/metrics`)).text();
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    );
  };
  const untilAll = (name: string, value: number) =>
    until(
      `${name} is ${value}`,
      async () => {
        const values = await Promise.all(apis.map((api) => metric(api, name)));
        return values.every((one) => one === value);
      },
      60_000,
    );

  const send = async (base: string, path: string, seller: string): Promise<number> => {
    const headers = { authorization: `Bearer for.${seller}` };
    const { statusCode, body } = await request(`${base}${path}`, { headers, dispatcher: agent });
    await body.dump({ limit: 1_000_000 });
    return statusCode;
  };

  /** Requests to these processes in turn until each has answered 429 to the last ones of a while. How many passed. */
  async function drain(through: readonly Api[], path: string, seller: string): Promise<number> {
    let passed = 0;
    for (let rejected = 0; rejected < 3; ) {
      const sent = through.flatMap(({ base }) => Array.from({ length: 8 }, () => send(base, path, seller)));
      const statuses = await Promise.all(sent);
      assert.deepEqual(
        statuses.filter((one) => one !== 200 && one !== 429),
        [],
      );
      const accepted = statuses.filter((one) => one === 200).length;
      passed += accepted;
      rejected = accepted > 0 ? 0 : rejected + 1;
      // What a process holds and does not use goes back after a second.
      if (rejected > 0) await sleep(1_200);
    }
    return passed;
  }

  let name = 0;
  /** All processes let through exactly the plan. A busy machine may keep a healthy server waiting: then the next seller is tried. */
  async function mustHoldTogether({ path, requests }: typeof SMALL): Promise<void> {
    const fallbacks = async () =>
      (await Promise.all(apis.map((api) => metric(api, 'rate_limit_fallback_total')))).join();
    for (let n = 0; n < 20; n += 1) {
      await untilAll('rate_limit_server_broken', 0);
      const before = await fallbacks();
      name += 1;
      const passed = await drain(apis, path, `S${name}`);
      if ((await fallbacks()) !== before) continue;
      assert.equal(passed, requests);
      return;
    }
    assert.fail('the server of the limits never answered in time');
  }

  /** Requests of many sellers to all processes while `fault` happens in the middle: all are answered. */
  async function under(t: TestContext, what: string, fault: () => unknown): Promise<void> {
    const endMs = performance.now() + LOAD_MS;
    const answers: Answers = { times: [], statuses: {} };
    const client = async ({ base }: Api, client: number) => {
      for (let n = 0; performance.now() < endMs; n += 1) {
        const startedMs = performance.now();
        const status = await send(base, n % 2 === 0 ? SMALL.path : LARGE.path, `${what}-${client}-${n % 50}`);
        answers.times.push(performance.now() - startedMs);
        answers.statuses[status] = (answers.statuses[status] ?? 0) + 1;
        await sleep(2);
      }
    };
    const clients = apis.flatMap((api) => [0, 1].map((n) => client(api, n)));
    await sleep(LOAD_MS / 4);
    await fault();
    await Promise.all(clients);
    const sorted = answers.times.toSorted((a, b) => a - b).map(Math.round);
    const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)];
    t.diagnostic(
      `figures: ${what}: ${JSON.stringify(answers.statuses)}, ms ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)}`,
    );
    assert.deepEqual(
      Object.keys(answers.statuses).filter((status) => status !== '200' && status !== '429'),
      [],
    );
    // A stalled server never answers: without the limit of 25 ms a request would wait for seconds.
    assert.ok((at(1) ?? 0) < 2_000, `${at(1)} ms`);
  }

  /** Each process counts the plan divided by as many. Two processes share the connections to the third one. */
  async function mustHoldAlone(processes: number): Promise<void> {
    await untilAll('rate_limit_server_broken', 1);
    await untilAll('rate_limit_processes', processes);
    const part = (requests: number) => Math.floor(requests / processes);
    for (const { path, requests } of [SMALL, LARGE]) {
      name += 1;
      for (const api of apis) {
        const passed = await drain([api], path, `S${name}`);
        if (api === apis.at(-1)) assert.ok(passed >= part(requests) && passed <= 2 * part(requests), `${passed}`);
        else assert.equal(passed, part(requests));
      }
    }
  }

  test('429 when all processes together have reached the plan', async () => {
    for (const operation of [SMALL, LARGE]) await mustHoldTogether(operation);
  });

  for (const [what, breakIt, repairIt] of [
    ['killed', () => redis.kill(), () => redis.restart()],
    ['stopped', () => redis.pause(), () => redis.resume()],
  ] as const) {
    test(`a ${what} server: all requests are answered, each process counts its part, and later all count together`, async (t) => {
      await untilAll('rate_limit_server_broken', 0);
      await under(t, what, breakIt);
      await mustHoldAlone(PROCESSES);
      await under(t, `${what}-and-back`, repairIt);
      await mustHoldTogether(SMALL);
    });
  }

  test('a process that was killed is no longer counted when the server fails later', async () => {
    const [killed] = apis.splice(0, 1);
    await killed?.process.end();
    await untilAll('rate_limit_processes', PROCESSES - 1);
    await redis.kill();
    await mustHoldAlone(PROCESSES - 1);
    await redis.restart();
    await mustHoldTogether(LARGE);
  });
});
