import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { DestinationStatus } from '../../src/domain/notifications/destination.ts';
import { withEngines } from '../db/engines.ts';
import { openNotifications } from './notification-store.ts';

withEngines('concurrent test notifications', (engine) => {
  let store: Awaited<ReturnType<typeof openNotifications>>;
  beforeEach(async () => {
    store = await openNotifications(await engine.migrated());
  });

  const aboutOne = (destinationId: string, deliveryId?: string) => ({
    ...{ access: { sellerId: 'S1' }, type: 'WEBHOOKS' as const, destinationId },
    ...{ content: { payloadVersion: '1.0' }, marketplaceId: undefined },
    ...(deliveryId ? { ids: { notificationId: `ntf_${deliveryId}`, deliveryId } } : {}),
  });
  const send = (...args: Parameters<typeof aboutOne>) =>
    store.notifications.tests.send(aboutOne(...args)).catch((error: Error) => error);
  const created = async (status: DestinationStatus = 'ACTIVE') => (await store.webhook('S1', { status })).destinationId;
  const queued = async (destinationId: string) =>
    (await store.db.all('SELECT 1 AS one FROM delivery WHERE channel_id = $1', [destinationId])).length;

  test('each gets its own result, also when another is rejected', async () => {
    const [first, second, inactive] = [await created(), await created(), await created('INACTIVE')];
    const asked = Array.from({ length: 90 }, (_, n) => [first, second, inactive, 'missing'][n % 4] ?? '');
    const results = await Promise.all(asked.map((id) => send(id)));
    const outcomes = results.map((one) => ('rejected' in one ? one.rejected : 'deliveryIds' in one));
    const expected = new Map<string, unknown>([
      [inactive, 'inactive'],
      ['missing', 'noDestination'],
    ]);
    assert.deepEqual(
      outcomes,
      asked.map((id) => expected.get(id) ?? true),
    );
    assert.equal(await queued(first), 23);
    assert.equal(await queued(second), 23);
    const ids = results.flatMap((one) => ('deliveryIds' in one ? one.deliveryIds : []));
    assert.equal(new Set(ids).size, 46);
    assert.equal((await store.queue.claim(100)).length, 20, 'what the limits of two destinations allow');
  });

  test('one that cannot be stored fails alone', async () => {
    const id = await created();
    await send(id, 'dlv_taken');
    const results = await Promise.all([send(id, 'dlv_1'), send(id, 'dlv_taken'), send(id, 'dlv_2')]);
    assert.deepEqual(
      results.map((one) => one instanceof Error),
      [false, true, false],
    );
    assert.equal(await queued(id), 3);
  });

  test('two with one idempotency key are one', async () => {
    const id = await created();
    const request = { caller: 'app S1', operation: 'testNotification WEBHOOKS', key: 'k1', body: {} };
    const sent = await Promise.all(
      Array.from({ length: 5 }, () => store.notifications.tests.send(aboutOne(id), request)),
    );
    const notificationIds = sent.map((one) => ('notificationId' in one ? one.notificationId : one.rejected));
    assert.equal(new Set(notificationIds).size, 1);
    assert.deepEqual(
      sent.map((one) => 'repeated' in one && one.repeated),
      [false, true, true, true, true],
    );
    assert.equal(await queued(id), 1);
  });

  test('a settlement claims what its slots allow, in the same transaction where that saves one', async () => {
    await store.webhook('S1', {}, 2);
    await store.publish('S1', 5);
    const claimed = await store.queue.claim(10);
    assert.equal(claimed.length, 2);
    const attempted = claimed.map((one) => ({
      ...{ claimed: one, startedMs: store.clock.now, durationMs: 7 },
      outcome: { result: 'delivered' as const },
    }));
    const withIt = await store.queue.settle(attempted, 1);
    assert.equal(withIt.length, engine.name === 'sqlite' ? 1 : 0);
    const next = await store.queue.claim(10);
    assert.equal(withIt.length + next.length, 2, 'never more than may be in flight');
    assert.equal(new Set([...claimed, ...withIt, ...next].map(({ delivery }) => delivery.deliveryId)).size, 4);
  });
});
