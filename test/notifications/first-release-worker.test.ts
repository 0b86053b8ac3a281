import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withEngines } from '../db/engines.ts';
import { claimOfFirstRelease, pullOfFirstRelease } from '../db/last-release/claim.ts';
import { openNotifications } from './notification-store.ts';

withEngines('a worker of the first release that still runs', ({ migrated }) => {
  for (const [name, take] of [
    ['claim', claimOfFirstRelease],
    ['pull', pullOfFirstRelease],
  ] as const) {
    test(`is given tests by its ${name}, whose text it can read, and never an event`, async () => {
      const { db, clock, webhook, publish, notifications, queue, settle } = await openNotifications(await migrated());
      const { destinationId } = await webhook('S1');
      const events = await publish('S1', 3);
      const content = { payloadVersion: '1.0', testScenario: undefined };
      const about = {
        access: { sellerId: 'S1' },
        type: 'WEBHOOKS',
        destinationId,
        content,
        marketplaceId: undefined,
      } as const;
      await notifications.publisher.sendTest(about);
      const taken = await take(db, destinationId, clock.now);
      assert.deepEqual(
        taken.map(({ is_test }) => is_test),
        [1],
      );
      const bodies = await db.all<{ body: string }>('SELECT body FROM delivery_body');
      assert.match(bodies[0]?.body ?? '', /"type":/);
      // Nothing was changed about the events: this version's worker gets them all, whole, in its first claim.
      const claimed = await queue.claim(10);
      assert.deepEqual(claimed.map(({ delivery }) => delivery.deliveryId).sort(), events.sort());
      for (const { delivery } of claimed) assert.ok(delivery.body.length > 100 && delivery.attempts === 1);
      // Also when their leases have ended, because this worker died.
      clock.now += 60_000;
      assert.deepEqual(
        (await take(db, destinationId, clock.now)).map(({ is_test }) => is_test),
        [1],
      );
      const again = await queue.claim(10);
      assert.equal(again.length, 3);
      await settle(again, { result: 'delivered', code: 200 });
      const delivered = await db.get<{ n: number }>(
        "SELECT COUNT(*) AS n FROM delivery WHERE state = 'DELIVERED' AND lease IS NULL AND attempts = 2",
      );
      assert.equal(delivered?.n, 3);
    });
  }
});
