import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Db } from '../../src/db/db.ts';
import { storeClock } from '../../src/db/store-clock.ts';
import { createEgress, type Egress } from '../../src/delivery/egress.ts';
import { createWebhookSender } from '../../src/delivery/webhook.ts';
import { startWorker, type Worker } from '../../src/delivery/worker.ts';
import { HOUR_MS } from '../../src/domain/duration.ts';
import { latestEngineTime } from '../../src/notifications/engine-time.ts';
import { OperatorKey } from '../../src/notifications/keys/operator-key.ts';
import { createNotifications } from '../../src/notifications/notifications.ts';
import { DeliveryQueue } from '../../src/notifications/queue/delivery-queue.ts';
import { answer, Receiver, type Script } from '../harness/receiver.ts';
import { scaled } from '../harness/scale.ts';
import { until } from '../harness/until.ts';
import { onOneOrBothEngines } from './engines-by-scale.ts';

const COUNT = scaled(10, 200);
const times = {
  source: 'test',
  // On a busy machine an attempt may take seconds. After its lease, or its timeout, it would be made again.
  leaseMs: 60_000,
  retries: { delaysMs: [0, 500, 500] },
  testRetries: { delaysMs: [0, 500, 500] },
  suspendAfterMs: HOUR_MS,
  maxPerSeller: 32,
};

onOneOrBothEngines('sqlite', 'a system clock that is set back by an hour', (engine) => {
  const wall = { backMs: 0 };
  const key = new OperatorKey('a key that nobody knows, and that is long enough');
  let db: Db;
  let receiver: Receiver;
  let egress: Egress;
  let service: Awaited<ReturnType<typeof start>>;
  before(async () => {
    db = await (await engine.migrated()).open();
    receiver = await Receiver.start();
    egress = createEgress({ allow: [], loopback: true, ownPorts: [], forbidden: [] });
    service = await start();
  });
  after(async () => {
    await service.worker.stop();
    await egress.close();
    await receiver.close();
  });

  /** The parts of the service as the worker role composes them, except for the clock. */
  const start = async () => {
    const { now } = await storeClock(db, {
      latestKnownMs: () => latestEngineTime(db),
      wall: () => Date.now() - wall.backMs,
      measure: async () => ({ aheadMs: 0, roundTripMs: 0 }),
    });
    const started: { worker?: Worker } = {};
    const notifications = createNotifications({
      ...{ db, key, now, source: 'test', times: { deliveryLifetimeMs: HOUR_MS / 2 } },
      onQueued: () => started.worker?.wake(),
    });
    const parts = { db, key, now, sellerEvents: notifications.events };
    const queue = new DeliveryQueue({ ...parts, times });
    const dying = new DeliveryQueue({ ...parts, times: { ...times, leaseMs: 500 } });
    const sender = createWebhookSender(egress, 'test', { now: Date.now, timeoutMs: 20_000 });
    const worker = startWorker({
      ...{ queue, now, concurrency: 32, pollMs: 50 },
      senders: { WEBHOOKS: sender, EMAIL: sender, SMS: sender, MOBILE_PUSH: sender },
      messageFor: ({ delivery, earlier, destination }) => ({
        ...{ delivery, earlier, destination },
        secrets: notifications.destinations.secretsOf(destination),
      }),
      onAttempt: () => undefined,
      onFailure: (error) => assert.fail(error as Error),
    });
    started.worker = worker;
    return { queue, dying, notifications, worker };
  };

  const makeWebhook = async (path: string) => {
    const webhook = { url: receiver.url(path), headers: {}, maxInFlight: 100, others: {} };
    const draft = { sellerId: path, name: path, type: 'WEBHOOKS', status: 'ACTIVE', isConfirmed: true } as const;
    const created = await service.notifications.destinations.create({ ...draft, settings: { webhook } });
    if ('rejected' in created) throw new Error(created.rejected);
    return created.destination.destinationId;
  };
  const send = (path: string, destinationId: string) =>
    Promise.all(
      Array.from({ length: COUNT }, async () => {
        const content = { payloadVersion: '1.0', testScenario: undefined };
        const access = { sellerId: path };
        const about = { access, type: 'WEBHOOKS', destinationId, content, marketplaceId: undefined } as const;
        const sent = await service.notifications.tests.send(about);
        return 'rejected' in sent ? assert.fail(sent.rejected) : sent.notificationId;
      }),
    );
  const arrivedTimes = (path: string, ids: readonly string[], count: number) => {
    const times = receiver.timesById(path);
    return times.size === ids.length && ids.every((id) => times.get(id) === count);
  };
  const isQueueEmpty = async () => (await service.queue.depth()).open === 0;

  /** Answers 500 to the first attempt of each notification. */
  const failFirstAttempt =
    (path: string): Script =>
    (response, request) => {
      const { 'webhook-id': id = '' } = request.headers;
      const isFirst = receiver.timesById(path).get(String(id)) === 1;
      answer(isFirst ? 500 : 204)(response, request);
    };

  test('a retry is attempted soon, and a new delivery at once', async () => {
    receiver.on('/waiting', failFirstAttempt('/waiting'));
    const waiting = await makeWebhook('/waiting');
    const ids = await send('/waiting', waiting);
    await until('all were attempted', () => receiver.arrivals('/waiting').length >= COUNT);
    wall.backMs += HOUR_MS;
    const fresh = await makeWebhook('/fresh');
    const later = await send('/fresh', fresh);
    await until('all have arrived', isQueueEmpty);
    assert.ok(arrivedTimes('/waiting', ids, 2));
    assert.ok(arrivedTimes('/fresh', later, 1));
  });

  test('deliveries of a dead worker are claimed again after their lease, not an hour later', async () => {
    await service.worker.stop();
    const destinationId = await makeWebhook('/held');
    const ids = await send('/held', destinationId);
    assert.equal((await service.dying.claim(COUNT)).length, Math.min(COUNT, times.maxPerSeller));
    wall.backMs += HOUR_MS;
    service = await start();
    await until('all have arrived', isQueueEmpty);
    assert.ok(arrivedTimes('/held', ids, 1));
  });

  test('a restart afterwards loses and repeats no delivery', async () => {
    receiver.on('/restart', failFirstAttempt('/restart'));
    const destinationId = await makeWebhook('/restart');
    const ids = await send('/restart', destinationId);
    await until('all were attempted', () => receiver.arrivals('/restart').length >= COUNT);
    wall.backMs += HOUR_MS;
    await service.worker.stop();
    service = await start();
    await until('all have arrived', isQueueEmpty);
    assert.ok(arrivedTimes('/restart', ids, 2));
  });
});
