// run: without coverage

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DAY_MS } from '../../../src/domain/duration.ts';
import { FilterRules } from '../../../src/notifications/fan-out/filter-rules.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { exampleEvent } from '../../notifications/example-event.ts';
import {
  delegated,
  errorsOf,
  good,
  ME,
  type NotificationApi,
  type Options,
  openNotificationApi,
  RIVAL,
  type Sent,
  token,
} from '../notifications/notifications-app.ts';

type Event = { sequence: string; type: string; previoussequence?: string };
type Tested = {
  since: string;
  truncated: boolean;
  events: number;
  passed: number;
  kinds: { eventType: string; events: number; passed: number }[];
  examples: Event[];
};

withEnginesInTorture('filters of events', (engine) => {
  let api: NotificationApi;
  let sellers = 0;
  before(async () => {
    api = await openNotificationApi(engine);
  });
  after(() => api.close());

  /** A seller of its own for each test. */
  const newSeller = () => {
    sellers += 1;
    return { sellerId: `A1FILTER${sellers}`, options: token(`A1FILTER${sellers}`) };
  };
  const received = async (channelId: string, options: Options): Promise<Event[]> => {
    const { messages } = good(await api.post(`/destinations/${channelId}/receive`, { maxMessages: 10 }, options));
    return messages.map(({ event }: { event: Event }) => event);
  };
  const logOf = async (channelId: string, options: Options) => {
    const { deliveries } = good(await api.get(`/destinations/${channelId}/deliveries`, options));
    return deliveries as { deliveryId: string; state: string; filteredBy?: string; eventType: string }[];
  };
  const filterTest = async (body: unknown, options?: Options): Promise<Tested> =>
    good(await api.post('/filters/test', body, options));

  test('200 an event that the filter keeps back is not received, only logged, and does not count as a previous one', async () => {
    const { sellerId, options } = newSeller();
    const { channelId } = await api.create(
      { type: 'PULL', windowSeconds: 0, filter: { changes: ['WON'], ownOnly: true } },
      options,
    );
    await api.publish(sellerId, 1, 'PRICING_HEALTH'); // Own, and no word of its kind is listed
    await api.publish(sellerId, 2, 'BUY_BOX_CHANGED'); // LOST
    await api.publish(sellerId, 1, 'ANY_OFFER_CHANGED'); // not own
    await api.publish(sellerId, 1, 'FEE_PROMOTION'); // has no Own
    const events = await received(channelId, options);
    assert.deepEqual(
      events.map(({ type, sequence, previoussequence }) => [type, sequence, previoussequence]),
      [
        ['PRICING_HEALTH', '1', undefined],
        ['FEE_PROMOTION', '5', '1'],
      ],
    );
    const log = await logOf(channelId, options);
    assert.deepEqual(
      log.filter(({ state }) => state === 'FILTERED').map(({ eventType, filteredBy }) => [eventType, filteredBy]),
      [
        ['ANY_OFFER_CHANGED', 'ownOnly'],
        ['BUY_BOX_CHANGED', 'changes'],
        ['BUY_BOX_CHANGED', 'changes'],
      ],
    );
    assert.equal(log.length, 5);
    const [filtered] = log.filter(({ state }) => state === 'FILTERED');
    const one = good(await api.get(`/deliveries/${filtered?.deliveryId}`, options));
    assert.deepEqual([one.state, one.filteredBy, one.attempts?.length ?? 0], ['FILTERED', 'ownOnly', 0]);
    // The list of events has them all: a filter is of a destination.
    assert.equal(good(await api.get('/events', options)).events.length, 5);
  });

  test('200 recovery does not send what was filtered; a replay applies the filter as it is now and logs nothing', async () => {
    const { sellerId, options } = newSeller();
    const { channelId } = await api.create({ type: 'PULL', windowSeconds: 0, filter: { othersOnly: true } }, options);
    await api.publish(sellerId, 2, 'PRICING_HEALTH');
    await api.publish(sellerId, 1, 'BUY_BOX_CHANGED');
    assert.deepEqual(
      (await received(channelId, options)).map(({ sequence }) => sequence),
      ['3'],
    );
    const path = `/destinations/${channelId}`;
    assert.equal(good(await api.post(`${path}/recover`, { since: '2026-01-01T00:00:00Z' }, options), 202).recovered, 0);
    assert.equal(good(await api.post(`${path}/replay`, { fromSequence: 1 }, options), 202).queued, 1);
    await api.patch(path, { filter: { othersOnly: null, changes: ['WON'] } }, options);
    assert.equal(good(await api.post(`${path}/replay`, { fromSequence: 1 }, options), 202).queued, 2);
    const log = await logOf(channelId, options);
    assert.equal(log.filter(({ state }) => state === 'FILTERED').length, 2, 'only those of the first time');
  });

  test('200 a changed filter is in force at once; one that has been in force for a while is not read again for each event', async () => {
    const { sellerId, options } = newSeller();
    const { channelId } = await api.create({ type: 'PULL', windowSeconds: 0, filter: { othersOnly: true } }, options);
    const path = `/destinations/${channelId}`;
    const arrives = async () => {
      await api.publish(sellerId, 1, 'PRICING_HEALTH'); // Own
      return (await received(channelId, options)).length === 1;
    };
    assert.equal(await arrives(), false);
    // In the same millisecond.
    await api.patch(path, { filter: { othersOnly: null, changes: ['UNHEALTHY'] } }, options);
    assert.equal(await arrives(), true);
    await api.patch(path, { filter: { othersOnly: true, changes: null } }, options);
    assert.equal(await arrives(), false);
    api.clock.now += 11_000;
    assert.equal(await arrives(), false);
    const store = (filter: object) =>
      api.db.run('UPDATE destination SET filter = $2 WHERE channel_id = $1', [channelId, JSON.stringify(filter)]);
    await store({ ownOnly: true });
    assert.equal(await arrives(), false, 'cached');
    await store({ othersOnly: true });
    await api.patch(path, { filter: { othersOnly: null, changes: ['RECOVERED'] } }, options);
    assert.equal(await arrives(), false);
    api.clock.now += 11_000;
    await api.patch(path, { filter: { changes: ['UNHEALTHY'] } }, options);
    assert.equal(await arrives(), true);
    await api.patch(path, { filter: null }, options);
    assert.equal(await arrives(), true);
  });

  test('200 a filter is tested on the events of the last 7 days, by kind, with the newest that pass', async () => {
    const { sellerId, options } = newSeller();
    assert.deepEqual(await filterTest({ filter: {} }, options), {
      ...{ since: new Date(api.clock.now - 7 * DAY_MS).toISOString(), truncated: false, events: 0, passed: 0 },
      ...{ kinds: [], examples: [] },
    });
    await api.publish(sellerId, 1, 'PRICING_HEALTH');
    const began = api.clock.now;
    api.clock.now += 1;
    await api.publish(sellerId, 4, 'BUY_BOX_CHANGED');
    await api.publish(sellerId, 2, 'ANY_OFFER_CHANGED');
    await api.publish(sellerId, 1, 'DESTINATION_SUSPENDED');
    api.clock.now = began + 7 * DAY_MS;
    const tested = await filterTest({ filter: { changes: ['LOST'], skus: ['DEMO-SKU-1'] } }, options);
    assert.deepEqual(tested.kinds, [
      { eventType: 'ANY_OFFER_CHANGED', events: 2, passed: 2 },
      { eventType: 'BUY_BOX_CHANGED', events: 4, passed: 4 },
      { eventType: 'PRICING_HEALTH', events: 1, passed: 0 },
      { eventType: 'DESTINATION_SUSPENDED', events: 1, passed: 1 },
    ]);
    assert.deepEqual([tested.events, tested.passed, tested.truncated], [8, 7, false]);
    const all = good(await api.get('/events', options)).events as Event[];
    assert.deepEqual(tested.examples, all.slice(-3).reverse());
    api.clock.now += 1;
    assert.equal((await filterTest({ filter: {} }, options)).events, 7, 'the first one is older now');
    const some = await filterTest({ filter: { changes: ['WON'] }, eventTypes: ['buy_box_changed'] }, options);
    assert.deepEqual(some.kinds, [{ eventType: 'BUY_BOX_CHANGED', events: 4, passed: 0 }]);
    assert.deepEqual([some.events, some.passed, some.examples], [4, 0, []]);
    api.clock.now = began;
  });

  test('200 a test changes nothing, not even who receives events', async () => {
    const { sellerId, options } = newSeller();
    await filterTest({ filter: { skus: ['a'] } }, options);
    assert.deepEqual(await api.db.all('SELECT 1 FROM event_receiver WHERE seller_id = $1', [sellerId]), []);
  });

  test('200 an application counts no event about another application', async () => {
    const { sellerId, options } = newSeller();
    await api.db.transaction(async (tx) => {
      const event = exampleEvent('DESTINATION_SUSPENDED', sellerId, { revision: 1, atMs: api.clock.now });
      for (const application of ['one', 'two', 'two', undefined])
        await api.notifications.events.append(tx, [{ ...event, application }]);
    });
    const counts = async (by: Options) => (await filterTest({ filter: {} }, by)).events;
    assert.deepEqual(
      [await counts(options), await counts(delegated('one', sellerId)), await counts(delegated('two', sellerId))],
      [4, 2, 3],
    );
  });

  test('a filter is parsed once, however often other settings of its destination change', async () => {
    const { options } = newSeller();
    const { channelId } = await api.create({ type: 'PULL', filter: { skus: ['a'] } }, options);
    const rules = new FilterRules();
    const ruleNow = () =>
      api.db.transaction(async (tx) => {
        const found = await tx.all<{ channel_id: string; modified_ms: number }>(
          'SELECT channel_id, modified_ms FROM destination WHERE channel_id = $1',
          [channelId],
        );
        return (await rules.of(tx, found, api.clock.now)).get(channelId);
      });
    const first = await ruleNow();
    api.clock.now += 1;
    await api.patch(`/destinations/${channelId}`, { channelName: 'other' }, options);
    assert.equal(await ruleNow(), first);
    await api.patch(`/destinations/${channelId}`, { filter: { skus: ['b'] } }, options);
    assert.notEqual(await ruleNow(), first);
  });

  test('a test ends when its client is gone, and one application does not wait for the tests of another', async () => {
    const { sellerId } = newSeller();
    await api.db.transaction(async (tx) => {
      const event = exampleEvent('PRICING_HEALTH', sellerId, { revision: 1, atMs: api.clock.now });
      await api.notifications.events.append(
        tx,
        Array.from({ length: 120 }, () => event),
      );
    });
    const { filterTrials } = api.notifications;
    let looks = 0;
    const isWanted = () => {
      looks += 1;
      return looks < 2;
    };
    const left = await filterTrials.try({ sellerId }, { filter: {}, isWanted });
    const counted = left.kinds.get('PRICING_HEALTH')?.events ?? 0;
    assert.ok(counted > 0 && counted < 120, `${counted}`);
    let ended = 0;
    const ofApplication = Array.from({ length: 30 }, async () => {
      await filterTrials.try({ sellerId, application: 'one' }, { filter: {} });
      ended += 1;
    });
    const own = await filterTrials.try({ sellerId }, { filter: {} });
    assert.equal(own.kinds.get('PRICING_HEALTH')?.events, 120);
    assert.ok(ended < 30, 'the seller has waited for all tests of the application');
    await Promise.all(ofApplication);
  });

  test('400 a test names what is wrong, the element of a list too', async () => {
    const bad: [body: unknown, message: RegExp][] = [
      [{}, /filter is required/],
      [{ filter: null }, /filter must be an object, not null/],
      [{ filter: [] }, /filter must be an object, not an array/],
      [{ skus: ['a'] }, /The body has a key that is not known; known are filter, eventTypes/],
      [{ filter: {}, eventType: ['BUY_BOX_CHANGED'] }, /eventType is not a known key \(did you mean eventTypes\?\)/],
      [{ filter: {}, eventTypes: ['NEWS'] }, /eventTypes\[0\] must be one of/],
      [{ filter: {}, eventTypes: [] }, /eventTypes must name at least one kind; leave it out to get all kinds/],
      [{ filter: { skus: ['a', 'b', 'c', 4] } }, /filter\.skus\[3\] must be a string, not a number/],
    ];
    for (const [body, message] of bad)
      assert.match(errorsOf(await api.post('/filters/test', body), 400, 'InvalidInput'), message);
    // null counts as absent (decision 35).
    await filterTest({ filter: { skus: null }, eventTypes: null });
  });

  test('403 a test without the right to read; a caller with it alone may test', async () => {
    await filterTest({ filter: {} }, { token: `reader.${ME}` });
    const answer = await api.app.inject({ method: 'POST', url: '/notifications/v4/filters/test', payload: {} });
    assert.equal(answer.statusCode, 401);
  });

  const make = async (body: Sent) => `/destinations/${(await api.create(body)).channelId}`;
  const whole = {
    marketplaceIds: ['STORE_US'],
    storeItemIds: ['ITEM000001', 'ITEM000002'],
    skus: ['A b', 'ü-1'],
    conditions: ['New', 'Used'],
    changes: ['WON', 'RECOVERED'],
    minPriceChangePercent: 0.29,
    ownOnly: true,
  };

  test('200 window, filter and quiet hours are stored as read: known words in any case, each once', async () => {
    const quietHours = { start: '22:00', end: '07:00', timeZone: 'America/New_York' };
    const created = await api.create({
      ...{ type: 'EMAIL', windowSeconds: 300, quietHours },
      filter: { ...whole, changes: ['won', 'Won', 'RECOVERED'], skus: ['A b', 'ü-1', 'A b'], othersOnly: false },
    });
    assert.deepEqual([created.windowSeconds, created.filter, created.quietHours], [300, whole, quietHours]);
    const path = `/destinations/${created.channelId}`;
    const read = good(await api.get(path));
    assert.deepEqual([read.windowSeconds, read.filter, read.quietHours], [300, whole, quietHours]);
    const { lastModifiedTimestamp: _time, ...same } = good(await api.patch(path, read));
    const { lastModifiedTimestamp: _before, ...before } = read;
    assert.deepEqual(same, before, 'an answer that is sent back changes nothing');
    await api.delete(path);
    const plain = await api.create({ type: 'PULL', windowSeconds: null, filter: {}, quietHours: null });
    assert.deepEqual([plain.windowSeconds, plain.filter, plain.quietHours], [60, undefined, undefined]);
    await api.delete(`/destinations/${plain.channelId}`);
  });

  test('200 a change merges them key by key, and null removes a key or all of it', async () => {
    const quietHours = { start: '22:00', end: '07:00', timeZone: 'UTC' };
    const path = await make({ type: 'SMS', windowSeconds: 600, filter: whole, quietHours });
    const patch = async (body: Sent) => {
      const { windowSeconds, filter, quietHours: quiet } = good(await api.patch(path, body));
      return [windowSeconds, filter, quiet];
    };
    const { ownOnly: _own, skus: _skus, ...rest } = whole;
    const filter = { ...rest, conditions: ['Club'] };
    assert.deepEqual(await patch({ filter: { ownOnly: false, skus: null, conditions: ['club'] } }), [
      ...[600, filter, quietHours],
    ]);
    assert.deepEqual(await patch({ quietHours: { end: '08:30' } }), [600, filter, { ...quietHours, end: '08:30' }]);
    assert.deepEqual(await patch({ name: 'x', filter: {}, quietHours: {} }), [
      ...[600, filter, { ...quietHours, end: '08:30' }],
    ]);
    assert.deepEqual(await patch({ windowSeconds: 0 }), [0, filter, { ...quietHours, end: '08:30' }]);
    assert.deepEqual(await patch({ windowSeconds: null, filter: null, quietHours: null }), [60, undefined, undefined]);
    const none = Object.fromEntries(Object.keys(whole).map((key) => [key, null]));
    await patch({ filter: whole });
    assert.deepEqual(await patch({ filter: none }), [60, undefined, undefined], 'without a key there is no filter');
    await api.delete(path);
  });

  test('400 what is wrong with a window, a filter or quiet hours is named, in a new destination and in a change', async () => {
    const long = (count: number) => Array.from({ length: count }, (_, n) => `S${n}`);
    const bad: [body: Sent, message: RegExp][] = [
      ...[59, 61, -1, '60', 0.5, [60]].map((windowSeconds): [Sent, RegExp] => [
        { windowSeconds },
        /windowSeconds must be one of 0, 60, 300, 600/,
      ]),
      [{ filter: 'x' }, /filter must be an object, not a string/],
      [{ filter: [whole] }, /filter must be an object, not an array/],
      [{ filter: { sku: ['a'] } }, /filter\.sku is not a known key \(did you mean skus\?\)/],
      [{ filter: { sku: null } }, /filter\.sku is not a known key/],
      [{ filter: { constructor: ['a'] } }, /filter has a key that is not known; known are marketplaceIds, /],
      [{ filter: { skus: 'a' } }, /filter\.skus must be a list, not a string/],
      [{ filter: { skus: [] } }, /filter\.skus must have at least one element/],
      [{ filter: { skus: long(1_001) } }, /filter\.skus must have at most 1000 elements/],
      [{ filter: { storeItemIds: long(1_001) } }, /filter\.storeItemIds must have at most 1000/],
      [{ filter: { skus: ['a', 'b', 'c', ' d'] } }, /filter\.skus\[3\] must not begin or end with white space/],
      [{ filter: { skus: ['x'.repeat(257)] } }, /filter\.skus\[0\] must have at most 256/],
      [{ filter: { storeItemIds: ['a', 'b c'] } }, /filter\.storeItemIds\[1\] must be 1 to 64 letters/],
      [{ filter: { marketplaceIds: [null] } }, /filter\.marketplaceIds\[0\] must be a string, not null/],
      [{ filter: { conditions: ['New', 'Nwe'] } }, /filter\.conditions\[1\] must be one of New, .*did you mean New\?/],
      [
        { filter: { changes: ['GONE'] } },
        /filter\.changes\[0\] must be one of WON, LOST, HOLDER, PRICE, NONE, UNHEALTHY/,
      ],
      ...[0, -1, 1_000.01, 0.001, 1e-9, '5', Number.MAX_VALUE].map((minPriceChangePercent): [Sent, RegExp] => [
        { filter: { minPriceChangePercent } },
        /filter\.minPriceChangePercent must be a number above 0, at most 1000, with at most two decimals/,
      ]),
      [{ filter: { ownOnly: 'yes' } }, /filter\.ownOnly must be true or false, not a string/],
      [{ filter: { ownOnly: true, othersOnly: true } }, /filter has ownOnly and othersOnly/],
      [{ quietHours: 'night' }, /quietHours must be an object/],
      [{ quietHours: { begin: '22:00' } }, /quietHours has a key that is not known; known are start, end, timeZone/],
      [{ quietHours: { start: '22:00', end: '07:00' } }, /quietHours\.timeZone is missing/],
      ...['24:00', '7:00', '22:60', '22:00:00', ' 22:00', 22, '２２:00'].map((start): [Sent, RegExp] => [
        { quietHours: { start, end: '07:00', timeZone: 'UTC' } },
        /quietHours\.start must be a (time of the day|string)/,
      ]),
      [{ quietHours: { start: '07:00', end: '07:00', timeZone: 'UTC' } }, /quietHours must have an end that differs/],
      ...['Mars/Base', '+01:00', '', 'Europe/Berlin\n', 5].map((timeZone): [Sent, RegExp] => [
        { quietHours: { start: '22:00', end: '07:00', timeZone } },
        /quietHours\.timeZone must be (the name of a time zone|a string)/,
      ]),
    ];
    const path = await make({ type: 'EMAIL' });
    const before = good(await api.get(path));
    for (const [body, message] of bad) {
      const created = await api.post('/destinations', { type: 'EMAIL', ...body });
      assert.match(errorsOf(created, 400, 'InvalidInput'), message, JSON.stringify(body));
      assert.match(errorsOf(await api.patch(path, body), 400, 'InvalidInput'), message, JSON.stringify(body));
    }
    assert.deepEqual(good(await api.get(path)), before);
    good(
      await api.patch(path, { filter: { skus: long(1_000), storeItemIds: long(1_000), marketplaceIds: long(1_000) } }),
    );
    await api.patch(path, { filter: { ownOnly: true } });
    const both = errorsOf(await api.patch(path, { filter: { othersOnly: true } }), 400, 'InvalidInput');
    assert.match(both, /filter has ownOnly and othersOnly/);
    good(await api.patch(path, { filter: { ownOnly: null, othersOnly: true } }));
    await api.delete(path);
    const hook = await make({ type: 'PULL' });
    const quiet = { quietHours: { start: '22:00', end: '07:00', timeZone: 'UTC' } };
    for (const answer of [await api.patch(hook, quiet), await api.post('/destinations', { type: 'PULL', ...quiet })])
      assert.match(errorsOf(answer, 400, 'InvalidInput'), /quietHours is only for EMAIL, SMS and MOBILE_PUSH/);
    await api.delete(hook);
  });

  test('200 one seller does not see the events of another', async () => {
    const { sellerId, options } = newSeller();
    await api.publish(sellerId, 3, 'BUY_BOX_CHANGED');
    assert.equal((await filterTest({ filter: {} }, options)).events, 3);
    assert.equal((await filterTest({ filter: {} }, token(RIVAL))).events, 0);
  });
});
