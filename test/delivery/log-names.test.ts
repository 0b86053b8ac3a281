import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEgress } from '../../src/delivery/egress.ts';
import type { MessageSender } from '../../src/delivery/message-sender.ts';
import { createWebhookSender } from '../../src/delivery/webhook.ts';
import { startWorker } from '../../src/delivery/worker.ts';
import type { Attempted } from '../../src/notifications/deliveries/delivery-attempt.ts';
import { onEngine } from '../db/engines.ts';
import { until } from '../harness/until.ts';
import { openNotifications } from '../notifications/notification-store.ts';

onEngine('sqlite', 'what the log says about a delivery', (engine) => {
  /** Sends one delivery with this sender; what the log got, and the names that it must have. */
  async function loggedBy(
    sender: MessageSender,
    beforeSettlement: (attempted: readonly Attempted[]) => void = () => undefined,
  ) {
    const { db, queue, notifications, webhook, publish, clock } = await openNotifications(await engine.migrated());
    const hidden: unknown[] = [];
    const failures: unknown[] = [];
    const { destinationId: channelId } = await webhook('S1');
    const [deliveryId] = await publish('S1');
    const worker = startWorker({
      queue: {
        claim: (max) => queue.claim(max),
        nextDueMs: () => queue.nextDueMs(),
        settle: async (attempted, max) => {
          beforeSettlement(attempted);
          return queue.settle(attempted, max);
        },
      },
      senders: { WEBHOOKS: sender, EMAIL: sender, SMS: sender, MOBILE_PUSH: sender },
      messageFor: ({ delivery, earlier, destination }) => ({
        ...{ delivery, earlier, destination, secrets: notifications.destinations.secretsOf(destination) },
      }),
      ...{ now: () => clock.now, concurrency: 8, pollMs: 20, onAttempt: () => undefined },
      onHiddenFailure: (detail, names) => hidden.push([detail, names]),
      onFailure: (_error, names) => failures.push(names),
    });
    await until(() => hidden.length + failures.length > 0);
    await worker.stop();
    const stored = JSON.stringify(await db.all('SELECT * FROM delivery_attempt'));
    return { hidden, failures, stored, names: { sellerId: 'S1', channelId, deliveryId } };
  }

  test('a blocked address is told with its seller, destination and delivery, and the reason is nowhere else', async () => {
    const lookup = (_name: string, _options: object, callback: (error: null, found: object[]) => void) =>
      callback(null, [{ address: '10.0.0.7', family: 4 }]);
    const policy = { allow: [], loopback: false, ownPorts: [], forbidden: [] };
    const egress = createEgress(policy, { lookup: lookup as never });
    const sender = createWebhookSender(egress, 'test', { now: Date.now, timeoutMs: 1_000 });
    const { hidden, names, stored } = await loggedBy(sender);
    await egress.close();
    const [[detail, named]] = hidden as [[string, object]];
    assert.deepEqual(named, names);
    assert.match(detail, /10\.0\.0\.7|hooks\.example\.com/);
    assert.match(stored, /no address that requests may be sent to/);
    assert.ok(!stored.includes(detail) && !stored.includes('10.0.0.7'));
  });

  test('a sender that throws, and an outcome that cannot be stored, are told with them', async () => {
    const thrown = await loggedBy({ send: () => Promise.reject(new Error('a mistake')) });
    assert.deepEqual(thrown.failures[0], thrown.names);
    let fails = true;
    const unsettled = await loggedBy({ send: async () => ({ result: 'delivered' }) }, (attempted) => {
      if (!fails || attempted.length === 0) return;
      fails = false;
      throw new Error('the store refuses this row');
    });
    assert.deepEqual(unsettled.failures[0], unsettled.names);
  });
});
