import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Db } from '../../src/db/db.ts';
import { type DepthBounds, readQueueDepth } from '../../src/notifications/queue/queue-depth.ts';
import { withEngines } from '../db/engines.ts';
import { postgresRowsRead } from '../db/postgres-plan.ts';
import { recording } from '../db/recorded-statements.ts';
import { addDeliveries } from './many-deliveries.ts';
import { NOW, notificationsOn } from './notification-store.ts';

const nowMs = NOW + 100_000;
const BOUNDS: DepthBounds = { counted: 50, destinations: 5 };

withEngines('the depth of the queue', (engine) => {
  let db: Db;
  let plain: Db;
  let store: ReturnType<typeof notificationsOn>;
  beforeEach(async () => {
    const database = await engine.migrated();
    db = await database.open();
    plain = await database.open();
    store = notificationsOn(db);
  });

  /** A destination with deliveries that are due for so long. Destinations are read in the order in which they are made. */
  async function waiting(type: 'WEBHOOKS' | 'EMAIL' | 'PULL', count: number, waitedMs: number, reason?: string) {
    store.clock.now += 1;
    const address = type === 'EMAIL' ? { settings: { email: { address: 'a@shop.example' } } } : {};
    const { destinationId } = await store.webhook('S1', { type, ...(type === 'PULL' ? { settings: {} } : address) });
    const due_ms = nowMs - waitedMs;
    await addDeliveries(db, destinationId, count, { due_ms, ...(reason ? { reason } : {}) });
    await db.run('UPDATE lane SET due_ms = $2 WHERE channel_id = $1', [destinationId, due_ms]);
  }
  const depth = (bounds: Partial<DepthBounds> = {}) => readQueueDepth(db, nowMs, { ...BOUNDS, ...bounds });
  const typesOf = async (bounds: Partial<DepthBounds> = {}) => Object.fromEntries((await depth(bounds)).byType);

  test('all counts are exact up to the bound, and one more is told as the bound, which is capped', async () => {
    await waiting('WEBHOOKS', 30, 2_000, 'WINDOW');
    await waiting('PULL', 20, 3_000);
    const exact = await depth();
    assert.deepEqual([exact.open, exact.isCapped, exact.oldestDueMs], [50, false, 2_000]);
    assert.deepEqual([...exact.held], [['WINDOW', 30]]);
    const types = { PULL: { open: 20, oldestDueMs: 3_000 }, WEBHOOKS: { open: 30, oldestDueMs: 2_000 } };
    assert.deepEqual(Object.fromEntries(exact.byType), types);
    await waiting('WEBHOOKS', 1, 0);
    const capped = await depth();
    assert.deepEqual([capped.open, capped.isCapped, capped.oldestDueMs], [50, true, 2_000]);
    types.WEBHOOKS.open = 31;
    assert.deepEqual(Object.fromEntries(capped.byType), types);
  });

  test('in a longer queue each type and each reason is counted up to the bound by itself, and the oldest due is exact', async () => {
    await waiting('PULL', 500, 9_000);
    await waiting('EMAIL', 400, 1_000, 'QUIET_HOURS');
    await waiting('WEBHOOKS', 7, 5_000, 'WINDOW');
    await waiting('WEBHOOKS', 8, 7_000);
    const { open, isCapped, held, byType, oldestDueMs } = await depth();
    assert.deepEqual([open, isCapped, oldestDueMs], [50, true, 7_000]);
    assert.deepEqual(Object.fromEntries(held), { QUIET_HOURS: 50, WINDOW: 7 });
    assert.deepEqual(Object.fromEntries(byType), {
      EMAIL: { open: 50, oldestDueMs: 1_000 },
      PULL: { open: 50, oldestDueMs: 9_000 },
      WEBHOOKS: { open: 15, oldestDueMs: 7_000 },
    });
  });

  test('behind the bound of destinations nothing is counted, and what is due later than all that was read is left out', async () => {
    for (let n = 0; n < 5; n += 1) await waiting('WEBHOOKS', 100, 5_000 - n);
    await waiting('EMAIL', 3, 1_000);
    assert.deepEqual(await typesOf({ destinations: 5 }), { WEBHOOKS: { open: 50, oldestDueMs: 5_000 } });
    const all = { EMAIL: { open: 3, oldestDueMs: 1_000 }, WEBHOOKS: { open: 50, oldestDueMs: 5_000 } };
    assert.deepEqual(await typesOf({ destinations: 7 }), all);
    await db.run('UPDATE lane SET due_ms = $1 WHERE due_ms = $2', [null, nowMs - 1_000]);
    assert.deepEqual(await typesOf({ destinations: 7 }), { ...all, EMAIL: { open: 3, oldestDueMs: 0 } });
  });

  // SQLite does not say what it read; `query-plans.test.ts` checks the plans of both.
  if (engine.name === 'postgres')
    test('it reads no more deliveries than its bounds, however many are open', async () => {
      for (let n = 0; n < 3; n += 1) await waiting('WEBHOOKS', 1_000, 5_000, 'WINDOW');
      await waiting('PULL', 2_000, 5_000);
      const read: Record<string, number> = {};
      const { db: watched } = recording(db, async (statement) => {
        for (const [name, rows] of await postgresRowsRead(plain, statement)) read[name] = (read[name] ?? 0) + rows;
      });
      assert.equal((await readQueueDepth(watched, nowMs, BOUNDS)).isCapped, true);
      // One more than the bound: of all, of each of two types, and for each of four destinations the next one and its first entry.
      assert.ok((read.delivery_open ?? 0) <= 3 * (BOUNDS.counted + 1) + 8, JSON.stringify(read));
      assert.equal(read.delivery_held, BOUNDS.counted + 1);
      assert.deepEqual(
        Object.keys(read).filter((name) => name.startsWith('delivery')),
        ['delivery_open', 'delivery_held'],
      );
    });
});
