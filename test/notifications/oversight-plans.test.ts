import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '../../src/db/db.ts';
import { withEngines } from '../db/engines.ts';
import { type Permitted, wideReads } from '../db/query-plans.ts';
import { recording } from '../db/recorded-statements.ts';
import { notificationsOn } from './notification-store.ts';

const PERMITTED: readonly Permitted[] = [
  {
    statement: /destination\.channel_id > \$1 AND destination\.status <> 'DELETED'/,
    step: /destination/,
    because: 'those that are DELETED are few: cleanup removes them within minutes',
  },
  {
    statement: /WHERE attempts > 0 UNION ALL SELECT/,
    step: /^SEARCH delivery USING INDEX delivery_(open|failed) \(channel_id=\?\)$/,
    because: 'both reads end at a LIMIT in the order of their index',
  },
  {
    statement:
      /FROM \(SELECT \* FROM delivery WHERE channel_id = \$1 AND settled_ms IS NULL ORDER BY due_ms LIMIT 5000\)/,
    step: /^SEARCH delivery USING INDEX delivery_open \(channel_id=\?\)$|^SCAN delivery$/,
    because: 'at most 5,000 of the open deliveries are sorted',
  },
  {
    statement: /SELECT \* FROM \(SELECT \* FROM delivery WHERE delivery_id = \$\d LIMIT 1\) AS one UNION ALL/,
    step: /^SCAN (delivery|one|several)$/,
    because: 'they are the rows of two reads by key',
  },
  {
    statement: /FROM market_event ORDER BY id LIMIT 1/,
    step: /market_event/,
    because: 'it reads one row',
  },
];

withEngines('what the operator asks about notifications', (engine) => {
  test('reads by keys: nothing of all sellers, and of a destination no more than a page or a bound', async () => {
    const plain: Db = await (await engine.migrated()).open();
    const { db, statements } = recording(plain);
    const { notifications, webhook, publish, queue, settle, clock } = notificationsOn(db);
    const { destinationId } = await webhook('S1');
    await publish('S1', 3);
    await settle(await queue.claim(1), { result: 'failed', code: 500, error: 'No.' });
    await settle(await queue.claim(9), { result: 'refused', code: 400, error: 'No.' });
    await publish('S1');
    await db.run(`INSERT INTO market_event (kind, marketplace_id, item_id, condition, customer, offer_type, at_ms, lane, audience,
      after_seller, named, owners, facts, item_part) VALUES ('K', 'M', 'I', 'New', 'Consumer', 'B2C', 1, 0, 'active', '', '[]', '[]', 'null', '')`);
    statements.clear();
    const { destinations, deliveries, events, traces } = notifications.oversight;
    const limit = 20;
    const [failing] = await destinations.page({ failingSinceMs: 1, limit });
    assert.equal(failing?.lastFailure?.cause, 'No.');
    await destinations.page({
      failingSinceMs: 1,
      statuses: ['ACTIVE'],
      after: { failingMs: 1, destinationId: 'a' },
      limit,
    });
    await destinations.page({ sellerId: 'S1', limit });
    await destinations.page({ statuses: ['SUSPENDED', 'WITHDRAWN'], limit });
    await destinations.page({ limit });
    const [newest] = await deliveries.search({ sellerId: 'S1', limit });
    await deliveries.search({ destinationId, state: 'DEAD', limit });
    await deliveries.search({ destinationId, state: 'PENDING', limit });
    await deliveries.search({ eventId: newest?.notificationId, limit });
    const page = await events.page({ sellerId: 'S1', fromMs: clock.now - 1, untilMs: clock.now + 1, limit });
    assert.equal(page.events.length, 4);
    for (const id of [newest?.deliveryId ?? '', newest?.notificationId ?? '', destinationId])
      assert.ok(await traces.find(id), id);
    assert.ok(await traces.find(newest?.notificationId ?? '', 'S1'));
    assert.deepEqual(await wideReads(plain, statements, PERMITTED), []);
    assert.ok(statements.size > 15);
  });
});
