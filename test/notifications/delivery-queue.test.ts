// run: without coverage

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { BATCH_ROWS } from '../../src/db/sweep.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import { DeliveryQueue } from '../../src/notifications/queue/delivery-queue.ts';
import { applyRetention } from '../../src/notifications/retention/delivery-retention.ts';
import { testOnSqliteOrInTorture, withEngines } from '../db/engines.ts';
import { recording } from '../db/recorded-statements.ts';
import { scaled } from '../harness/scale.ts';
import { openNotifications, times } from './notification-store.ts';

const failed = { result: 'failed', code: 500, error: 'no' } as const;
const delivered = { result: 'delivered', code: 204 } as const;

withEngines('the delivery queue', (engine) => {
  const once = testOnSqliteOrInTorture(engine);
  let store: Awaited<ReturnType<typeof openNotifications>>;
  beforeEach(async () => {
    store = await openNotifications(await engine.migrated());
  });

  const queueThatReports = (unreadable: string[]) => {
    const { db, key, clock, notifications } = store;
    const parts = { db, key, now: () => clock.now, times, sellerEvents: notifications.events };
    return new DeliveryQueue({
      ...parts,
      onUnreadable: ({ sellerId, channelId }) => unreadable.push(`${sellerId} ${channelId}`),
    });
  };
  const stateOf = async (deliveryId: string) => (await store.notifications.log.states([deliveryId])).get(deliveryId);
  const logOf = async (sellerId: string, deliveryId: string) => {
    const found = await store.notifications.log.delivery({ sellerId }, deliveryId);
    assert.ok(found);
    return found;
  };

  test('a queued delivery is claimed once and settled', async () => {
    await store.webhook('S1');
    const [id = ''] = await store.publish('S1');
    const claimed = await store.queue.claim(10);
    assert.deepEqual(
      claimed.map(({ delivery }) => [delivery.deliveryId, delivery.state, delivery.attempts]),
      [[id, 'SENDING', 1]],
    );
    assert.deepEqual(await store.queue.claim(10), []);
    await store.settle(claimed, delivered);
    assert.equal(await stateOf(id), 'DELIVERED');
    assert.equal(await store.queue.nextDueMs(), undefined);
    const { attempts } = await logOf('S1', id);
    assert.deepEqual(attempts, [{ number: 1, startedMs: store.clock.now, durationMs: 7, code: 204 }]);
  });

  once('its depth is told by type, with the time that the oldest due delivery of each has waited', async () => {
    await store.webhook('S1');
    await store.webhook('S2', { type: 'PULL', settings: {} });
    await store.publish('S1', 3);
    await store.publish('S2', 2);
    store.clock.now += 5_000;
    await store.publish('S1', 1);
    const depth = await store.queue.depth();
    assert.deepEqual([depth.open, depth.oldestDueMs], [6, 5_000]);
    assert.deepEqual(Object.fromEntries(depth.byType), {
      PULL: { open: 2, oldestDueMs: 5_000 },
      WEBHOOKS: { open: 4, oldestDueMs: 5_000 },
    });
    await store.settle(await store.queue.claim(10), delivered);
    const { byType } = await store.queue.depth();
    assert.deepEqual([...byType.keys()], ['PULL']);
  });

  once('a failed delivery is retried after each delay of the plan, and then is DEAD', async () => {
    await store.webhook('S1');
    const [id = ''] = await store.publish('S1');
    const delaysMs = [0, 5_000, 300_000];
    for (const [n, delayMs] of delaysMs.entries()) {
      store.clock.now += 0.8 * delayMs - 1;
      if (n > 0) assert.deepEqual(await store.queue.claim(10), [], 'too early');
      store.clock.now += 0.4 * delayMs + 1;
      const claimed = await store.queue.claim(10);
      assert.equal(claimed.length, 1);
      await store.settle(claimed, failed);
    }
    assert.equal(await stateOf(id), 'DEAD');
    assert.equal((await logOf('S1', id)).attempts.length, 3);
  });

  once('a Retry-After longer than the delay postpones the next attempt', async () => {
    await store.webhook('S1');
    await store.publish('S1');
    await store.settle(await store.queue.claim(10), { ...failed, retryAfterMs: 60_000 });
    assert.equal(await store.queue.nextDueMs(), store.clock.now + 60_000);
  });

  test('concurrent claims never exceed the limit of a destination, and other destinations are served', async () => {
    await store.webhook('S1', {}, 3);
    await store.webhook('S2', {}, 3);
    await store.publish('S1', 50);
    store.clock.now += 1;
    await store.publish('S2', 2);
    const claims = await Promise.all(Array.from({ length: 4 }, () => store.queue.claim(100)));
    const sellers = claims.flat().map(({ destination }) => destination.sellerId);
    assert.deepEqual(sellers.sort(), ['S1', 'S1', 'S1', 'S2', 'S2']);
    assert.deepEqual(await store.queue.claim(100), []);
    const [one] = claims.flat().filter(({ destination }) => destination.sellerId === 'S1');
    assert.ok(one);
    await store.settle([one], delivered);
    assert.equal((await store.queue.claim(100)).length, 1);
  });

  test('a failing destination has one delivery in flight, until one arrives', async () => {
    await store.webhook('S1', {}, 5);
    await store.publish('S1', 20);
    await store.settle(await store.queue.claim(100), failed);
    const [one, ...more] = await store.queue.claim(100);
    assert.ok(one);
    assert.deepEqual(more, []);
    await store.settle([one], delivered);
    assert.equal((await store.queue.claim(100)).length, 5);
  });

  test('a delivery can be claimed again after its lease, and a late settlement only adds to the log', async () => {
    await store.webhook('S1');
    const [id = ''] = await store.publish('S1');
    const late = await store.queue.claim(10);
    store.clock.now += 30_001;
    const again = await store.queue.claim(10);
    assert.equal(again[0]?.delivery.deliveryId, id);
    await store.settle(late, delivered);
    assert.equal(await stateOf(id), 'SENDING');
    await store.settle(again, failed);
    assert.equal(await stateOf(id), 'PENDING');
    const { attempts } = await logOf('S1', id);
    assert.deepEqual(
      attempts.map(({ number, code }) => [number, code]),
      [
        [1, 204],
        [2, 500],
      ],
    );
  });

  test('an attempt of a worker that died is logged without an outcome', async () => {
    await store.webhook('S1');
    const [id = ''] = await store.publish('S1');
    await store.queue.claim(10);
    store.clock.now += 30_001;
    await store.settle(await store.queue.claim(10), delivered);
    const { attempts } = await logOf('S1', id);
    assert.deepEqual(attempts[0], { number: 1 });
    assert.equal(attempts[1]?.code, 204);
  });

  test('four concurrent workers claim each delivery once', async () => {
    for (let n = 0; n < 20; n += 1) await store.webhook(`S${n}`, {}, 100);
    for (let n = 0; n < 20; n += 1) await store.publish(`S${n}`, 10);
    const seen: string[] = [];
    const work = async () => {
      for (;;) {
        const claimed = await store.queue.claim(7);
        if (claimed.length === 0) return;
        seen.push(...claimed.map(({ delivery }) => delivery.deliveryId));
        await store.settle(claimed, delivered);
      }
    };
    await Promise.all([work(), work(), work(), work()]);
    // A worker stops when it finds nothing, while others may hold the limit of a destination: claim the rest.
    await work();
    assert.equal(seen.length, 200);
    assert.equal(new Set(seen).size, 200);
  });

  once(
    'gone suspends a destination: events wait, only tests are sent, and a delivered test reactivates it',
    async () => {
      const { destinationId } = await store.webhook('S1', {}, 1);
      const [first = '', second = ''] = await store.publish('S1', 2);
      const claimed = await store.queue.claim(10);
      await store.settle(claimed, { result: 'gone', code: 410 });
      assert.equal(await stateOf(first), 'DEAD');
      assert.equal(
        (await store.notifications.destinations.find({ sellerId: 'S1' }, destinationId))?.status,
        'SUSPENDED',
      );
      assert.deepEqual(await store.queue.claim(10), []);
      const content = { payloadVersion: '1.0' };
      const access = { sellerId: 'S1' };
      const test = { access, type: 'WEBHOOKS', destinationId, content, marketplaceId: undefined } as const;
      assert.ok('notificationId' in (await store.notifications.tests.send(test)));
      const tests = await store.queue.claim(10);
      assert.deepEqual(
        tests.map(({ delivery }) => delivery.isTest),
        [true],
      );
      await store.settle(tests, delivered);
      assert.equal((await store.notifications.destinations.find({ sellerId: 'S1' }, destinationId))?.status, 'ACTIVE');
      assert.equal((await store.queue.claim(10))[0]?.delivery.deliveryId, second);
    },
  );

  once('only failures for 120 h suspend a destination; failed tests do not count', async () => {
    const { destinationId } = await store.webhook('S1');
    const status = async () => (await store.notifications.destinations.find({ sellerId: 'S1' }, destinationId))?.status;
    const fail = async () => {
      await store.publish('S1');
      store.clock.now += 1;
      for (let claimed = await store.queue.claim(10); claimed.length > 0; claimed = await store.queue.claim(10)) {
        await store.settle(claimed, failed);
      }
    };
    const content = { payloadVersion: '1.0' };
    await store.notifications.tests.send({
      access: { sellerId: 'S1' },
      type: 'WEBHOOKS',
      destinationId,
      content,
      marketplaceId: undefined,
    });
    await store.settle(await store.queue.claim(1), failed);
    store.clock.now += 121 * HOUR_MS;
    await fail();
    assert.equal(await status(), 'ACTIVE', 'the failed test did not start the 120 h');
    store.clock.now += 119 * HOUR_MS;
    await fail();
    assert.equal(await status(), 'ACTIVE');
    store.clock.now += 2 * HOUR_MS;
    await fail();
    assert.equal(await status(), 'SUSPENDED');
  });

  once('a delivery that arrives restarts the 120 h', async () => {
    const { destinationId } = await store.webhook('S1');
    for (const outcome of [failed, delivered, failed]) {
      await store.publish('S1');
      await store.settle((await store.queue.claim(10)).slice(0, 1), outcome);
      store.clock.now += 100 * HOUR_MS;
    }
    assert.equal((await store.notifications.destinations.find({ sellerId: 'S1' }, destinationId))?.status, 'ACTIVE');
  });

  once('an INACTIVE destination gets nothing; when it is ACTIVE again it gets everything that waited', async () => {
    const { destinationId } = await store.webhook('S1');
    await store.publish('S1', 3);
    await store.notifications.destinations.change({ sellerId: 'S1' }, destinationId, (one) => ({
      ...one,
      status: 'INACTIVE',
    }));
    assert.deepEqual(await store.queue.claim(10), []);
    await store.publish('S1');
    assert.deepEqual(await store.queue.claim(10), []);
    await store.notifications.destinations.change({ sellerId: 'S1' }, destinationId, (one) => ({
      ...one,
      status: 'ACTIVE',
    }));
    assert.equal((await store.queue.claim(10)).length, 4);
  });

  test('a destination deleted with deliveries in flight leaves nothing behind, and a late settlement has no effect', async () => {
    const { destinationId } = await store.webhook('S1');
    const [id = ''] = await store.publish('S1', 3);
    const claimed = await store.queue.claim(2);
    assert.equal(await store.notifications.destinations.remove({ sellerId: 'S1' }, destinationId), true);
    assert.equal(await store.notifications.destinations.find({ sellerId: 'S1' }, destinationId), undefined);
    assert.equal(await store.notifications.log.delivery({ sellerId: 'S1' }, id), undefined);
    await store.settle(claimed.slice(0, 1), failed);
    store.clock.now += HOUR_MS;
    assert.deepEqual(await store.queue.claim(10), []);
    await applyRetention(store.db, store.clock.now, HOUR_MS);
    await store.settle(claimed.slice(1), delivered);
    const left = await store.db.get<{ n: number }>('SELECT COUNT(*) AS n FROM delivery');
    assert.equal(left?.n, 0);
  });

  once('an undelivered delivery expires, and the log is kept for its retention', async () => {
    const { destinationId } = await store.webhook('S1', { status: 'SUSPENDED' });
    const [id = ''] = await store.publish('S1');
    store.clock.now += 7 * DAY_MS;
    await applyRetention(store.db, store.clock.now, DAY_MS);
    assert.equal(await stateOf(id), 'EXPIRED');
    store.clock.now += 23 * HOUR_MS;
    await applyRetention(store.db, store.clock.now, DAY_MS);
    assert.equal((await store.notifications.log.deliveries(destinationId, { limit: 10 })).length, 1);
    store.clock.now += 2 * HOUR_MS;
    await applyRetention(store.db, store.clock.now, DAY_MS);
    assert.deepEqual(await store.notifications.log.deliveries(destinationId, { limit: 10 }), []);
  });

  once('expired deliveries of an active destination do not keep a worker busy', async () => {
    await store.webhook('S1');
    await store.publish('S1', 3);
    store.clock.now += 8 * DAY_MS;
    assert.deepEqual(await store.queue.claim(10), []);
    await applyRetention(store.db, store.clock.now, DAY_MS);
    assert.equal(await store.queue.nextDueMs(), undefined);
  });

  test('however many deliveries of a destination expire, its lane is set once: each time reads past those that remain', async () => {
    await store.webhook('S1');
    await store.publish('S1', 2 * BATCH_ROWS + 1);
    store.clock.now += 8 * DAY_MS;
    const { db, statements } = recording(store.db);
    await applyRetention(db, store.clock.now, DAY_MS);
    const runs = (text: string) => [...statements.values()].find(({ sql }) => sql.includes(text))?.runs;
    assert.deepEqual([runs("SET state = 'EXPIRED'"), runs('UPDATE lane SET due_ms = CASE destination.status')], [3, 1]);
    assert.equal(await store.queue.nextDueMs(), undefined);
  });

  once('expired deliveries that retention has not removed yet do not delay others', async () => {
    for (let n = 0; n < 40; n += 1) await store.webhook(`OLD${n}`);
    for (let n = 0; n < 40; n += 1) await store.publish(`OLD${n}`);
    store.clock.now += 8 * DAY_MS;
    await store.webhook('S1');
    await store.publish('S1');
    // The first claim finds lanes that were due before their deliveries expired; the next one finds the live one.
    const claimed = [...(await store.queue.claim(128)), ...(await store.queue.claim(128))];
    assert.deepEqual(
      claimed.map(({ destination }) => destination.sellerId),
      ['S1'],
    );
  });

  test('one seller with many destinations does not occupy the whole worker', async () => {
    for (let n = 0; n < 5; n += 1) await store.webhook('GREEDY', {}, 100);
    await store.publish('GREEDY', 100);
    store.clock.now += 1;
    await store.webhook('S2');
    await store.publish('S2');
    const first = await store.queue.claim(1_000);
    const perSeller = Map.groupBy(first, ({ destination }) => destination.sellerId);
    assert.deepEqual([perSeller.get('GREEDY')?.length, perSeller.get('S2')?.length], [150, 1]);
    assert.deepEqual(await store.queue.claim(1_000), []);
    // When one settles, the next delivery of the same seller is claimed after a pause, to any destination.
    await store.settle(first.slice(0, 1), delivered);
    store.clock.now += 250;
    assert.equal((await store.queue.claim(1_000)).length, 1);
  });

  once('a destination with unreadable settings does not stop others, and is reported', async () => {
    const { destinationId } = await store.webhook('UNREADABLE');
    await store.publish('UNREADABLE');
    store.clock.now += 1;
    await store.webhook('S1');
    await store.publish('S1');
    await store.db.run('UPDATE destination SET settings = $2 WHERE channel_id = $1', [
      destinationId,
      'AAAAAAAAAAAAAAAA',
    ]);
    const reported: string[] = [];
    const queue = queueThatReports(reported);
    const claimed = await queue.claim(10);
    assert.deepEqual(
      [claimed.map(({ destination }) => destination.sellerId), reported],
      [['S1'], [`UNREADABLE ${destinationId}`]],
    );
    assert.deepEqual(await queue.claim(10), []);
    // The seller's other destinations still get events, and these wait for the unreadable one, too.
    await store.webhook('UNREADABLE');
    assert.equal((await store.publish('UNREADABLE')).length, 2);
    assert.equal((await queue.claim(10)).length, 1);
  });

  test('a claim that is rolled back reports no unreadable destination; the next one reports it once', async () => {
    const { destinationId } = await store.webhook('UNREADABLE');
    await store.publish('UNREADABLE');
    store.clock.now += 1;
    await store.webhook('S1');
    await store.publish('S1');
    await store.db.run('UPDATE destination SET settings = $2 WHERE channel_id = $1', [
      destinationId,
      'AAAAAAAAAAAAAAAA',
    ]);
    const reported: string[] = [];
    const queue = queueThatReports(reported);
    // The last statement of a claim reads the bodies: it fails after every destination was looked at.
    await store.db.run('ALTER TABLE seller_event RENAME TO hidden_event');
    await assert.rejects(queue.claim(10), /seller_event/);
    assert.deepEqual(reported, []);
    await store.db.run('ALTER TABLE hidden_event RENAME TO seller_event');
    assert.equal((await queue.claim(10)).length, 1);
    assert.deepEqual(reported, [`UNREADABLE ${destinationId}`]);
  });

  once('a 410 from the old address does not suspend the new one', async () => {
    const { destinationId } = await store.webhook('S1');
    await store.publish('S1');
    const claimed = await store.queue.claim(1);
    store.clock.now += 1;
    await store.notifications.destinations.change({ sellerId: 'S1' }, destinationId, (one) => one);
    await store.settle(claimed, { result: 'gone', code: 410 });
    assert.equal((await store.notifications.destinations.find({ sellerId: 'S1' }, destinationId))?.status, 'ACTIVE');
  });

  once('a delivery in flight when its lifetime ends may still arrive', async () => {
    await store.webhook('S1');
    const [id = ''] = await store.publish('S1');
    store.clock.now += 7 * DAY_MS - 1_000;
    const claimed = await store.queue.claim(1);
    store.clock.now += 2_000;
    await applyRetention(store.db, store.clock.now, DAY_MS);
    await store.settle(claimed, delivered);
    assert.equal(await stateOf(id), 'DELIVERED');
  });

  once('recover requeues every delivery that failed since a time, with all its retries', async () => {
    const destination = await store.webhook('S1', {}, 100);
    await store.publish('S1', 5);
    await store.settle(await store.queue.claim(100), { result: 'refused', error: 'never' });
    store.clock.now += HOUR_MS;
    const since = store.clock.now;
    await store.publish('S1', 7);
    await store.notifications.destinations.change(
      { sellerId: 'S1' },
      destination.destinationId,
      ({ failingSinceMs: _cleared, ...one }) => one,
    );
    await store.settle(await store.queue.claim(100), { result: 'refused', error: 'never' });
    assert.equal(await store.notifications.redelivery.recover(destination, since), 7);
    assert.equal(await store.notifications.redelivery.recover(destination, 0), 5);
    await store.notifications.destinations.change(
      { sellerId: 'S1' },
      destination.destinationId,
      ({ failingSinceMs: _cleared, ...one }) => one,
    );
    const again = await store.queue.claim(100);
    assert.deepEqual([again.length, again[0]?.tries, again[0]?.delivery.attempts], [12, 1, 2]);
  });

  test('many waiting deliveries of one destination do not delay another: a claim reads one row for them', async () => {
    await store.webhook('DEAD', {}, 2);
    await store.publish('DEAD', scaled(300, 2_000));
    store.clock.now += 1;
    await store.webhook('S2');
    await store.publish('S2');
    const first = await store.queue.claim(2);
    assert.deepEqual(
      first.map(({ destination }) => destination.sellerId),
      ['DEAD', 'DEAD'],
    );
    const next = await store.queue.claim(2);
    assert.deepEqual(
      next.map(({ destination }) => destination.sellerId),
      ['S2'],
    );
  });
});
