import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ServiceProcess } from '../harness/process.ts';
import { answer, gate, hang, type Script } from '../harness/receiver.ts';
import { rounds, scaled, testInTorture } from '../harness/scale.ts';
import { until } from '../harness/until.ts';
import { onOneOrBothEngines } from './engines-by-scale.ts';
import { printFigures } from './figures.ts';
import { Fleet } from './fleet.ts';
import type { Seller } from './seller.ts';

const SELLERS = 8;
/** No process is killed while it holds a lease: a busy machine must not look like that. */
const LEASE_MS = 30_000;
const longLease = { NOTIFY_TIMEOUT_MS: '15000', NOTIFY_LEASE_MARGIN_MS: '15000', NOTIFY_CONCURRENCY: '16' };

onOneOrBothEngines('postgres', 'many processes on one store', (engine) => {
  let fleet: Fleet;
  let api: ServiceProcess;
  let workers: ServiceProcess[];
  before(async () => {
    fleet = await Fleet.on(await engine.fresh(), longLease);
  });
  after(() => fleet.close());

  test('several workers deliver everything, and nothing twice', async () => {
    [api, workers] = await Promise.all([fleet.api(), fleet.workers(scaled(2, 4))]);
    const slow: Script = (response) => void setTimeout(() => response.writeHead(204).end(), 30);
    const sent: string[] = [];
    const sellers = await Promise.all(
      Array.from({ length: SELLERS }, async (_, n) => {
        fleet.receiver.on(`/four/${n}`, slow);
        const seller = fleet.seller(`FOUR${n}`);
        return { seller, channelId: (await seller.webhook(fleet.receiver.url(`/four/${n}`))).channelId };
      }),
    );
    for (const _ of rounds(1, 40)) {
      const some = await Promise.all(sellers.map(({ seller, channelId }) => seller.tests(channelId, 10)));
      sent.push(...some.flat());
    }
    for (const { channelId } of sellers) sent.push(...(await fleet.queue(channelId, 25)));
    // A destination at its limit of deliveries in flight is claimed again when one settles, not when a lease ends.
    for (const { seller, channelId } of sellers)
      await until('all have arrived', () => seller.areAll('DELIVERED', channelId), LEASE_MS - 10_000);
    assert.deepEqual(
      fleet.receiver
        .arrivals()
        .map(({ id }) => id)
        .sort(),
      sent.sort(),
    );
    const attempts = await Promise.all(
      workers.map(async (worker) => attemptsOf(await worker.printed(/(http:\S+metrics)"/))),
    );
    assert.ok(attempts.filter((count) => count > 0).length > 1, `only one worker sent: ${attempts}`);
    await Promise.all(workers.splice(1).map((worker) => worker.end()));
  });

  for (const round of rounds(1, 10)) {
    test(`an API process that is killed under load loses nothing that it answered with 200 (${round})`, async (t) => {
      const path = `/storm/${round}`;
      const load = {
        channels: new Map<Seller, string[]>(),
        notifications: [] as string[],
        isOver: false,
        attempted: 0,
      };
      const sendRequests = async (seller: Seller) => {
        const channels: string[] = [];
        load.channels.set(seller, channels);
        while (!load.isOver && channels.length < 50) {
          load.attempted += 1;
          const { channelId } = await seller.webhook(fleet.receiver.url(path));
          channels.push(channelId);
          load.attempted += 1;
          load.notifications.push(await seller.test(channelId));
        }
      };
      const clients = Array.from({ length: 12 }, (_, n) =>
        sendRequests(fleet.seller(`STORM${round}-${n}`)).catch(() => 'cut off'),
      );
      await until('the load is running', () => load.notifications.length >= scaled(40, 150) + round);
      await api.end();
      load.isOver = true;
      assert.ok((await Promise.all(clients)).includes('cut off'), 'the kill interrupts at least one request');

      const killedMs = performance.now();
      api = await fleet.api();
      const recoveryMs = performance.now() - killedMs;
      for (const [seller, channels] of load.channels) {
        const stored = new Set((await seller.destinations()).channels.map(({ channelId }) => channelId));
        assert.deepEqual(
          channels.filter((channelId) => !stored.has(channelId)),
          [],
        );
        // Each client had one request in flight, which may have been committed.
        assert.ok(stored.size <= channels.length + 1);
      }
      await until('all have arrived', () => {
        const times = fleet.receiver.timesById(path);
        return load.notifications.every((id) => times.has(id));
      });
      assert.deepEqual(
        [...fleet.receiver.timesById(path)].filter(([, times]) => times > 1),
        [],
      );
      const destinations = [...load.channels.values()].reduce((sum, channels) => sum + channels.length, 0);
      const acknowledged = destinations + load.notifications.length;
      const { attempted } = load;
      const unanswered = attempted - acknowledged;
      printFigures(t, { attempted, acknowledged, lost: 0, repeated: 0, unanswered, recoveryMs });
      // The counter and the destinations are written in one transaction.
      assert.deepEqual(
        await fleet.db.all(
          `SELECT seller_id FROM destination_owner WHERE destinations <>
             (SELECT COUNT(*) FROM destination WHERE destination.seller_id = destination_owner.seller_id)`,
        ),
        [],
      );
    });
  }

  testInTorture(
    'on SIGTERM with 50 in flight a worker ends in time, settles the answered ones, and the rest is sent again',
    async () => {
      await workers[0]?.end();
      const stopping = await fleet.worker({ NOTIFY_CONCURRENCY: '256', NOTIFY_TEST_RETRY_SECONDS: '0' });
      const replies = gate();
      fleet.receiver.on('/late', replies.script);
      fleet.receiver.on('/never', hang);
      const seller = fleet.seller('SIGTERM');
      const late = await seller.webhook(fleet.receiver.url('/late'), { maxInFlight: 25 });
      const never = await seller.webhook(fleet.receiver.url('/never'), { maxInFlight: 25 });
      const [lateIds, neverIds] = await Promise.all([
        seller.tests(late.channelId, 25),
        seller.tests(never.channelId, 25),
      ]);
      await until('all are in flight', () => fleet.receiver.arrivals('/never').length + replies.waiting === 50);
      const startMs = performance.now();
      stopping.signal('SIGTERM');
      await stopping.printed(/stopping/);
      replies.open();
      assert.equal(await stopping.ended(), 0);
      assert.ok(performance.now() - startMs < 10_000);
      assert.doesNotMatch(stopping.stdout, /cut off/);

      assert.ok(await seller.areAll('DELIVERED', late.channelId));
      for (const { state, attempts } of await seller.log(never.channelId)) {
        assert.equal(state, 'PENDING');
        assert.match(attempts[0]?.error ?? '', /service stopped/);
      }
      fleet.receiver.on('/never', answer(204));
      await fleet.worker();
      await until('the rest has arrived', () => seller.areAll('DELIVERED', never.channelId));
      assert.deepEqual(fleet.receiver.timesById('/late'), new Map(lateIds.map((id) => [id, 1])));
      assert.deepEqual(fleet.receiver.timesById('/never'), new Map(neverIds.map((id) => [id, 2])));
    },
  );
});

/** How many attempts a worker reports in its metrics. */
async function attemptsOf(metrics: string): Promise<number> {
  const lines = (await (await fetch(metrics)).text()).split('\n');
  const counts = lines
    .filter((line) => line.startsWith('notification_attempt_duration_seconds_count{'))
    .map((line) => Number(line.split(' ')[1]));
  return counts.reduce((sum, one) => sum + one, 0);
}
