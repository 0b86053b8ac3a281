import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { EventKind } from '../../src/domain/notifications/notification.ts';
import { kindsOf } from '../../src/domain/notifications/subscription.ts';
import { withEngines } from '../db/engines.ts';
import { openNotifications } from './notification-store.ts';

const access = { sellerId: 'A1' };
const kinds: EventKind[] = ['BUY_BOX_CHANGED', 'PRICING_HEALTH', 'PRICE_CHANGED', 'FEE_CHANGED'];

withEngines('subscriptions of one destination at once', (engine) => {
  it('lose nothing: every kind, filter and window is there, and what is deleted meanwhile is not (decision 59)', async () => {
    const { webhook, notifications } = await openNotifications(await engine.migrated());
    const { destinationId } = await webhook('A1', { eventTypes: ['REPORT_READY'] });
    await Promise.all([
      ...kinds.map((kind) =>
        notifications.subscriptions.subscribe(access, {
          ...{ destinationId, kind },
          choice: { filter: { skus: [kind] }, windowSeconds: 300 },
        }),
      ),
      notifications.subscriptions.unsubscribe(access, destinationId, 'REPORT_READY'),
      notifications.destinations.change(access, destinationId, (one) => ({ ...one, name: 'Renamed' })),
    ]);
    const found = (await notifications.destinations.find(access, destinationId)) ?? assert.fail();
    assert.deepEqual([found.name, kindsOf(found)], ['Renamed', kinds]);
    assert.deepEqual(
      found.byKind,
      Object.fromEntries(kinds.map((kind) => [kind, { filter: { skus: [kind] }, windowSeconds: 300 }])),
    );
  });

  it('with one idempotency key make one subscription', async () => {
    const { webhook, notifications } = await openNotifications(await engine.migrated());
    const { destinationId } = await webhook('A1', { eventTypes: [] });
    const request = { caller: 'c', operation: 'o', key: 'k', body: {} };
    const made = await Promise.all(
      [1, 2, 3].map(() =>
        notifications.subscriptions.subscribe(access, { destinationId, kind: 'FEE_CHANGED', choice: {} }, request),
      ),
    );
    assert.equal(made.filter((one) => 'repeated' in one && one.repeated).length, 2);
    assert.ok(made.every((one) => 'subscription' in one));
  });
});
