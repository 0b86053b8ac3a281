import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ServiceProcess } from '../harness/process.ts';
import { onBothEngines } from './both-engines.ts';
import { Fleet } from './fleet.ts';
import { rounds, scaled } from './scale.ts';
import { until } from './until.ts';

const MESSAGES = scaled(60, 1_000);

onBothEngines('two API processes on one store', (engine) => {
  let fleet: Fleet;
  let second: ServiceProcess;
  let bases: [string, string];
  before(async () => {
    fleet = await Fleet.on(await engine.fresh());
    await fleet.api('all');
    const first = fleet.base;
    second = await fleet.api();
    bases = [first, fleet.base];
  });
  after(() => fleet.close());

  /** The same seller at both processes. */
  const both = (sellerId: string) => bases.map((base) => fleet.seller(sellerId, base));

  for (const round of rounds(2, 20)) {
    test(`one idempotency key, many requests at once: one destination, one notification (${round})`, async () => {
      const clients = Array.from({ length: 10 }, () => both(`KEY${round}`)).flat();
      const key = { 'idempotency-key': `key-${round}` };
      const body = { type: 'WEBHOOKS', webhookConfig: { url: fleet.receiver.url(`/key/${round}`) } };
      const made = await Promise.all(clients.map((one) => one.call('POST', '/destinations', body, key)));
      assert.deepEqual(new Set(made.map(({ status }) => status)), new Set([200]));
      const texts = await Promise.all(made.map((one) => one.text()));
      assert.equal(new Set(texts).size, 1, 'the first answer again, to everybody');
      assert.equal(made.filter(({ headers }) => headers.get('idempotency-replayed') === null).length, 1);
      const [seller] = both(`KEY${round}`);
      assert.ok(seller);
      const { channels } = await seller.destinations();
      assert.equal(channels.length, 1);

      const { channelId } = JSON.parse(texts[0] ?? '') as { channelId: string };
      const path = '/subscriptions/WEBHOOKS/testNotification';
      const sent = await Promise.all(clients.map((one) => one.call('POST', path, { destinationId: channelId }, key)));
      assert.deepEqual(new Set(sent.map(({ status }) => status)), new Set([200]));
      assert.equal(new Set(sent.map(({ headers }) => headers.get('x-notification-id'))).size, 1);
      await until('it has arrived', () => seller.areAll('DELIVERED', channelId));
      assert.equal((await seller.list(channelId)).length, 1);
      assert.equal(fleet.receiver.arrivals(`/key/${round}`).length, 1);
    });
  }

  test('many consumers: nobody holds what another one holds, and all is received', async () => {
    const [seller] = both('CONSUMERS');
    assert.ok(seller);
    const { channelId } = await seller.pull();
    const sent: string[] = [];
    while (sent.length < MESSAGES) sent.push(...(await seller.tests(channelId, 20, 'PULL')));
    const received: string[] = [];
    const consume = async (client: typeof seller) => {
      for (;;) {
        const messages = await client.receive(channelId, { maxMessages: 3, visibilityTimeoutSeconds: 600 });
        if (messages.length === 0) return;
        received.push(...messages.map(({ notificationId }) => notificationId));
      }
    };
    await Promise.all(Array.from({ length: 4 }, () => both('CONSUMERS').map(consume)).flat());
    assert.deepEqual(received.sort(), sent.sort());
  });

  test('an acknowledgement that comes after the message was received again is stale', async () => {
    const [one, other] = both('STALE');
    assert.ok(one && other);
    const { channelId } = await one.pull();
    await one.test(channelId, 'PULL');
    const startMs = performance.now();
    const [mine] = await one.receive(channelId, { visibilityTimeoutSeconds: 1 });
    assert.deepEqual(await other.receive(channelId), []);
    const [theirs] = await other.receive(channelId, { waitSeconds: 20, visibilityTimeoutSeconds: 600 });
    assert.ok(performance.now() - startMs > 950, 'not before its visibility time is over');
    assert.ok(mine && theirs);
    assert.equal(theirs.notificationId, mine.notificationId);
    assert.equal(theirs.receiveCount, 2);
    assert.deepEqual(await one.acknowledge(channelId, [mine.receiptHandle]), ['STALE']);
    assert.ok(await one.areAll('SENDING', channelId), 'it is still theirs');
    assert.deepEqual(await other.acknowledge(channelId, [theirs.receiptHandle]), ['ACKNOWLEDGED']);
    assert.deepEqual(await other.acknowledge(channelId, [theirs.receiptHandle]), ['STALE']);
  });

  test('the API killed between receive and acknowledge: the message comes back after its visibility time', async () => {
    const [one, other] = both('KILLED');
    assert.ok(one && other);
    const { channelId } = await one.pull();
    const sent = await one.tests(channelId, 5, 'PULL');
    const startMs = performance.now();
    const held = await other.receive(channelId, { visibilityTimeoutSeconds: 2 });
    assert.equal(held.length, 5);
    await second.end();
    // A handle is as good at any other process.
    const [kept, ...lost] = held;
    assert.deepEqual(await one.acknowledge(channelId, [kept?.receiptHandle ?? '']), ['ACKNOWLEDGED']);
    assert.deepEqual(await one.receive(channelId), []);
    const again: string[] = [];
    while (again.length < lost.length) {
      const messages = await one.receive(channelId, { waitSeconds: 20, visibilityTimeoutSeconds: 600 });
      assert.notDeepEqual(messages, [], 'they come back');
      again.push(...messages.map(({ notificationId }) => notificationId));
    }
    assert.ok(performance.now() - startMs > 1_950);
    assert.deepEqual(again.sort(), sent.filter((id) => id !== kept?.notificationId).sort());
  });
});
