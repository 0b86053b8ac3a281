import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, request } from 'undici';
import { onEngine } from '../db/engines.ts';
import { printFigures } from '../faults/figures.ts';
import { Fleet, loggedProblems } from '../faults/fleet.ts';
import { freePort } from '../harness/free-port.ts';
import { type Haproxy, startHaproxy } from '../harness/haproxy.ts';
import type { ServiceProcess } from '../harness/process.ts';
import { rounds, scaled } from '../harness/scale.ts';
import { until } from '../harness/until.ts';
import { ClusterLoad } from './cluster-load.ts';
import { HeldDeliveries } from './held-deliveries.ts';

const APIS = [0, 1, 2];
const WORKERS = [0, 1];
const WRITES_AROUND = scaled(100, 300);
/** Long enough for a slow machine: they end a failing test, and measure nothing. */
const RESTART_MS = 60_000;
const LOAD_MS = 240_000;
const POLLS_ARRIVE_MS = 2_000;
/** DRAIN_MS and TRUST_PROXY as deploy/haproxy/haproxy.cfg asks for them. A lease ends 6 s after its claim. */
const settings = { DRAIN_MS: '3000', TRUST_PROXY: '1', NOTIFY_TIMEOUT_MS: '5000' };

onEngine('postgres', 'three API and two worker processes behind HAProxy', (engine) => {
  let fleet: Fleet;
  let haproxy: Haproxy;
  const ports: number[] = [];
  const apis: ServiceProcess[] = [];
  const workers: ServiceProcess[] = [];
  before(async () => {
    fleet = await Fleet.on(await engine.fresh(), settings);
    for (const _ of APIS) ports.push(await freePort());
    await Promise.all([...APIS.map(startApi), ...WORKERS.map(startWorker)]);
    haproxy = await startHaproxy(ports, await freePort());
    await untilAllUp();
  });
  after(async () => {
    await haproxy?.close();
    await fleet?.close();
  });

  /** On the same port as before. */
  async function startApi(n: number): Promise<void> {
    apis[n] = await fleet.api('api', { PORT: String(ports[n]) });
  }

  async function startWorker(n: number): Promise<void> {
    workers[n] = await fleet.worker();
  }

  async function stop(process: ServiceProcess | undefined): Promise<void> {
    process?.signal('SIGTERM');
    assert.equal(await process?.ended(), 0);
    // Warnings are no failure: on a busy machine a health check may be late.
    const errors = process && loggedProblems(process).filter((line) => !line.startsWith('{"level":"warn"'));
    assert.deepEqual(errors, []);
  }

  const untilAllUp = () =>
    until('HAProxy sees all', async () => (await haproxy.servers()).every(({ isUp }) => isUp), RESTART_MS);

  /** Constant load over TLS on kept-alive connections, `fault` in the middle of it, and nothing acknowledged is lost. */
  async function under(
    t: TestContext,
    fault: (load: ClusterLoad) => Promise<void>,
    dispatcher: Dispatcher = haproxy.agent,
  ): Promise<ClusterLoad> {
    const repeats = () => fleet.receiver.arrivals().length - fleet.receiver.timesById().size;
    const repeatsBefore = repeats();
    const edge = `https://api.example:${haproxy.https}`;
    const load = await ClusterLoad.start(fleet, [edge], { dispatcher, times: 2 });
    let recoveryMs: number;
    try {
      await load.interruptionMs(() => {}, WRITES_AROUND, LOAD_MS);
      recoveryMs = await load.interruptionMs(() => fault(load), WRITES_AROUND, LOAD_MS);
    } finally {
      await load.stop();
    }
    const { notifications, keys } = load.acknowledged;
    await until('all have arrived', () => {
      const times = fleet.receiver.timesById();
      return notifications.every((id) => times.has(id));
    });
    assert.deepEqual(await load.lostIn(fleet.db), []);
    // A request without an answer is repeated with its key. It has taken effect once.
    await until(
      'all with a key are settled',
      async () => (await fleet.count(load.keysDestination, 'DELIVERED')) === keys,
    );
    const { attempted, succeeded, unanswered, unavailable, wrong } = load;
    t.diagnostic(`503: ${unavailable}; reads: ${load.reads}; others: ${[...new Set(wrong)].join('; ').slice(0, 300)}`);
    const repeated = repeats() - repeatsBefore;
    printFigures(t, { attempted, acknowledged: succeeded, lost: 0, repeated, unanswered, recoveryMs });
    return load;
  }

  /** Reads that are in flight for 10 s, on all processes. Their statuses. */
  function longPolls(dispatcher: Dispatcher): Promise<number[]> {
    const headers = { authorization: 'Bearer for.NOBODY', prefer: 'wait=10' };
    const poll = async () => {
      const url = `https://api.example:${haproxy.https}/notifications/v4/events?after=0`;
      const { statusCode, body } = await request(url, { headers, dispatcher });
      await body.dump({ limit: 1_000_000 });
      return statusCode;
    };
    return Promise.all(Array.from({ length: 4 * APIS.length }, poll));
  }

  test('a rolling restart of all five fails no request and loses nothing', async (t) => {
    const load = await under(t, async () => {
      for (const _ of rounds(1, 3)) {
        for (const n of APIS) {
          await stop(apis[n]);
          await startApi(n);
          await untilAllUp();
        }
        for (const n of WORKERS) {
          await stop(workers[n]);
          await startWorker(n);
        }
      }
    });
    assert.deepEqual([load.wrong, load.unavailable], [[], 0]);
    assert.equal(load.succeeded, load.attempted);
    for (const { answered } of await haproxy.servers()) assert.ok(answered > 0, 'HAProxy uses all three');
  });

  for (const [round, version] of rounds(2, 4).map((n) => [n, n % 2 === 0 ? 'HTTP/2' : 'HTTP/1.1'] as const)) {
    test(`kill -9 of an API process fails no read, and only writes that were in flight on it (${version}, ${round})`, async (t) => {
      const killed = round % APIS.length;
      const dispatcher = version === 'HTTP/2' ? haproxy.http2 : haproxy.agent;
      const countsOf = async () => (await haproxy.servers())[killed];
      await haproxy.clearMost();
      const before = await haproxy.servers();
      let mostAtOnce = 0;
      let noticedMs = 0;
      const load = await under(
        t,
        async () => {
          const polls = longPolls(dispatcher);
          await sleep(POLLS_ARRIVE_MS);
          const { redispatched = 0 } = (await countsOf()) ?? {};
          apis[killed]?.signal('SIGKILL');
          await apis[killed]?.ended();
          await until('HAProxy has noticed', async () => !(await countsOf())?.isUp);
          noticedMs = performance.now();
          assert.ok(((await countsOf())?.redispatched ?? 0) > redispatched, 'some reads were on the killed process');
          mostAtOnce = (await countsOf())?.most ?? 0;
          assert.deepEqual(new Set(await polls), new Set([200]));
          await startApi(killed);
          await untilAllUp();
          const answered = (await countsOf())?.answered ?? 0;
          await until('it serves again', async () => ((await countsOf())?.answered ?? 0) > answered);
        },
        dispatcher,
      );
      const failed = load.attempted - load.succeeded;
      t.diagnostic(`${failed} failed, at most ${mostAtOnce} requests at once were on the killed process`);
      assert.ok(load.reads > 0);
      assert.equal(load.failedReads, 0, 'HAProxy sends a read again');
      assert.ok(failed <= mostAtOnce, `${failed} failed, of ${mostAtOnce}: ${load.wrong}`);
      assert.ok(load.latestFailureMs < noticedMs, 'what began later succeeds');
      for (const [n, { cutOff }] of (await haproxy.servers()).entries()) {
        if (n !== killed) assert.equal(cutOff, before[n]?.cutOff, 'the others cut nothing off');
      }
    });
  }

  test('after kill -9 of a worker the other one sends its deliveries', async (t) => {
    let taken = 0;
    const load = await under(t, async () => {
      const held = await HeldDeliveries.start(fleet);
      const victim = workers[0];
      victim?.signal('SIGKILL');
      await victim?.ended();
      const ids = await held.cutOff();
      taken = ids.length;
      // The killed one is down until all have arrived again.
      held.release();
      await until('the other one has sent them', () => {
        const times = fleet.receiver.timesById(held.path);
        return ids.every((id) => (times.get(id) ?? 0) > 1) && held.ids.every((id) => times.has(id));
      });
      await startWorker(0);
    });
    t.diagnostic(`${taken} deliveries were in flight on the killed worker`);
    assert.ok(taken > 0, 'the killed worker was sending');
    assert.equal(load.succeeded, load.attempted);
  });
});
