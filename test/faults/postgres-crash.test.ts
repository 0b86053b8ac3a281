import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type PostgresServer, startPostgres } from '../db/postgres-server.ts';
import type { ServiceProcess } from '../harness/process.ts';
import type { Script } from '../harness/receiver.ts';
import { rounds, scaled, testInTorture } from '../harness/scale.ts';
import { until } from '../harness/until.ts';
import { printFigures } from './figures.ts';
import { Fleet } from './fleet.ts';
import type { Seller } from './seller.ts';

const SELLERS = 4;
const MAX_IN_FLIGHT = 10;
const STATEMENT_TIMEOUT_MS = 60_000;

describe('PostgreSQL that crashes under load', () => {
  let server: PostgresServer;
  let fleet: Fleet;
  let processes: ServiceProcess[];
  /** The worker's admin server. */
  let admin: string;
  const sellers: { seller: Seller; channelId: string }[] = [];
  before(async () => {
    server = await startPostgres();
    const settings = { DATABASE_TIMEOUT_MS: String(STATEMENT_TIMEOUT_MS) };
    fleet = await Fleet.on({ config: { databaseUrl: server.url('postgres'), file: '' } }, settings);
    const worker = await fleet.worker({ ADMIN_HOST: '127.0.0.2' });
    admin = await worker.printed(/"metrics":"(http:\/\/127\.0\.0\.2:[^"]+)\/metrics"/);
    processes = [await fleet.api(), worker];
    const slow: Script = (response) => void setTimeout(() => response.writeHead(204).end(), 20);
    for (let n = 0; n < SELLERS; n += 1) {
      fleet.receiver.on(`/${n}`, slow);
      const seller = fleet.seller(`S${n}`);
      const { channelId } = await seller.webhook(fleet.receiver.url(`/${n}`), { maxInFlight: MAX_IN_FLIGHT });
      sellers.push({ seller, channelId });
    }
  });
  after(() => fleet.close());

  const acknowledged: string[] = [];
  const load = { isOver: false, attempted: 0 };
  const sendTests = async ({ seller, channelId }: (typeof sellers)[number]) => {
    while (!load.isOver) {
      load.attempted += 1;
      const answer = await seller.call('POST', '/subscriptions/WEBHOOKS/testNotification', {
        destinationId: channelId,
      });
      if (answer.status === 200) acknowledged.push(answer.headers.get('x-notification-id') ?? '');
      else await assertUnavailable(answer);
    }
  };

  test('requests answer 503 meanwhile, no acknowledged notification is lost, and the service recovers by itself', async (t) => {
    const clients = sellers.flatMap((one) => [sendTests(one), sendTests(one)]);
    const more = (count: number) => {
      const before = acknowledged.length;
      return until('more are acknowledged', () => acknowledged.length >= before + count);
    };
    const crashes = rounds(1, 3).length;
    let recoveryMs = 0;
    for (let n = 0; n < crashes; n += 1) {
      await more(scaled(60, 500));
      await server.crash();
      const [{ seller, channelId } = assert.fail()] = sellers;
      await assertUnavailable(await seller.call('POST', '/destinations', { type: 'PULL' }));
      await assertUnavailable(await seller.call('GET', `/destinations/${channelId}/deliveries`));
      for (const base of [fleet.base, admin]) {
        const isUnready = async () => !(await fetch(`${base}/health/ready`)).ok;
        await until('it is not ready', isUnready);
        await assertUnavailable(await fetch(`${base}/health/ready`));
      }
      assert.match(await metricsOf(admin), /^notification_queue_measured 0$/m);
      assert.equal((await fetch(`${fleet.base}/health/live`)).status, 200);
      await server.start();
      const startedMs = performance.now();
      for (const base of [fleet.base, admin])
        await until('it is ready', async () => (await fetch(`${base}/health/ready`)).ok);
      recoveryMs = Math.max(recoveryMs, performance.now() - startedMs);
      assert.match(await metricsOf(admin), /^notification_queue_measured 1$/m);
      await more(scaled(60, 500));
    }
    load.isOver = true;
    await Promise.all(clients);
    await until('all have arrived', () => {
      const times = fleet.receiver.timesById();
      return acknowledged.every((id) => times.has(id));
    });
    for (const { seller, channelId } of sellers)
      await until('all are settled', () => seller.areAll('DELIVERED', channelId));
    const repeats = fleet.receiver.arrivals().length - fleet.receiver.timesById().size;
    assert.ok(repeats <= crashes * SELLERS * MAX_IN_FLIGHT, `${repeats} repeats`);
    const { attempted } = load;
    printFigures(t, {
      attempted,
      acknowledged: acknowledged.length,
      lost: 0,
      repeated: repeats,
      unanswered: 0,
      recoveryMs,
    });
    for (const { child, stderr } of processes) assert.deepEqual([child.exitCode, stderr], [null, '']);
  });

  testInTorture('metrics and health answer while PostgreSQL hangs', async () => {
    server.freeze();
    const startedMs = performance.now();
    assert.match(await metricsOf(admin), /^notification_queue_measured 0$/m);
    for (const base of [fleet.base, admin]) {
      assert.equal((await fetch(`${base}/health/live`)).status, 200);
      await until('it is not ready', async () => !(await fetch(`${base}/health/ready`)).ok);
    }
    // None of them has waited for a statement.
    assert.ok(performance.now() - startedMs < STATEMENT_TIMEOUT_MS / 2);
    server.thaw();
    for (const base of [fleet.base, admin])
      await until('it is ready', async () => (await fetch(`${base}/health/ready`)).ok);
  });
});

async function metricsOf(admin: string): Promise<string> {
  const answer = await fetch(`${admin}/metrics`);
  assert.equal(answer.status, 200);
  return answer.text();
}

async function assertUnavailable(answer: Response): Promise<void> {
  const text = await answer.text();
  assert.equal(answer.status, 503, text);
  assert.ok(Number(answer.headers.get('retry-after')) > 0);
  assert.doesNotMatch(text, /postgres|ECONN|SQL/i);
}
