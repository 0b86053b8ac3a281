import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storeClock } from '../../src/db/store-clock.ts';
import { tidyDeliveries } from '../../src/notifications/delivery-upkeep.ts';
import { HOUR, NOW, openNotifications } from '../notifications/notification-store.ts';
import { withEngines } from './engines.ts';

withEngines('the clock of the engine', (engine) => {
  test('set back by an hour it goes on; set forward it follows', async () => {
    const { db } = await openNotifications(await engine.fresh());
    let wall = NOW;
    let monotonic = 5_000;
    const clock = await storeClock(
      db,
      () => wall,
      () => monotonic,
      async () => 0,
    );
    assert.equal(clock.now(), NOW);
    wall += 1_000;
    monotonic += 1_000;
    assert.equal(clock.now(), NOW + 1_000);
    wall -= HOUR;
    assert.equal(clock.now(), NOW + 1_000);
    wall += 7_000;
    monotonic += 7_000;
    assert.equal(clock.now(), NOW + 8_000);
    wall += 3 * HOUR;
    assert.equal(clock.now(), wall);
    // A clock that was a year ahead for a moment, and is right again.
    wall += 365 * 24 * HOUR;
    assert.equal(clock.now(), wall);
    wall -= 365 * 24 * HOUR;
    assert.equal(clock.now(), wall);
  });

  test('after a restart it begins where the store has been already', async () => {
    const store = await openNotifications(await engine.fresh());
    await store.webhook('S1');
    await store.publish('S1');
    const clock = await storeClock(
      store.db,
      () => NOW - HOUR,
      () => 0,
      async () => 0,
    );
    assert.equal(clock.now(), NOW);
    store.clock.now += 60_000;
    await tidyDeliveries(store.db, store.clock.now, HOUR);
    const later = await storeClock(
      store.db,
      () => NOW - HOUR,
      () => 0,
      async () => 0,
    );
    assert.equal(later.now(), NOW + 60_000);
  });

  test("the database's clock counts where it is another one", async () => {
    const { db } = await openNotifications(await engine.fresh());
    let aheadMs = 5_000;
    const clock = await storeClock(
      db,
      () => NOW,
      () => 0,
      async () => aheadMs,
    );
    assert.equal(clock.now(), NOW + 5_000);
    aheadMs = 9_000;
    await clock.synchronize();
    assert.equal(clock.now(), NOW + 9_000);
    // And by itself it is the clock of the engine, to the second.
    const own = await storeClock(db);
    assert.ok(Math.abs(own.now() - Date.now()) < 1_000);
  });
});
