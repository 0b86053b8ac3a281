import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { answer, gate } from '../harness/receiver.ts';
import { onBothEngines } from './both-engines.ts';
import { Fleet, LEASE_MS } from './fleet.ts';
import { rounds, scaled } from './scale.ts';
import { until } from './until.ts';

const IN_FLIGHT = scaled(10, 50);

onBothEngines('workers that die or stand still', (engine) => {
  let fleet: Fleet;
  before(async () => {
    fleet = await Fleet.on(await engine.fresh());
    await fleet.api();
  });
  after(() => fleet.close());

  /** A destination with IN_FLIGHT notifications for it. */
  const filled = async (path: string) => {
    const seller = fleet.seller(`S${path.replaceAll('/', '-')}`);
    const { channelId } = await seller.webhook(fleet.receiver.url(path), { maxInFlight: IN_FLIGHT });
    return { seller, channelId, ids: await seller.tests(channelId, IN_FLIGHT) };
  };

  for (const round of rounds(1, 5)) {
    test(`killed after the claim and before the send: everything is sent once, by the next one (${round})`, async () => {
      const path = `/claimed/${round}`;
      const { seller, channelId, ids } = await filled(path);
      const settings = { HELD_PORT: String(fleet.receiver.port) };
      const dying = await fleet.worker(settings, '--import', './test/faults/no-way-out.ts');
      await until('all are claimed', async () => (await fleet.count(channelId, 'SENDING')) === IN_FLIGHT);
      const claimedMs = performance.now();
      await dying.end();
      assert.equal(fleet.receiver.connections(path), 0);

      const next = await fleet.worker();
      await until('all have arrived', () => seller.areAll('DELIVERED', channelId));
      await next.end();
      assert.deepEqual(fleet.receiver.timesById(path), new Map(ids.map((id) => [id, 1])));
      // Half of it: the claim was made a little before it was seen.
      const [first] = fleet.receiver.arrivals(path);
      assert.ok((first?.atMs ?? 0) - claimedMs > LEASE_MS / 2, 'nobody takes what another one still holds');
      for (const { attempts } of await seller.log(channelId)) {
        assert.deepEqual(
          attempts.map(({ outcome }) => outcome),
          ['UNKNOWN', 'DELIVERED'],
        );
      }
    });

    test(`killed after the reply and before the settlement: all come again, once (${round})`, async () => {
      const path = `/replied/${round}`;
      const replies = gate();
      fleet.receiver.on(path, replies.script);
      const { seller, channelId, ids } = await filled(path);
      const dying = await fleet.worker();
      await until('all are on their way', () => replies.waiting === IN_FLIGHT);
      await fleet.whileHeld(async () => {
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

    test(`stopped past its lease and going on: changes nothing but the log (${round})`, async () => {
      const path = `/stopped/${round}`;
      const replies = gate();
      fleet.receiver.on(path, replies.script);
      const { seller, channelId, ids } = await filled(path);
      const late = await fleet.worker();
      await until('all are on their way', () => replies.waiting === IN_FLIGHT);
      late.signal('SIGSTOP');
      // Failures: the late one would put them back into the queue.
      replies.open(answer(500));
      fleet.receiver.on(path, answer(204));
      const next = await fleet.worker();
      await until('another one has sent them', () => seller.areAll('DELIVERED', channelId));

      late.signal('SIGCONT');
      await until('the late one has told', async () =>
        (await seller.log(channelId)).every(({ attempts }) => attempts[0]?.outcome !== 'UNKNOWN'),
      );
      for (const { state, attempts } of await seller.log(channelId)) {
        assert.equal(state, 'DELIVERED');
        assert.deepEqual(
          attempts.map(({ outcome }) => outcome),
          ['FAILED', 'DELIVERED'],
        );
      }
      // Both still work, and had the time to send something once more.
      const later = await seller.tests(channelId, IN_FLIGHT);
      await until('the later ones have arrived', () => seller.areAll('DELIVERED', channelId));
      const times = [...ids.map((id) => [id, 2] as const), ...later.map((id) => [id, 1] as const)];
      assert.deepEqual(fleet.receiver.timesById(path), new Map(times));
      await Promise.all([late.end(), next.end()]);
    });
  }
});
