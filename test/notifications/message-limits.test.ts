import assert from 'node:assert/strict';
import { before, beforeEach, test as testOnBoth } from 'node:test';
import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import type { AttemptOutcome } from '../../src/domain/notifications/delivery.ts';
import type { Claimed } from '../../src/notifications/deliveries/delivery-attempt.ts';
import { applyRetention } from '../../src/notifications/retention/delivery-retention.ts';
import { testOnSqliteOrInTorture, withEngines } from '../db/engines.ts';
import { delivered, failed, idsOf, interrupted, openMessages, sizeOf } from './message-store.ts';
import { times } from './notification-store.ts';

/** A failure of the mail server: it does not lower the limits of the destination. */
const outage = { ...failed, isOperatorFault: true };

withEngines('messages to people', (engine) => {
  const test = testOnSqliteOrInTorture(engine);
  let store: Awaited<ReturnType<typeof openMessages>>;
  before(async () => {
    store = await openMessages(await engine.migrated());
  });
  beforeEach(() => store.empty());

  test('one e-mail an hour for each kind, then a digest of what happened since, the newest event last', async () => {
    await store.person('EMAIL');
    await store.publish('S1', 1, 'PRICING_HEALTH');
    assert.deepEqual(await store.deliver(), [1]);
    const waiting = await store.publish('S1', 3, 'PRICING_HEALTH');
    await store.publish('S1', 1, 'FEE_PROMOTION');
    assert.deepEqual(await store.deliver(), [1], 'another kind is not held back');
    for (const id of waiting) assert.deepEqual(await store.waits(id), ['PENDING', 'HOURLY_LIMIT', 60]);
    assert.equal(await store.queue.nextDueMs(), store.clock.now + HOUR_MS);

    store.clock.now += HOUR_MS - 1;
    waiting.push(...(await store.publish('S1', 1, 'PRICING_HEALTH')));
    assert.deepEqual(await store.queue.claim(10), []);
    store.clock.now += 1;
    const [digest, ...more] = await store.queue.claim(10);
    assert.ok(digest);
    assert.deepEqual(more, []);
    assert.deepEqual(idsOf(digest), waiting);
    assert.equal(new Set([digest.delivery, ...digest.earlier].map(({ messageId }) => messageId)).size, 1);
    assert.match(digest.delivery.messageId ?? '', /^[\w-]{16}$/);
    await store.settle([digest], delivered);
    for (const id of waiting) {
      const { delivery, attempts } = await store.logOf(id);
      assert.deepEqual([delivery.state, delivery.reason, attempts.length], ['DELIVERED', undefined, 1]);
    }
    assert.deepEqual((await store.messages()).map(({ kind }) => kind).sort(), [
      ...['FEE_PROMOTION', 'PRICING_HEALTH', 'PRICING_HEALTH'],
    ]);
  });

  test('each destination has its own hour', async () => {
    await store.person('EMAIL');
    await store.person('EMAIL');
    await store.publish('S1', 2, 'PRICING_HEALTH');
    assert.deepEqual(await store.deliver(), [2, 2]);
  });

  test('ten SMS in any 24 hours, of all kinds together, then one digest for each kind', async () => {
    await store.person('SMS');
    for (let n = 0; n < 10; n += 1) {
      await store.publish('S1', 1, n % 2 === 0 ? 'PRICING_HEALTH' : 'FEE_PROMOTION');
      assert.deepEqual(await store.deliver(), [1]);
      store.clock.now += HOUR_MS;
    }
    const [id = ''] = await store.publish('S1', 3, 'PRICING_HEALTH');
    await store.publish('S1', 2, 'FEE_PROMOTION');
    assert.deepEqual(await store.deliver(), []);
    assert.deepEqual(await store.waits(id), ['PENDING', 'DAILY_LIMIT', 14 * 60]);
    store.clock.now += 14 * HOUR_MS;
    assert.deepEqual(await store.deliver(), [3], 'the first SMS is a day old');
    store.clock.now += HOUR_MS;
    assert.deepEqual(await store.deliver(), [2], 'and now the second');
  });

  test('push messages have no limit; what is due at once is one message for each kind', async () => {
    await store.person('MOBILE_PUSH');
    for (let n = 0; n < 12; n += 1) {
      await store.publish('S1', 2, 'PRICING_HEALTH');
      await store.publish('S1', 1, 'FEE_PROMOTION');
      assert.deepEqual(await store.deliver(), [2, 1]);
    }
  });

  test('a webhook gets each event alone and at once', async () => {
    await store.person('WEBHOOKS', { settings: { webhook: { url: 'https://a.example', headers: {}, maxInFlight: 10, others: {} } } }); // biome-ignore format: short
    await store.publish('S1', 5, 'PRICING_HEALTH');
    assert.deepEqual(await store.deliver(), [1, 1, 1, 1, 1]);
    assert.deepEqual(await store.messages(), []);
  });

  test('tests are never held back, grouped or counted', async () => {
    const { destinationId } = await store.person('EMAIL');
    for (let n = 0; n < 3; n += 1) await store.sendTest('EMAIL', destinationId);
    await store.publish('S1', 2, 'PRICING_HEALTH');
    assert.deepEqual(await store.deliver(), [1, 1, 1, 2]);
    await store.sendTest('EMAIL', destinationId);
    assert.deepEqual(await store.deliver(), [1]);
    assert.equal((await store.messages()).length, 1);
  });

  test('a message that fails is sent again as it is: the same deliveries, id and due time, one attempt in each log', async () => {
    await store.person('EMAIL');
    const ids = await store.publish('S1', 5, 'PRICING_HEALTH');
    const [first] = await store.queue.claim(10);
    assert.ok(first);
    await store.settle([first], failed);
    const due = await Promise.all(ids.map(async (id) => (await store.logOf(id)).delivery.dueMs));
    assert.equal(new Set(due).size, 1);
    store.clock.now = due[0] ?? 0;
    const [later = ''] = await store.publish('S1', 1, 'PRICING_HEALTH');
    const [again, ...more] = await store.queue.claim(10);
    assert.ok(again);
    assert.deepEqual([idsOf(again), more], [ids, []]);
    assert.equal(again.delivery.messageId, first.delivery.messageId);
    await store.settle([again], delivered);
    for (const id of ids) assert.equal((await store.logOf(id)).attempts.length, 2);
    assert.deepEqual(
      await store.waits(later),
      ['PENDING', 'HOURLY_LIMIT', 60],
      'the hour counts from the last attempt',
    );
  });

  test('a message of a worker that died before it sent is the same message for the next one', async () => {
    await store.person('EMAIL');
    const ids = await store.publish('S1', 4, 'PRICING_HEALTH');
    const [dead] = await store.queue.claim(10);
    store.clock.now += times.leaseMs + 1;
    await store.publish('S1', 1, 'PRICING_HEALTH');
    const again = await store.queue.claim(10);
    assert.deepEqual(again.map(idsOf), [ids]);
    assert.equal(again[0]?.delivery.messageId, dead?.delivery.messageId);
    await store.settle(dead ? [dead] : [], delivered);
    assert.equal((await store.logOf(ids[0] ?? '')).delivery.state, 'SENDING', 'the dead one has lost its lease');
    await store.settle(again, delivered);
    assert.equal((await store.messages()).length, 1);
  });

  test('after an outage of the mail server all is one digest, and not an e-mail for each hour', async () => {
    await store.person('EMAIL');
    const delaysMs = [0, 5_000, 300_000, 1_800_000, 2 * HOUR_MS, 5 * HOUR_MS];
    const queue = store.queueWith({ delaysMs });
    const settle = (claimed: readonly Claimed[], outcome: AttemptOutcome) =>
      queue.settle(claimed.map((one) => ({ claimed: one, startedMs: store.clock.now, durationMs: 7, outcome })));
    const ids = await store.publish('S1', 2, 'PRICING_HEALTH');
    for (let n = 0; n < 4; n += 1) {
      store.clock.now = (await queue.nextDueMs()) ?? 0;
      const claimed = await queue.claim(10);
      assert.deepEqual(claimed.map(idsOf), [ids]);
      await settle(claimed, failed);
    }
    // The next attempt of that message is at least 1.6 hours away.
    store.clock.now += HOUR_MS - 1;
    ids.push(...(await store.publish('S1', 1, 'PRICING_HEALTH')));
    assert.deepEqual(await queue.claim(10), []);
    store.clock.now += 1;
    const [digest] = await queue.claim(10);
    assert.ok(digest);
    assert.deepEqual(idsOf(digest), ids);
    await settle([digest], interrupted);
    ids.push(...(await store.publish('S1', 1, 'PRICING_HEALTH')));
    const again = await queue.claim(10);
    assert.deepEqual(again.map(idsOf), [ids.slice(0, 3)], 'it did not count as an attempt, and is the same message');
    await settle(again, delivered);
    store.clock.now += HOUR_MS;
    assert.deepEqual((await queue.claim(10)).map(idsOf), [ids.slice(3)], 'nothing else is left');
  });

  test('what somebody asks for again goes out at once as the same message, and does not count', async () => {
    await store.person('EMAIL');
    const [id = '', other = ''] = await store.publish('S1', 2, 'PRICING_HEALTH');
    assert.deepEqual(await store.deliver(), [2]);
    const { messageId } = (await store.logOf(id)).delivery;
    store.clock.now += HOUR_MS / 2;
    const [held = ''] = await store.publish('S1', 1, 'PRICING_HEALTH');
    await store.notifications.redelivery.resend({ sellerId: 'S1' }, id);
    const claimed = await store.queue.claim(10);
    assert.deepEqual(claimed.map(idsOf), [[id]]);
    assert.equal(claimed[0]?.delivery.messageId, messageId);
    await store.settle(claimed, delivered);
    assert.equal((await store.logOf(other)).attempts.length, 1);
    assert.deepEqual(await store.waits(held), ['PENDING', 'HOURLY_LIMIT', 30], 'the hour of the first e-mail');
  });

  test('a new message counts from its last attempt, also when a part of it was asked for before it was first sent', async () => {
    await store.person('EMAIL');
    const [id = ''] = await store.publish('S1', 1, 'PRICING_HEALTH');
    await store.notifications.redelivery.resend({ sellerId: 'S1' }, id);
    await store.settle(await store.queue.claim(10), interrupted);
    store.clock.now += 60_000;
    assert.deepEqual(await store.deliver(), [1]);
    await store.publish('S1', 1, 'PRICING_HEALTH');
    store.clock.now += HOUR_MS - 1;
    assert.deepEqual(await store.deliver(), []);
    store.clock.now += 1;
    assert.deepEqual(await store.deliver(), [1]);
  });

  test('a retry counts once, also for a new SMS that is due at the same time', async () => {
    await store.person('SMS');
    for (let n = 0; n < 9; n += 1) {
      await store.publish('S1', 1, 'PRICING_HEALTH');
      if (n < 8) assert.deepEqual(await store.deliver(), [1]);
    }
    await store.settle(await store.queue.claim(10), outage);
    store.clock.now = (await store.queue.nextDueMs()) ?? 0;
    await store.publish('S1', 1, 'FEE_PROMOTION');
    assert.deepEqual(await store.deliver(), [1, 1], 'the ninth again, and the tenth');
    await store.publish('S1', 1, 'FEE_PROMOTION');
    assert.deepEqual(await store.deliver(), []);
  });

  test('what is asked for again out of a failed digest is told in that message or in the next one, not in both', async () => {
    await store.person('EMAIL');
    const ids = await store.publish('S1', 3, 'PRICING_HEALTH');
    await store.settle(await store.queue.claim(10), outage);
    store.clock.now += HOUR_MS;
    ids.push(...(await store.publish('S1', 1, 'PRICING_HEALTH')));
    await store.notifications.redelivery.resend({ sellerId: 'S1' }, ids[0] ?? '');
    const claimed = await store.queue.claim(10);
    assert.deepEqual(claimed.flatMap(idsOf).sort(), ids);
  });

  for (const type of ['SMS', 'MOBILE_PUSH'] as const) {
    test(`a ${type} that failed is not sent after one with newer events of its kind: one message tells both`, async () => {
      await store.person(type);
      const ids = await store.publish('S1', 2, 'PRICING_HEALTH');
      await store.settle(await store.queue.claim(10), outage);
      store.clock.now += 1_000;
      ids.push(...(await store.publish('S1', 1, 'PRICING_HEALTH')));
      const claimed = await store.queue.claim(10);
      assert.deepEqual(claimed.map(idsOf), [ids]);
      await store.settle(claimed, delivered);
      assert.equal(await store.queue.nextDueMs(), undefined);
    });
  }

  test('a message holds 200 deliveries, the oldest; the rest is in the next one', async () => {
    await store.person('EMAIL');
    const ids = await store.publish('S1', 450, 'PRICING_HEALTH');
    const claims: string[][] = [];
    for (let n = 0; n < 3; n += 1) {
      const claimed = await store.queue.claim(10);
      claims.push(...claimed.map(idsOf));
      await store.settle(claimed, delivered);
      store.clock.now += HOUR_MS;
    }
    assert.deepEqual(claims, [ids.slice(0, 200), ids.slice(200, 400), ids.slice(400)]);
  });

  test('more due deliveries than one claim looks at are all told', async () => {
    await store.person('MOBILE_PUSH');
    await store.publish('S1', 1_300, 'PRICING_HEALTH');
    let published = 0;
    for (let n = 0; n < 10 && published < 1_300; n += 1)
      published += (await store.deliver()).reduce((sum, one) => sum + one, 0);
    assert.equal(published, 1_300);
    assert.equal((await store.messages()).length, 7);
  });

  test('a message counts as one in flight, however much it tells', async () => {
    await store.person('MOBILE_PUSH');
    for (let n = 0; n < 10; n += 1) {
      await store.publish('S1', 30, 'PRICING_HEALTH');
      assert.deepEqual((await store.queue.claim(100)).map(sizeOf), [30]);
    }
    await store.publish('S1', 1, 'PRICING_HEALTH');
    assert.deepEqual(await store.queue.claim(100), [], 'ten messages are in flight');
  });

  testOnBoth('concurrent workers make one message of what is due', async () => {
    await store.person('EMAIL');
    await store.publish('S1', 20, 'PRICING_HEALTH');
    const queues = [1, 2, 3].map(() => store.queueWith());
    const claims = await Promise.all([...queues, ...queues].map((queue) => queue.claim(10)));
    assert.deepEqual(claims.flat().map(sizeOf), [20]);
    assert.equal((await store.messages()).length, 1);
  });

  test('the metrics count a delivery when it begins to wait, once for each reason', async () => {
    const { destinationId } = await store.person('SMS');
    for (let n = 0; n < 10; n += 1) {
      await store.publish('S1', 1, 'PRICING_HEALTH');
      await store.deliver();
    }
    await store.publish('S1', 3, 'PRICING_HEALTH');
    await store.deliver();
    await store.change(destinationId, { quietHours: { start: '00:00', end: '01:00', timeZone: 'UTC' } });
    for (const waitMs of [DAY_MS, 1, 1]) {
      store.clock.now += waitMs;
      assert.deepEqual(await store.deliver(), []);
    }
    // Longer hours: they wait on, for the same reason.
    await store.change(destinationId, { quietHours: { start: '00:00', end: '02:00', timeZone: 'UTC' } });
    assert.deepEqual(await store.deliver(), []);
    store.clock.now += 2 * HOUR_MS;
    assert.deepEqual(await store.deliver(), [3]);
    const counts = store.tallies
      .flatMap((tally) => [...tally.entries()])
      .map(({ what, channel, why, count }) => `${what} ${channel} ${why} ${count}`);
    assert.deepEqual(counts, ['held SMS DAILY_LIMIT 3', 'held SMS QUIET_HOURS 3']);
  });

  test('a held delivery ends as any other one: expired, or canceled with its destination', async () => {
    const { destinationId } = await store.person('EMAIL');
    await store.publish('S1', 1, 'PRICING_HEALTH');
    await store.deliver();
    const [id = ''] = await store.publish('S1', 1, 'PRICING_HEALTH');
    await store.deliver();
    await store.change(destinationId, { status: 'INACTIVE' });
    store.clock.now += 8 * DAY_MS;
    await applyRetention(store.db, store.clock.now, 30 * DAY_MS);
    assert.equal((await store.waits(id))[0], 'EXPIRED');
    await store.change(destinationId, { status: 'ACTIVE' });
    await store.publish('S1', 1, 'PRICING_HEALTH');
    await store.deliver();
    await store.publish('S1', 1, 'PRICING_HEALTH');
    assert.deepEqual(await store.deliver(), []);
    await store.notifications.destinations.remove({ sellerId: 'S1' }, destinationId);
    store.clock.now += DAY_MS;
    assert.deepEqual(await store.deliver(), []);
  });

  test('a message is kept as long as its deliveries, and at least as long as the limits look back', async () => {
    await store.person('EMAIL');
    await store.publish('S1', 2, 'PRICING_HEALTH');
    await store.deliver();
    store.clock.now += 2 * HOUR_MS;
    await store.publish('S1', 1, 'FEE_PROMOTION');
    await store.settle(await store.queue.claim(10), failed);
    await applyRetention(store.db, store.clock.now, HOUR_MS);
    assert.equal((await store.messages()).length, 2, 'younger than a day');
    store.clock.now += DAY_MS;
    await applyRetention(store.db, store.clock.now, HOUR_MS);
    assert.deepEqual(
      (await store.messages()).map(({ kind }) => kind),
      ['FEE_PROMOTION'],
      'one is still tried',
    );
  });
});
