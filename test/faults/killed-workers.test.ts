import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../src/db/db.ts';
import type { ServiceProcess } from '../harness/process.ts';
import { answer, gate } from '../harness/receiver.ts';
import { rounds, scaled, testInTorture } from '../harness/scale.ts';
import { until } from '../harness/until.ts';
import { onOneOrBothEngines } from './engines-by-scale.ts';
import { Fleet, LEASE_MS } from './fleet.ts';

const IN_FLIGHT = scaled(10, 50);

onOneOrBothEngines('sqlite', 'workers that are killed or stopped', (engine) => {
  let fleet: Fleet;
  before(async () => {
    fleet = await Fleet.on(await engine.fresh());
    await fleet.api();
  });
  after(() => fleet.close());

  /** A destination with IN_FLIGHT queued notifications. */
  const destinationWithTests = async (path: string) => {
    const seller = fleet.seller(`S${path.replaceAll('/', '-')}`);
    const { channelId } = await seller.webhook(fleet.receiver.url(path), { maxInFlight: IN_FLIGHT });
    return { seller, channelId, ids: await seller.tests(channelId, IN_FLIGHT) };
  };

  for (const round of rounds(1, 5)) {
    testInTorture(
      `after a kill between claim and send the next worker sends every delivery once (${round})`,
      async () => {
        const path = `/claimed/${round}`;
        const { seller, channelId, ids } = await destinationWithTests(path);
        const settings = { HELD_PORT: String(fleet.receiver.port) };
        const dying = await fleet.worker(settings, '--import', './test/faults/hold-connections.ts');
        await until('all are claimed', async () => (await fleet.count(channelId, 'SENDING')) === IN_FLIGHT);
        const claimedMs = performance.now();
        await dying.end();
        assert.equal(fleet.receiver.connections(path), 0);

        const next = await fleet.worker();
        await until('all have arrived', () => seller.areAll('DELIVERED', channelId));
        await next.end();
        assert.deepEqual(fleet.receiver.timesById(path), new Map(ids.map((id) => [id, 1])));
        // Half of the lease: the claim happened a little before the test saw it.
        const [first] = fleet.receiver.arrivals(path);
        assert.ok((first?.atMs ?? 0) - claimedMs > LEASE_MS / 2, 'no worker claims a delivery under a lease');
        for (const { attempts } of await seller.log(channelId)) {
          assert.deepEqual(
            attempts.map(({ outcome }) => outcome),
            ['UNKNOWN', 'DELIVERED'],
          );
        }
      },
    );

    test(`after a kill between reply and settlement every delivery is sent once more (${round})`, async () => {
      const path = `/replied/${round}`;
      const replies = gate();
      fleet.receiver.on(path, replies.script);
      const { seller, channelId, ids } = await destinationWithTests(path);
      const dying = await fleet.worker();
      await until('all are in flight', () => replies.waiting === IN_FLIGHT);
      await fleet.whileLocked(async () => {
        replies.open();
        await until('all are answered', () => fleet.receiver.arrivals(path).every(({ isAnswered }) => isAnswered));
        await dying.end();
      });
      assert.equal(await fleet.count(channelId, 'SENDING'), IN_FLIGHT);

      const next = await fleet.worker();
      await until('all are settled', () => seller.areAll('DELIVERED', channelId));
      await next.end();
      assert.deepEqual(fleet.receiver.timesById(path), new Map(ids.map((id) => [id, 2])));
    });

    testInTorture(
      `a worker that continues after its lease ended adds to the log and changes nothing else (${round})`,
      async () => {
        const path = `/stopped/${round}`;
        const replies = gate();
        fleet.receiver.on(path, replies.script);
        const { seller, channelId, ids } = await destinationWithTests(path);
        const late = await fleet.worker();
        await until('all are in flight', () => replies.waiting === IN_FLIGHT);
        await stopOutsideTransactions(late, fleet.db);
        // Failures: with a valid lease the late worker would queue them again.
        replies.open(answer(500));
        fleet.receiver.on(path, answer(204));
        const next = await fleet.worker();
        await until('the next worker has sent them', () => seller.areAll('DELIVERED', channelId));

        late.signal('SIGCONT');
        await until('the late worker has settled', async () =>
          (await seller.log(channelId)).every(({ attempts }) => attempts[0]?.outcome !== 'UNKNOWN'),
        );
        for (const { state, attempts } of await seller.log(channelId)) {
          assert.equal(state, 'DELIVERED');
          assert.deepEqual(
            attempts.map(({ outcome }) => outcome),
            ['FAILED', 'DELIVERED'],
          );
        }
        // Both workers still work, and had time to repeat a delivery if they were going to.
        const later = await seller.tests(channelId, IN_FLIGHT);
        await until('the later tests have arrived', () => seller.areAll('DELIVERED', channelId));
        const times = [...ids.map((id) => [id, 2] as const), ...later.map((id) => [id, 1] as const)];
        assert.deepEqual(fleet.receiver.timesById(path), new Map(times));
        await Promise.all([late.end(), next.end()]);
      },
    );
  }
});

/** Stops the worker while it holds no lock: in the middle of a transaction nobody else could write to the file of SQLite. */
async function stopOutsideTransactions(worker: ServiceProcess, db: Db): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    worker.signal('SIGSTOP');
    try {
      return await db.transaction(async () => undefined, { timeoutMs: 300 });
    } catch {
      worker.signal('SIGCONT');
      await sleep(20);
    }
  }
  throw new Error('the worker always holds a lock');
}
