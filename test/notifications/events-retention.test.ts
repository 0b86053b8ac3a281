import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { DAY_MS } from '../../src/domain/duration.ts';
import { applyRetention } from '../../src/notifications/retention/delivery-retention.ts';
import { keepEvents } from '../../src/notifications/retention/event-retention.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { openNotifications } from './notification-store.ts';

const times = { eventMs: 30 * DAY_MS, logMs: 30 * DAY_MS };
const me = { sellerId: 'S1' };

withEnginesInTorture('the retention of events', (engine) => {
  let store: Awaited<ReturnType<typeof openNotifications>>;
  beforeEach(async () => {
    store = await openNotifications(await engine.migrated());
    revision = 0;
  });

  let revision = 0;
  /** Appends events about items for a seller. */
  const append = (count: number, sellerId = 'S1') =>
    store.db.transaction((tx) =>
      store.notifications.events.append(
        tx,
        Array.from({ length: count }, () => {
          revision += 1;
          const about = {
            marketplaceId: 'STORE_US',
            itemId: 'ITEM',
            atMs: store.clock.now,
            itemPart: '"storeItemId":1',
          };
          const content = { ...about, revision };
          return { sellerId, kind: 'ANY_OFFER_CHANGED', atMs: store.clock.now, sellerPart: '"Own":false', content };
        }),
      ),
    );
  const keep = (more: Partial<typeof times> = {}) => keepEvents(store.db, store.clock.now, { ...times, ...more });
  const page = (after = 0) => store.notifications.events.page(me, { after, limit: 1_000, maxBytes: 10_000_000 });
  const rowsIn = async (table: string) =>
    (await store.db.get<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))?.n ?? 0;

  test('the first look at the list makes a seller a receiver; a page ends at its limits', async () => {
    assert.deepEqual(await page(), { events: [], hasMore: false, oldestSequence: 1, latestSequence: 0 });
    assert.equal(await rowsIn('event_receiver'), 1);
    await append(60);
    const first = await page();
    assert.deepEqual(
      [first.events.map(({ sequence }) => sequence), first.hasMore, first.oldestSequence, first.latestSequence],
      [Array.from({ length: 60 }, (_, n) => n + 1), false, 1, 60],
    );
    const limited = await store.notifications.events.page(me, { after: 10, limit: 30, maxBytes: 10_000_000 });
    assert.deepEqual([limited.events.length, limited.events[0]?.sequence, limited.hasMore], [30, 11, true]);
    const length = first.events[0]?.text.length ?? 0;
    const short = await store.notifications.events.page(me, { after: 0, limit: 30, maxBytes: 2.5 * length });
    assert.deepEqual([short.events.length, short.hasMore], [2, true]);
    const tiny = await store.notifications.events.page(me, { after: 59, limit: 30, maxBytes: 1 });
    assert.deepEqual([tiny.events.length, tiny.hasMore], [1, false]);
  });

  test('old events go in pieces, the counters stay, and a reader can see what is missing', async () => {
    await page();
    await append(250);
    await append(3, 'S2');
    await store.db.run(`UPDATE seller_event SET at_ms = $1 WHERE sequence > 200`, [store.clock.now + 2 * DAY_MS]);
    await store.db.run(`UPDATE event_content SET at_ms = $1 WHERE revision > 200 AND revision <= 250`, [
      store.clock.now + 2 * DAY_MS,
    ]);
    store.clock.now += 30 * DAY_MS;
    await keep();
    assert.equal(await rowsIn('seller_event'), 253, 'exactly 30 days old is not older');
    store.clock.now += 1;
    await keep();
    const { events, oldestSequence, latestSequence } = await page();
    assert.deepEqual([events.length, oldestSequence, latestSequence], [50, 201, 250]);
    assert.equal(await rowsIn('event_content'), 50);
    store.clock.now += 3 * DAY_MS;
    await keep();
    const after = await page();
    assert.deepEqual([after.events.length, after.oldestSequence, after.latestSequence], [0, 251, 250]);
    assert.deepEqual([await rowsIn('event_receiver'), await rowsIn('event_content')], [2, 0]);
    await append(1);
    assert.equal((await page()).events[0]?.sequence, 251);
  });

  test('what a delivery needs stays until it is gone, but is not listed', async () => {
    const { destinationId } = await store.webhook('S1', { eventTypes: ['ANY_OFFER_CHANGED'] });
    const [deliveryId = ''] = await append(1);
    await store.notifications.destinations.change(me, destinationId, (one) => ({
      ...one,
      eventTypes: ['PRICING_HEALTH'],
    }));
    await append(3);
    store.clock.now += 2 * DAY_MS;
    await keep({ eventMs: DAY_MS });
    const { events, oldestSequence } = await page();
    assert.deepEqual([events, oldestSequence], [[], 5]);
    assert.deepEqual([await rowsIn('seller_event'), await rowsIn('event_content')], [1, 4]);
    const body = async () => (await store.notifications.log.delivery(me, deliveryId))?.delivery.body;
    assert.match((await body()) ?? '', /"sequence":"1".*"storeItemId":1/);
    store.clock.now += 29 * DAY_MS;
    await keep({ eventMs: DAY_MS });
    assert.match((await body()) ?? '', /"sequence":"1"/);
    await applyRetention(store.db, store.clock.now, times.logMs);
    store.clock.now += 31 * DAY_MS;
    await applyRetention(store.db, store.clock.now, times.logMs);
    await keep({ eventMs: DAY_MS });
    assert.equal(await body(), undefined);
    assert.deepEqual([await rowsIn('seller_event'), await rowsIn('event_content')], [0, 0]);
  });

  test('the content of an open event stays, however old it is', async () => {
    await page();
    await append(1);
    await store.db.run(
      `INSERT INTO market_event (id, kind, marketplace_id, item_id, condition, customer, offer_type, at_ms, lane, audience,
         after_seller, named, owners, facts, item_part) {postgres: OVERRIDING SYSTEM VALUE}
       VALUES ($1, '', '', '', '', '', '', 0, 0, '', '', '', '', '', '')`,
      [revision],
    );
    store.clock.now += 60 * DAY_MS;
    await keep();
    assert.deepEqual(
      [await rowsIn('market_event'), await rowsIn('event_content'), await rowsIn('seller_event')],
      [1, 1, 0],
    );
  });
});
