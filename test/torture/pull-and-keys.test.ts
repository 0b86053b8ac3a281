import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onOneOrBothEngines } from '../faults/engines-by-scale.ts';
import { Fleet } from '../faults/fleet.ts';
import type { Message } from '../faults/seller.ts';
import type { ServiceProcess } from '../harness/process.ts';
import { rounds, scaled } from '../harness/scale.ts';
import { until } from '../harness/until.ts';

const MESSAGES = scaled(60, 1_000);

onOneOrBothEngines('sqlite', 'two API processes on one store', (engine) => {
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
    test(`concurrent requests with one idempotency key create one destination and one notification (${round})`, async () => {
      const clients = Array.from({ length: 10 }, () => both(`KEY${round}`)).flat();
      const key = { 'idempotency-key': `key-${round}` };
      const body = { type: 'WEBHOOKS', webhookConfig: { url: fleet.receiver.url(`/key/${round}`) } };
      const created = await Promise.all(clients.map((one) => one.call('POST', '/destinations', body, key)));
      assert.deepEqual(new Set(created.map(({ status }) => status)), new Set([200]));
      const texts = await Promise.all(created.map((one) => one.text()));
      assert.equal(new Set(texts).size, 1, 'every client gets the first answer');
      assert.equal(created.filter(({ headers }) => headers.get('idempotency-replayed') === null).length, 1);
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

  test('concurrent consumers receive every message, each once', async () => {
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

  test('an acknowledgement after the message was received again is stale', async () => {
    const [one, other] = both('STALE');
    assert.ok(one && other);
    const { channelId } = await one.pull();
    await one.test(channelId, 'PULL');
    const startMs = performance.now();
    const [first] = await one.receive(channelId, { visibilityTimeoutSeconds: 1 });
    const [again] = await other.receive(channelId, { waitSeconds: 20, visibilityTimeoutSeconds: 600 });
    assert.ok(performance.now() - startMs > 950, 'not before its visibility timeout');
    assert.ok(first && again);
    assert.equal(again.notificationId, first.notificationId);
    assert.equal(again.receiveCount, 2);
    assert.deepEqual(await one.acknowledge(channelId, [first.receiptHandle]), ['STALE']);
    assert.ok(await one.areAll('SENDING', channelId), 'the second receiver still holds it');
    assert.deepEqual(await other.acknowledge(channelId, [again.receiptHandle]), ['ACKNOWLEDGED']);
    assert.deepEqual(await other.acknowledge(channelId, [again.receiptHandle]), ['STALE']);
  });

  test('after a kill between receive and acknowledge the message is available again when its visibility timeout ends', async () => {
    const [one, other] = both('KILLED');
    assert.ok(one && other);
    const { channelId } = await one.pull();
    const sent = await one.tests(channelId, 5, 'PULL');
    const startMs = performance.now();
    // The clocks of two processes differ by some milliseconds: what one has just queued may not be due for the other yet.
    const received = new Map<string, Message>();
    while (received.size < sent.length) {
      const messages = await other.receive(channelId, { waitSeconds: 20, visibilityTimeoutSeconds: 2 });
      assert.notDeepEqual(messages, []);
      for (const message of messages) received.set(message.notificationId, message);
    }
    const held = [...received.values()];
    await second.end();
    // A handle is valid at every process.
    const [acknowledged, ...lost] = held;
    assert.deepEqual(await one.acknowledge(channelId, [acknowledged?.receiptHandle ?? '']), ['ACKNOWLEDGED']);
    const again: string[] = [];
    while (again.length < lost.length) {
      const messages = await one.receive(channelId, { waitSeconds: 20, visibilityTimeoutSeconds: 600 });
      assert.notDeepEqual(messages, [], 'they are available again');
      again.push(...messages.map(({ notificationId }) => notificationId));
    }
    assert.ok(performance.now() - startMs > 1_950);
    assert.deepEqual(again.sort(), sent.filter((id) => id !== acknowledged?.notificationId).sort());
  });
});
