import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { onEngine } from '../db/engines.ts';
import { openNotifications } from './notification-store.ts';

// SQLite runs transactions one by one: there nothing is to wait for.
onEngine('postgres', 'a new receiver of events', (engine) => {
  it('waits for changes that began before, and so were not written for it; only the first time', async () => {
    const { db, webhook } = await openNotifications(await engine.migrated());
    const order: string[] = [];
    const begun = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const change = db.transaction(async (tx) => {
      await tx.get('SELECT 1 AS one FROM event_receiver');
      begun.resolve();
      await mayEnd.promise;
      order.push('change');
    });
    await begun.promise;
    const first = webhook('A1').then(() => order.push('receiver'));
    // The receiver is stored at once; it is told so when the change has ended.
    for (let n = 0; n < 500 && (await db.get('SELECT 1 AS one FROM event_receiver')) === undefined; n += 1)
      await new Promise((resolve) => setTimeout(resolve, 10));
    assert.deepEqual(order, []);
    mayEnd.resolve();
    await Promise.all([change, first]);
    assert.deepEqual(order, ['change', 'receiver']);

    const [again, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const later = db.transaction(async (tx) => {
      await tx.get('SELECT 1 AS one FROM event_receiver');
      again.resolve();
      await end.promise;
    });
    await again.promise;
    await webhook('A1');
    end.resolve();
    await later;
  });

  it('does not wait for a read in progress, which writes nothing', async () => {
    const { db, webhook } = await openNotifications(await engine.migrated());
    const rows = db.each('SELECT * FROM generate_series(1, 5000)')[Symbol.asyncIterator]();
    await rows.next();
    const sessions = await db.all<{ application_name: string }>(
      'SELECT application_name FROM pg_stat_activity WHERE datname = current_database() AND backend_xmin IS NOT NULL AND pid <> pg_backend_pid()',
    );
    assert.deepEqual(sessions, [{ application_name: 'marketplace-seller-service (reading)' }]);
    const ended = await Promise.race([webhook('A2').then(() => 'receiver'), sleep(1_500, 'waits', { ref: false })]);
    assert.equal(ended, 'receiver', 'It would wait for two seconds.');
    await rows.return?.();
    const names = await db.all(
      'SELECT application_name FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE $1',
      ['%(reading)'],
    );
    assert.deepEqual(names, [], 'The session has its own name again.');
  });
});
