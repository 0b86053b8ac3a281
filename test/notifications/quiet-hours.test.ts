import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { HOUR_MS } from '../../src/domain/duration.ts';
import { applyRetention } from '../../src/notifications/retention/delivery-retention.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { delivered, failed, openMessages, sizeOf } from './message-store.ts';

/** The clock of the tests begins at midnight. */
const quietHours = { start: '22:00', end: '07:00', timeZone: 'UTC' };

withEnginesInTorture('quiet hours', (engine) => {
  let store: Awaited<ReturnType<typeof openMessages>>;
  before(async () => {
    store = await openMessages(await engine.migrated());
  });
  beforeEach(() => store.empty());

  for (const type of ['EMAIL', 'SMS', 'MOBILE_PUSH'] as const) {
    test(`hold ${type} back until they end, and then one message tells it all`, async () => {
      await store.person(type, { quietHours });
      const [id = ''] = await store.publish('S1', 1, 'PRICING_HEALTH');
      assert.deepEqual(await store.deliver(), []);
      assert.deepEqual(await store.waits(id), ['PENDING', 'QUIET_HOURS', 7 * 60]);
      store.clock.now += 3 * HOUR_MS;
      await store.publish('S1', 2, 'PRICING_HEALTH');
      assert.deepEqual(await store.deliver(), []);
      assert.equal(await store.queue.nextDueMs(), store.clock.now + 4 * HOUR_MS);
      store.clock.now += 4 * HOUR_MS;
      assert.deepEqual(await store.deliver(), [3]);
    });
  }

  test('hold back neither webhooks nor tests', async () => {
    const { destinationId } = await store.person('EMAIL', { quietHours });
    await store.webhook('S1', { windowSeconds: 0 });
    await store.publish('S1', 1, 'PRICING_HEALTH');
    await store.sendTest('EMAIL', destinationId);
    assert.deepEqual(await store.deliver(), [1, 1]);
    assert.deepEqual(await store.messages(), [], 'only the event to the person waits');
  });

  test('hold back the retry of a message, and what a dead worker had claimed', async () => {
    await store.person('EMAIL', { quietHours });
    store.clock.now += 22 * HOUR_MS - 1_000;
    const [id = ''] = await store.publish('S1', 2, 'PRICING_HEALTH');
    const [first] = await store.queue.claim(10);
    await store.settle(first ? [first] : [], failed);
    store.clock.now += 60_000;
    assert.deepEqual(await store.deliver(), []);
    const [, reason] = await store.waits(id);
    assert.equal(reason, 'QUIET_HOURS');
    store.clock.now += 9 * HOUR_MS;
    // It is 07:00:59. The lease of this claim ends without a settlement, in the next night.
    const [again] = await store.queue.claim(10);
    assert.deepEqual([again && sizeOf(again), again?.delivery.messageId], [2, first?.delivery.messageId]);
    store.clock.now += 16 * HOUR_MS;
    assert.deepEqual(await store.deliver(), []);
    const [state, reasonOfDead] = await store.waits(id);
    assert.deepEqual([state, reasonOfDead], ['PENDING', 'QUIET_HOURS']);
    await store.settle(again ? [again] : [], delivered);
    assert.equal((await store.waits(id))[0], 'PENDING', 'its lease had ended');
  });

  test('that are removed or shortened release what they hold, those that become longer hold on to it', async () => {
    const { destinationId } = await store.person('MOBILE_PUSH', { quietHours });
    const [id = ''] = await store.publish('S1', 2, 'PRICING_HEALTH');
    await store.deliver();
    await store.change(destinationId, { quietHours: { ...quietHours, end: '09:00' } });
    assert.deepEqual(await store.deliver(), []);
    assert.deepEqual(await store.waits(id), ['PENDING', 'QUIET_HOURS', 9 * 60]);
    await store.change(destinationId, { quietHours: { ...quietHours, end: '05:00' } });
    assert.deepEqual(await store.deliver(), []);
    assert.deepEqual(await store.waits(id), ['PENDING', 'QUIET_HOURS', 5 * 60]);
    await store.change(destinationId, { name: 'Another name' });
    assert.deepEqual(await store.waits(id), ['PENDING', 'QUIET_HOURS', 5 * 60]);
    await store.change(destinationId, { quietHours: undefined });
    assert.deepEqual(await store.deliver(), [2]);
  });

  test('that are removed release everything, however much waits', async () => {
    const { destinationId } = await store.person('MOBILE_PUSH', { quietHours });
    await store.publish('S1', 1_100, 'PRICING_HEALTH');
    for (let n = 0; n < 2; n += 1) assert.deepEqual(await store.deliver(), []);
    assert.equal(await store.queue.nextDueMs(), store.clock.now + 7 * HOUR_MS);
    await store.change(destinationId, { quietHours: undefined });
    const published = [...(await store.deliver()), ...(await store.deliver())];
    assert.equal(
      published.reduce((sum, one) => sum + one, 0),
      1_100,
    );
  });

  test('that are removed while the destination is suspended release what they held when it is active again', async () => {
    const { destinationId } = await store.person('EMAIL', { quietHours });
    await store.publish('S1', 2, 'PRICING_HEALTH');
    await store.deliver();
    await store.change(destinationId, { status: 'SUSPENDED' });
    await store.change(destinationId, { quietHours: undefined });
    assert.deepEqual(await store.deliver(), []);
    await store.sendTest('EMAIL', destinationId);
    assert.deepEqual(await store.deliver(), [1], 'the test, which reactivates it');
    assert.deepEqual(await store.deliver(), [2]);
  });

  test('that begin while a destination is inactive hold back what waited for it', async () => {
    const { destinationId } = await store.person('SMS', { quietHours: { ...quietHours, start: '01:00' } });
    await store.change(destinationId, { status: 'INACTIVE' });
    await store.publish('S1', 2, 'PRICING_HEALTH');
    store.clock.now += 2 * HOUR_MS;
    await store.change(destinationId, { status: 'ACTIVE' });
    assert.deepEqual(await store.deliver(), []);
    store.clock.now += 5 * HOUR_MS;
    assert.deepEqual(await store.deliver(), [2]);
  });

  test('of a time zone that this process does not know hold nothing back, and stop nobody else', async () => {
    await store.person('EMAIL', { quietHours: { ...quietHours, timeZone: 'Mars/Olympus' } });
    await store.webhook('S1', { windowSeconds: 0 });
    await store.publish('S1', 1, 'PRICING_HEALTH');
    assert.deepEqual(await store.deliver(), [1, 1]);
  });

  test('end, and the limits still hold', async () => {
    await store.person('EMAIL', { quietHours });
    store.clock.now += 22 * HOUR_MS - 60_000;
    await store.publish('S1', 1, 'PRICING_HEALTH');
    assert.deepEqual(await store.deliver(), [1]);
    const [id = ''] = await store.publish('S1', 1, 'PRICING_HEALTH');
    assert.deepEqual(await store.deliver(), []);
    assert.equal((await store.waits(id))[1], 'HOURLY_LIMIT');
    store.clock.now += HOUR_MS;
    assert.deepEqual(await store.deliver(), []);
    assert.equal((await store.waits(id))[1], 'QUIET_HOURS');
    store.clock.now += 8 * HOUR_MS + 60_000;
    assert.deepEqual(await store.deliver(), [1]);
    await applyRetention(store.db, store.clock.now, HOUR_MS);
  });
});
