import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tidyDeliveries } from '../../src/store/delivery-upkeep.ts';
import { engineClock } from '../../src/store/engine-clock.ts';
import { withEngines } from './engines.ts';
import { HOUR, NOW, openNotifications } from './notification-store.ts';

withEngines('the clock of the engine', (engine) => {
  test('set back by an hour it goes on; set forward it follows', async () => {
    const { db } = await openNotifications(await engine.fresh());
    let wall = NOW;
    let monotonic = 5_000;
    const clock = await engineClock(
      db,
      () => wall,
      () => monotonic,
    );
    assert.equal(clock(), NOW);
    wall += 1_000;
    monotonic += 1_000;
    assert.equal(clock(), NOW + 1_000);
    wall -= HOUR;
    assert.equal(clock(), NOW + 1_000);
    wall += 7_000;
    monotonic += 7_000;
    assert.equal(clock(), NOW + 8_000);
    wall += 3 * HOUR;
    assert.equal(clock(), wall);
    // A clock that was a year ahead for a moment, and is right again.
    wall += 365 * 24 * HOUR;
    assert.equal(clock(), wall);
    wall -= 365 * 24 * HOUR;
    assert.equal(clock(), wall);
  });

  test('after a restart it begins where the store has been already', async () => {
    const store = await openNotifications(await engine.fresh());
    await store.webhook('S1');
    await store.publish('S1');
    const clock = await engineClock(
      store.db,
      () => NOW - HOUR,
      () => 0,
    );
    assert.equal(clock(), NOW);
    store.clock.now += 60_000;
    await tidyDeliveries(store.db, store.clock.now, HOUR);
    const later = await engineClock(
      store.db,
      () => NOW - HOUR,
      () => 0,
    );
    assert.equal(later(), NOW + 60_000);
  });
});
