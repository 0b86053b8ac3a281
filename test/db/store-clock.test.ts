import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepSynchronized, type StoreClockOptions, storeClock } from '../../src/db/store-clock.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import { latestEngineTime } from '../../src/notifications/engine-time.ts';
import { applyRetention } from '../../src/notifications/retention/delivery-retention.ts';
import { NOW, openNotifications } from '../notifications/notification-store.ts';
import { withEngines } from './engines.ts';

withEngines('the store clock', (engine) => {
  /** A clock whose sources stand still until a test moves them. */
  const still: StoreClockOptions = {
    latestKnownMs: async () => 0,
    wall: () => NOW,
    monotonic: () => 0,
    measure: async () => ({ aheadMs: 0, roundTripMs: 0 }),
  };

  test('goes on when the clock of the machine is set back by an hour, and follows it forward', async () => {
    const { db } = await openNotifications(await engine.migrated());
    let wall = NOW;
    let monotonic = 5_000;
    const clock = await storeClock(db, { ...still, wall: () => wall, monotonic: () => monotonic });
    assert.equal(clock.now(), NOW);
    wall += 1_000;
    monotonic += 1_000;
    assert.equal(clock.now(), NOW + 1_000);
    wall -= HOUR_MS;
    assert.equal(clock.now(), NOW + 1_000);
    wall += 7_000;
    monotonic += 7_000;
    assert.equal(clock.now(), NOW + 8_000);
    wall += 3 * HOUR_MS;
    assert.equal(clock.now(), wall);
    // A clock that was a year ahead for a moment, and is right again.
    wall += 365 * DAY_MS;
    assert.equal(clock.now(), wall);
    wall -= 365 * DAY_MS;
    assert.equal(clock.now(), wall);
  });

  test('starts no earlier than the latest time in the store', async () => {
    const store = await openNotifications(await engine.migrated());
    await store.webhook('S1');
    await store.publish('S1');
    const restarted = () =>
      storeClock(store.db, { ...still, latestKnownMs: () => latestEngineTime(store.db), wall: () => NOW - HOUR_MS });
    assert.equal((await restarted()).now(), NOW);
    store.clock.now += 60_000;
    await applyRetention(store.db, store.clock.now, HOUR_MS);
    assert.equal((await restarted()).now(), NOW + 60_000);
  });

  test('follows the clock of the database where that is another one', async () => {
    const { db } = await openNotifications(await engine.migrated());
    let aheadMs = 5_000;
    let roundTripMs = 1;
    const clock = await storeClock(db, { ...still, measure: async () => ({ aheadMs, roundTripMs }) });
    assert.equal(clock.now(), NOW + 5_000);
    aheadMs = 9_000;
    await clock.synchronize();
    assert.equal(clock.now(), NOW + 9_000);
    // The query waited 8 s for a free connection: half of that is not the database's clock.
    aheadMs = 13_000;
    roundTripMs = 8_000;
    await clock.synchronize();
    assert.equal(clock.now(), NOW + 9_000);
    // Without these options it is the clock of the database, to the second.
    const own = await storeClock(db, { latestKnownMs: still.latestKnownMs });
    assert.ok(Math.abs(own.now() - Date.now()) < 1_000);
  });

  test('is synchronized by one question at a time, however long the database takes, and a stop waits for its answer', async (t) => {
    const { db } = await openNotifications(await engine.migrated());
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    let questions = 0;
    const measure = async () => {
      questions += 1;
      if (questions === 2) asked.resolve();
      if (questions > 1) await answer.promise;
      return { aheadMs: questions * 1_000, roundTripMs: 0 };
    };
    const clock = await storeClock(db, { ...still, measure });
    const synchronizing = keepSynchronized(clock, assert.ifError, 1);
    assert.equal(questions, 1, 'the start has just asked');
    // The timers of the loop do not keep a process running.
    const alive = setInterval(() => undefined, 1_000);
    t.after(() => {
      clearInterval(alive);
      answer.resolve();
    });
    await asked.promise;
    await sleep(20);
    let hasStopped = false;
    const stopping = synchronizing.stop().then(() => {
      hasStopped = true;
    });
    await sleep(1);
    assert.deepEqual([questions, hasStopped], [2, false]);
    answer.resolve();
    await stopping;
    assert.equal(clock.now(), NOW + 2_000);
  });
});
