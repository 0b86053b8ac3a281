import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import { item, marketplace, offer, seller } from '../harness/market-records.ts';
import type { ServiceProcess } from '../harness/process.ts';
import { rounds, scaled, testInTorture } from '../harness/scale.ts';
import { type LoadResult, loadUntilRefused } from '../harness/steady-load.ts';
import { until } from '../harness/until.ts';
import { onOneOrBothEngines } from './engines-by-scale.ts';
import { printFigures } from './figures.ts';
import { Fleet } from './fleet.ts';
import { adminOf, apiProcesses, isRunning, logLines, metricAt } from './supervised-log.ts';

const CONNECTIONS = scaled(12, 32);
/** Some of these are idle for longer than a stopping service waits for an idle connection. */
const IDLE_CONNECTIONS = 4;

onOneOrBothEngines('sqlite', 'API_PROCESSES=2: several processes over one port', (engine) => {
  let fleet: Fleet;
  let service: ServiceProcess;
  let admin: string;
  before(async () => {
    fleet = await Fleet.on(await engine.fresh());
    service = await fleet.api('all', { API_PROCESSES: '2' });
    admin = await adminOf(service);
  });
  after(() => fleet.close());

  const metric = (start: string) => metricAt(admin, start);
  const listed = 'http_request_duration_seconds_count{method="GET",route="/notifications/v4/destinations"';
  const lines = (from = 0) => logLines(service, from);
  /** The processes that answered requests since a position of the output. */
  const answering = (from: number) =>
    new Set(lines(from).flatMap(({ msg, pid }) => (msg === 'request' ? [pid as number] : [])));
  const apiPids = () => [...apiProcesses(service).values()];

  const replaceAll = async () => {
    const from = service.stdout.length;
    service.signal('SIGHUP');
    await until('all are replaced', () => service.stdout.includes('all processes are replaced', from), 90_000);
  };

  /** Kept-alive connections that are used all the time, or rarely, while `during` runs. */
  const loadDuring = async (during: () => Promise<void>): Promise<LoadResult> => {
    let isOver = false;
    const headers = { authorization: 'Bearer for.LOADED' };
    const load = loadUntilRefused(fleet.base, {
      connections: CONNECTIONS,
      next: () => ({ path: '/notifications/v4/destinations', headers }),
      isOver: () => isOver,
      pauseMs: (connection) => (connection < IDLE_CONNECTIONS ? 1_000 + connection * 150 : scaled(20, 2)),
    });
    await sleep(300);
    await during();
    isOver = true;
    return load;
  };

  test('both processes answer, each line of the log is whole and names its process, and the metrics are their sum', async () => {
    const from = service.stdout.length;
    const before = await metric(listed);
    let total = 0;
    // Which process takes a connection is up to the system: one that is idle may take all of a few.
    await until('both have answered', async () => {
      const { answered, lost, failed } = await loadDuring(() => sleep(500));
      assert.deepEqual([lost, failed], [[], []]);
      total += answered;
      return answering(from).size === 2;
    });
    assert.equal(await metric(listed), before + total);
    assert.deepEqual([await metric('service_processes{role="api"}'), await metric('service_ready')], [2, 1]);
    const unnamed = lines().filter(({ pid }) => typeof pid !== 'number');
    assert.deepEqual(unnamed, []);
    const ready = (await (await fetch(`${admin}/health/ready`)).json()) as { parts: Record<string, string> };
    assert.deepEqual([ready.parts['API processes'], ready.parts.worker], ['ok', 'ok']);
  });

  test('a change through one process is in the next answer of the other', async () => {
    await fleet.operator().change([marketplace, seller, item, offer('SKU1')]);
    const path = '/products/pricing/v4/listings/SKU1/offers?MarketplaceId=M1&ItemCondition=New';
    const connections: Client[] = [];
    const answeredBy = new Map<Client, Set<number>>();
    const call = async (client: Client, request: { method: 'GET' | 'POST'; path: string; body?: string }) => {
      const token = request.method === 'GET' ? 'for.S1' : 'operator';
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' };
      const answer = await client.request({ ...request, headers });
      const [id, text] = [answer.headers['x-request-id'], await answer.body.text()];
      assert.equal(answer.statusCode, 200, text);
      let pid: unknown;
      await until('it is logged', () => (pid = lines().find(({ requestId }) => requestId === id)?.pid));
      answeredBy.set(client, (answeredBy.get(client) ?? new Set()).add(pid as number));
      return text;
    };
    const pids = () => new Set([...answeredBy.values()].flatMap((some) => [...some]));
    for (let n = 0; n < 100 && pids().size < 2; n += 1) {
      connections.push(new Client(fleet.base, { keepAliveTimeout: 60_000, keepAliveMaxTimeout: 60_000 }));
      const client = connections.at(-1) as Client;
      // A process may have cached the list of marketplaces, for 5 s.
      await until('it has the item', () => call(client, { method: 'GET', path }).catch(() => undefined));
    }
    const [writer, reader] = [connections[0], connections.at(-1)] as [Client, Client];
    for (const n of rounds(6, 300)) {
      const [one, other] = n % 2 === 0 ? [writer, reader] : [reader, writer];
      // The second request is answered from the cache.
      for (const _ of [1, 2]) await call(other, { method: 'GET', path });
      const body = JSON.stringify(offer('SKU1', { listingPrice: 20 + n }));
      await call(one, { method: 'POST', path: '/operator/v1/changes', body });
      const answer = JSON.parse(await call(other, { method: 'GET', path })) as { payload: { Offers: ListedOffer[] } };
      assert.equal(answer.payload.Offers[0]?.ListingPrice.Amount, 20 + n);
    }
    // Each connection was kept, so that these were two processes all the time.
    assert.deepEqual([answeredBy.get(writer)?.size, answeredBy.get(reader)?.size, pids().size], [1, 1, 2]);
    await Promise.all(connections.map((one) => one.close()));
  });

  test('a process that hangs is named by the readiness and the log, and does not hold up either', async () => {
    const [victim = 0] = apiPids();
    const ready = async () =>
      (await (await fetch(`${admin}/health/ready`)).json()) as { status: string; reasons?: Record<string, string> };
    process.kill(victim, 'SIGSTOP');
    try {
      assert.deepEqual([await metric('service_processes{role="api"}'), await metric('service_ready')], [1, 1]);
      const { status, reasons } = await ready();
      assert.equal(status, 'degraded');
      const expected = `1 of 2 API processes can answer requests: api 1 (process ${victim}) does not answer.`;
      assert.equal(reasons?.['API processes'], expected);
      const silent = lines().filter(({ silentPid }) => silentPid === victim);
      assert.deepEqual([silent.length, silent[0]?.process], [1, 'api 1']);
    } finally {
      process.kill(victim, 'SIGCONT');
    }
    await until('it answers again', async () => (await ready()).status === 'ready');
    assert.equal(await metric('service_processes{role="api"}'), 2);
  });

  testInTorture('SIGHUP replaces all processes, and no request of a kept-alive connection fails', async (t) => {
    let attempted = 0;
    for (const _ of rounds(1, 34)) {
      const from = service.stdout.length;
      const previous = apiPids();
      const before = await metric(listed);
      const { answered, lost, failed } = await loadDuring(async () => {
        await replaceAll();
        await sleep(300);
      });
      attempted += answered + lost.length;
      assert.deepEqual([lost, failed], [[], []]);
      assert.deepEqual(
        apiPids().filter((pid) => previous.includes(pid)),
        [],
      );
      assert.ok(lines(from).some(({ msg, process: name }) => name === 'worker' && msg === 'a new process took over'));
      // What the previous processes have counted is not lost with them.
      assert.equal(await metric(listed), before + answered);
    }
    const entries = `SELECT operation FROM audit_pending UNION ALL SELECT operation FROM audit_entry`;
    await until('the audit log has it', () =>
      fleet.db.get(`SELECT 1 AS one FROM (${entries}) AS e WHERE operation = 'reload'`),
    );
    printFigures(t, { attempted, acknowledged: attempted, lost: 0, repeated: 0, unanswered: 0 });
  });

  test('when one is killed, only what was in flight on it fails, and another takes its place', async (t) => {
    let attempted = 0;
    let unanswered = 0;
    let recoveryMs = 0;
    for (const round of rounds(1, 20)) {
      // Otherwise the pause before each restart would grow: the killed processes have just begun.
      if (round > 1) await replaceAll();
      const victim = apiPids()[round % 2] ?? 0;
      const { answered, lost, failed } = await loadDuring(async () => {
        process.kill(victim, 'SIGKILL');
        const killedMs = performance.now();
        await until('it is replaced', async () => !apiPids().includes(victim), 60_000);
        await until('both serve', async () => (await metric('service_processes{role="api"}')) === 2, 60_000);
        recoveryMs = Math.max(recoveryMs, performance.now() - killedMs);
      });
      assert.deepEqual(failed, []);
      assert.ok(lost.length <= CONNECTIONS, `${lost.length} lost: ${lost[0]}`);
      attempted += answered + lost.length;
      unanswered += lost.length;
    }
    printFigures(t, { attempted, acknowledged: attempted - unanswered, lost: 0, repeated: 0, unanswered, recoveryMs });
  });

  test('processes whose supervisor is killed end by themselves, and the port is free', async () => {
    const orphans = apiPids();
    service.signal('SIGKILL');
    await until('they have ended', () => orphans.every((pid) => !isRunning(pid)));
    const isRefused = () =>
      fetch(`${fleet.base}/health/live`).then(
        () => false,
        () => true,
      );
    await until('the port is free', isRefused);
  });
});

type ListedOffer = { ListingPrice: { Amount: number } };
