import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { IdempotentRequest } from '../../src/domain/idempotent-request.ts';
import type { DestinationAccess } from '../../src/domain/notifications/access.ts';
import type { ReplayRange } from '../../src/notifications/events/event-page.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { scaled } from '../harness/scale.ts';
import { openNotifications } from './notification-store.ts';

const me = { sellerId: 'S1' };

const elsewhere = {
  settings: { webhook: { url: 'https://elsewhere.example.com/', headers: {}, maxInFlight: 10, others: {} } },
};

withEnginesInTorture('a replay of events', (engine) => {
  let store: Awaited<ReturnType<typeof openNotifications>>;
  beforeEach(async () => {
    store = await openNotifications(await engine.migrated());
  });

  const replay = (access: DestinationAccess, destinationId: string, range: ReplayRange, request?: IdempotentRequest) =>
    store.notifications.replay.replay({ access, destinationId }, range, request);
  /** Previous and own sequence of all deliveries to a destination, in the order in which they were queued. */
  const linksOf = async (destinationId: string) => {
    const deliveries = await store.notifications.log.deliveries(destinationId, { limit: 1_000 });
    return deliveries.toReversed().map(({ body }) => {
      const { sequence, previoussequence } = JSON.parse(body);
      return `${previoussequence ?? '-'}>${sequence}`;
    });
  };

  test('sends a range again, with the same ids, and links its events to each other; later events go on from there', async () => {
    const old = await store.webhook('S1');
    await store.publish('S1', 2, 'PRICING_HEALTH');
    await store.publish('S1', 3);
    const added = await store.webhook('S1');
    const narrow = await store.webhook('S1', { eventTypes: ['PRICING_HEALTH', 'DESTINATION_SUSPENDED'] });
    assert.deepEqual(await replay(me, added.destinationId, { fromSequence: 2 }), {
      ...{ queued: 4, repeated: false, range: { fromSequence: 2, toSequence: 5 } },
    });
    assert.deepEqual(await linksOf(added.destinationId), ['->2', '2>3', '3>4', '4>5']);
    assert.equal(((await replay(me, narrow.destinationId, { fromSequence: 1 })) as { queued: number }).queued, 2);
    store.clock.now += 1_000;
    await store.publish('S1', 1, 'DESTINATION_SUSPENDED');
    assert.deepEqual((await linksOf(added.destinationId)).at(-1), '5>6');
    assert.deepEqual(await linksOf(narrow.destinationId), ['->1', '1>2', '2>6']);
    // A replay to a destination that has had them all does not change what comes before its next event.
    store.clock.now += 1_000;
    await replay(me, old.destinationId, { fromSequence: 1 });
    store.clock.now += 1_000;
    await store.publish('S1');
    assert.deepEqual((await linksOf(old.destinationId)).slice(6), ['->1', '1>2', '2>3', '3>4', '4>5', '5>6', '6>7']);
    const [first, again] = await Promise.all(
      ['1', '1'].map(async (sequence, n) => {
        const all = await store.notifications.log.deliveries(old.destinationId, { limit: 100 });
        return all.toReversed().filter(({ body }) => JSON.parse(body).sequence === sequence)[n];
      }),
    );
    assert.equal(first?.notificationId, again?.notificationId);
    assert.notEqual(first?.deliveryId, again?.deliveryId);
  });

  test('since a time: what was told then or later', async () => {
    const { destinationId } = await store.webhook('S1');
    for (let n = 0; n < 9; n += 1) {
      await store.db.transaction((tx) =>
        store.notifications.events.append(tx, [{ sellerId: 'S1', kind: 'PRICING_HEALTH', atMs: 0, sellerPart: '' }]),
      );
      store.clock.now += 1_000;
    }
    const start = store.clock.now - 9_000;
    for (const [sinceMs, queued] of [
      [0, 9],
      [start + 3_000, 6],
      [start + 3_001, 5],
      [start + 8_000, 1],
      [start + 8_001, 0],
    ] as const) {
      const replayed = await replay(me, destinationId, { sinceMs });
      assert.equal('queued' in replayed && replayed.queued, queued, `since ${sinceMs - start}`);
      if (queued === 0) assert.deepEqual(replayed, { queued: 0, repeated: false });
    }
  });

  test('a long range goes in batches and ends at a bound; a repeated request queues nothing', async () => {
    await store.webhook('S1', { status: 'INACTIVE' });
    const count = scaled(600, 10_100);
    for (let n = 0; n < count; n += 300) await store.publish('S1', Math.min(300, count - n));
    const { destinationId } = await store.webhook('S1');
    const request = { caller: 'me', operation: 'replay', key: 'k', body: { fromSequence: 1 } };
    const first = await replay(me, destinationId, { fromSequence: 1 }, request);
    const queued = Math.min(count, 10_000);
    const expected = { queued, range: { fromSequence: 1, toSequence: queued } };
    const more = count > queued ? { nextSequence: queued + 1 } : {};
    assert.deepEqual(first, { ...expected, ...more, repeated: false });
    assert.deepEqual(await replay(me, destinationId, { fromSequence: 1 }, request), {
      ...{ ...expected, ...more, repeated: true },
    });
    assert.deepEqual(await replay(me, destinationId, { fromSequence: 1 }, { ...request, body: 2 }), {
      ...{ rejected: 'keyReused' },
    });
    const links = await store.db.all<{ sequence: number; previous_sequence: number | null }>(
      'SELECT sequence, previous_sequence FROM delivery WHERE channel_id = $1 ORDER BY delivery_id',
      [destinationId],
    );
    assert.deepEqual(
      links.map(({ sequence, previous_sequence: previous }) => [previous, sequence]),
      Array.from({ length: queued }, (_, n) => [n === 0 ? null : n, n + 1]),
    );
  });

  test('only to a destination of the caller that is ACTIVE or SUSPENDED; another application learns nothing', async () => {
    const theirs = await store.webhook('S1', { application: 'app-b' });
    await store.publish('S1');
    const about = { payloadVersion: '1.0', sellerId: 'S1', createdBy: 'app-a' };
    const head = { specversion: '1.0', id: 'ntf_x', source: '', time: new Date(0).toISOString() } as const;
    const published = {
      ...head,
      type: 'DESTINATION_SUSPENDED',
      datacontenttype: 'application/json',
      data: about,
    } as const;
    await store.db.transaction((tx) =>
      store.notifications.events.publish(tx, [{ event: published, onlyFor: 'app-a' }]),
    );
    const access = { sellerId: 'S1', application: 'app-b' };
    const replayed = await replay(access, theirs.destinationId, { fromSequence: 1 });
    assert.equal('queued' in replayed && replayed.queued, 1);
    const page = (application?: string) =>
      store.notifications.events.page(
        { sellerId: 'S1', ...(application ? { application } : {}) },
        { after: 0, limit: 10, maxBytes: 100_000 },
      );
    const counts = [await page(), await page('app-a'), await page('app-b')].map(({ events }) => events.length);
    assert.deepEqual(counts, [2, 2, 1]);
    for (const other of [{ sellerId: 'S2' }, { sellerId: 'S1', application: 'app-a' }])
      assert.deepEqual(await replay(other, theirs.destinationId, { fromSequence: 1 }), { rejected: 'noDestination' });
    for (const status of ['INACTIVE', 'PENDING_VERIFICATION', 'WITHDRAWN'] as const) {
      await store.db.run('UPDATE destination SET status = $1', [status]);
      assert.deepEqual(await replay(me, theirs.destinationId, { fromSequence: 1 }), { rejected: 'notActive', status });
    }
  });

  test('adds nothing to a destination for which 10,000 deliveries wait, and stops when they do', async () => {
    const { destinationId } = await store.webhook('S1');
    await store.publish('S1', 600);
    /** Deliveries that are already there, as after many replays. */
    const copy = (copies: number) =>
      store.db.run(
        `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < $1)
         INSERT INTO delivery (delivery_id, channel_id, notification_id, kind, is_test, state, attempts, tries, due_ms,
           created_ms, expires_ms, sequence)
         SELECT delivery_id || '-' || n, channel_id, notification_id, kind, is_test, state, attempts, tries, due_ms,
           created_ms, expires_ms, sequence FROM delivery, n WHERE sequence = 600 AND channel_id = $2`,
        [copies, destinationId],
      );
    await copy(9_000);
    assert.deepEqual(await replay(me, destinationId, { fromSequence: 1 }), {
      ...{ queued: 500, repeated: false, range: { fromSequence: 1, toSequence: 500 }, nextSequence: 501 },
    });
    assert.deepEqual(await replay(me, destinationId, { fromSequence: 1 }), { rejected: 'tooManyWaiting' });
    assert.deepEqual(await replay(me, destinationId, { fromSequence: 601 }), { queued: 0, repeated: false });
    // By host: another destination there is no way around it.
    const same = await store.webhook('S1');
    assert.deepEqual(await replay(me, same.destinationId, { fromSequence: 1 }), { rejected: 'tooManyWaiting' });
    const other = await store.webhook('S1', elsewhere);
    assert.equal(((await replay(me, other.destinationId, { fromSequence: 1 })) as { queued: number }).queued, 600);
    await store.db.run('UPDATE delivery SET settled_ms = 1 WHERE channel_id = $1', [destinationId]);
    assert.equal(((await replay(me, destinationId, { fromSequence: 1 })) as { queued: number }).queued, 600);
  });

  const queuedBy = (replayed: Awaited<ReturnType<typeof replay>>) =>
    'queued' in replayed ? replayed.queued : replayed;

  test('many replays queue a bounded number to one host, spread over time, whatever the number of destinations', async () => {
    const events = scaled(300, 720);
    await store.webhook('S1', { status: 'INACTIVE' });
    for (let n = 0; n < events; n += 60) await store.publish('S1', 60);
    /** What earlier replays have queued already, so that the test need not. */
    const queuedBefore = scaled(9_500, 0);
    const { now } = store.clock;
    if (queuedBefore > 0) {
      const { destinationId } = await store.webhook('S1');
      assert.equal(queuedBy(await replay(me, destinationId, { fromSequence: events })), 1);
      const { replay_pace: pace } = (await store.db.get<{ replay_pace: string }>(
        "SELECT replay_pace FROM event_receiver WHERE seller_id = 'S1'",
      )) as { replay_pace: string };
      const later = Object.keys(JSON.parse(pace)).map((key) => [key, now + queuedBefore * (key === '' ? 33 : 100)]);
      await store.db.run('UPDATE event_receiver SET replay_pace = $1', [JSON.stringify(Object.fromEntries(later))]);
    }
    let total = queuedBefore;
    let last: unknown;
    for (let n = 0; n < 45 && typeof last !== 'object'; n += 1) {
      const { destinationId } = await store.webhook('S1');
      last = queuedBy(await replay(me, destinationId, { fromSequence: 1 }));
      if (typeof last === 'number') total += last;
      // Deleting it gives nothing back.
      await store.notifications.destinations.remove(me, destinationId);
    }
    assert.ok(total <= 10_000 && total > 9_000, `${total} were queued`);
    const refused = last as { rejected: string; retryAfterSeconds: number };
    assert.equal(refused.rejected, 'tooFast');
    const { destinationId } = await store.webhook('S1');
    store.clock.now += (refused.retryAfterSeconds - 1) * 1_000;
    assert.equal(
      (queuedBy(await replay(me, destinationId, { fromSequence: 1 })) as typeof refused).rejected,
      'tooFast',
    );
    store.clock.now += 1_000;
    assert.equal(queuedBy(await replay(me, destinationId, { fromSequence: 1 })), 250);
    const due = await store.db.get<{ first: number }>(
      'SELECT MIN(due_ms) AS first FROM delivery WHERE channel_id = $1',
      [destinationId],
    );
    assert.ok((due?.first ?? 0) > store.clock.now + 800_000, 'they are sent after those before, 10 a second');
    // Another host, and another seller, are not affected.
    const other = await store.webhook('S1', elsewhere);
    assert.equal(queuedBy(await replay(me, other.destinationId, { fromSequence: events })), 1);
    const theirs = await store.webhook('S2');
    await store.publish('S2');
    assert.equal(queuedBy(await replay({ sellerId: 'S2' }, theirs.destinationId, { fromSequence: 1 })), 1);
  });

  test('a new event passes what a replay has queued beyond the first thousand', async () => {
    const { destinationId } = await store.webhook('S1', { status: 'INACTIVE' });
    for (let n = 0; n < 4; n += 1) await store.publish('S1', 300);
    const { destinationId: added } = await store.webhook('S1');
    assert.equal(queuedBy(await replay(me, added, { fromSequence: 1 })), 1_200);
    store.clock.now += 1;
    await store.publish('S1');
    const dues = await store.db.all<{ due_ms: number; sequence: number }>(
      'SELECT due_ms, sequence FROM delivery WHERE channel_id = $1 ORDER BY due_ms, delivery_id',
      [added],
    );
    const at = dues.findIndex(({ sequence }) => sequence === 1_201);
    // 1,000 are due at once, then ten a second.
    assert.ok(at >= 1_000 && at <= 1_002, `it is number ${at}`);
    assert.equal((dues.at(-1)?.due_ms ?? 0) - (dues[0]?.due_ms ?? 0), 19_900);
    assert.notEqual(destinationId, added);
  });

  test('many replays of one seller at once: others that write wait for one batch, not for one of each', async () => {
    await store.webhook('S1', { status: 'INACTIVE' });
    for (let n = 0; n < 2; n += 1) await store.publish('S1', 300);
    const destinations = [];
    for (let n = 0; n < 8; n += 1) destinations.push((await store.webhook('S1')).destinationId);
    const replays = destinations.map((destinationId) => replay(me, destinationId, { fromSequence: 1 }));
    const queuedWhenOthersWrite = await store.db.transaction(async (tx) => {
      await tx.run("UPDATE event_receiver SET since_ms = since_ms WHERE seller_id = 'S2'");
      return (await tx.get<{ n: number }>('SELECT COUNT(*) AS n FROM delivery WHERE sequence IS NOT NULL'))?.n ?? 0;
    });
    // 600 are those of the first destination.
    assert.ok(queuedWhenOthersWrite <= 600 + 2 * 250, `${queuedWhenOthersWrite - 600} were queued before`);
    for (const replayed of await Promise.all(replays)) assert.equal('queued' in replayed && replayed.queued, 600);
    await assert.rejects(replay(me, 'ch_\0', { fromSequence: 1 }));
    assert.deepEqual(await replay(me, 'ch_none', { fromSequence: 1 }), { rejected: 'noDestination' });
  });
});
