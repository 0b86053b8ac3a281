// run: mostly waiting

import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { onEngine, withEnginesInTorture } from '../../db/engines.ts';
import { until } from '../../harness/until.ts';
import { exampleEvent } from '../../notifications/example-event.ts';
import {
  BASE,
  delegated,
  errorsOf,
  good,
  ME,
  type NotificationApi,
  type Options,
  openNotificationApi,
  RIVAL,
  token,
} from '../notifications/notifications-app.ts';

type Event = { id: string; type: string; sequence: string; data: { sellerId: string; revision: number } };
type Page = {
  events: Event[];
  oldestSequence: number;
  latestSequence: number;
  truncated: boolean;
  hasMore: boolean;
  nextAfter: number;
};

withEnginesInTorture('GET /notifications/v4/events', (engine) => {
  let api: NotificationApi;
  let sellers = 0;
  before(async () => {
    api = await openNotificationApi(engine);
    await api.app.listen({ port: 0, host: '127.0.0.1' });
  });
  after(() => api.close());

  const page = async (query: string, options: Options): Promise<Page> =>
    good(await api.get(`/events${query}`, options));
  const sequencesOf = ({ events }: Page) => events.map(({ sequence }) => Number(sequence));
  /** A seller of its own for each test, with this many events. */
  const seller = async (count: number) => {
    sellers += 1;
    const sellerId = `A1EVENTS${sellers}`;
    if (count > 0) await api.publish(sellerId, count);
    return { sellerId, options: token(sellerId) };
  };
  /** The oldest events of a seller are gone, as retention does it. */
  const removeEvents = async (sellerId: string, upTo: number) => {
    await api.db.run('DELETE FROM seller_event WHERE seller_id = $1 AND sequence <= $2', [sellerId, upTo]);
    await api.db.run('UPDATE event_receiver SET oldest_sequence = $2 WHERE seller_id = $1', [sellerId, upTo + 1]);
  };
  const isReceiver = async (sellerId: string) =>
    (await api.db.all('SELECT 1 FROM event_receiver WHERE seller_id = $1', [sellerId])).length === 1;

  test('200 the first call makes the seller a receiver, and has no events', async () => {
    const { sellerId, options } = await seller(0);
    assert.equal(await isReceiver(sellerId), false);
    const answer = await api.get('/events', options);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.deepEqual(good(answer), {
      ...{ events: [], oldestSequence: 1, latestSequence: 0, truncated: false, hasMore: false, nextAfter: 0 },
    });
    assert.equal(await isReceiver(sellerId), true);
  });

  test('200 pages list every event of the seller once, in the order of sequences', async () => {
    const { sellerId, options } = await seller(7);
    await api.publish(RIVAL, 3);
    const all = await page('', options);
    assert.deepEqual([sequencesOf(all), all.latestSequence, all.oldestSequence], [[1, 2, 3, 4, 5, 6, 7], 7, 1]);
    for (const event of all.events) assert.equal(event.data.sellerId, sellerId);
    const seen: Event[] = [];
    let after = 0;
    let isLast = false;
    for (let n = 0; n < 10 && !isLast; n += 1) {
      const next = await page(`?after=${after}&limit=3`, options);
      assert.ok(next.events.length > 0);
      seen.push(...next.events);
      assert.equal(next.nextAfter, Number(next.events.at(-1)?.sequence));
      isLast = !next.hasMore;
      after = next.nextAfter;
    }
    assert.deepEqual(seen, all.events);
    const end = await page('?after=7', options);
    assert.deepEqual([end.events, end.hasMore, end.nextAfter, end.truncated], [[], false, 7, false]);
  });

  test('200 an event has the same bytes as its delivery, but no previoussequence', async () => {
    const { sellerId, options } = await seller(0);
    const channel = await api.create({ pullConfig: {}, windowSeconds: 0 }, options);
    await api.publish(sellerId, 2);
    const { messages } = good(await api.post(`/destinations/${channel.channelId}/receive`, {}, options));
    const [first, second] = messages.map(({ event }: { event: object }) => event);
    const { previoussequence, ...plain } = second as { previoussequence?: string };
    assert.equal(previoussequence, '1');
    assert.deepEqual((await page('', options)).events, [first, plain]);
  });

  test('200 a page ends before it has more than 512 KiB, and has one event at least', async () => {
    const { sellerId, options } = await seller(0);
    await page('', options);
    await api.db.transaction(async (tx) => {
      for (const [n, kilobytes] of [200, 200, 200, 700, 1].entries()) {
        const event = exampleEvent('TEST_NOTIFICATION', sellerId, { revision: 1, atMs: api.clock.now });
        const message = 'x'.repeat(kilobytes * 1024);
        const sellerPart = `"message":${JSON.stringify(message)},"testScenario":"${n}"`;
        await api.notifications.events.append(tx, [{ ...event, sellerPart }]);
      }
    });
    const sizes: number[] = [];
    for (let after = 0, more = true; more; ) {
      // Not by `get`: a test has no sequence, so these events are not as published.
      const url = `${BASE}/events?after=${after}`;
      const answer = await api.app.inject({ url, headers: { authorization: `Bearer ${options.token}` } });
      const one = good(answer) as Page;
      sizes.push(one.events.length);
      assert.ok(one.events.length === 1 || answer.body.length < 512 * 1024 + 1000);
      [after, more] = [one.nextAfter, one.hasMore];
    }
    assert.deepEqual(sizes, [2, 1, 1, 1]);
  });

  test('200 truncated tells that events after `after` are not kept any more', async () => {
    const { sellerId, options } = await seller(5);
    await removeEvents(sellerId, 3);
    const truncated = async (after: number) => (await page(`?after=${after}`, options)).truncated;
    assert.deepEqual(
      [await truncated(0), await truncated(2), await truncated(3), await truncated(5)],
      [true, true, false, false],
    );
    assert.deepEqual(sequencesOf(await page('?after=1', options)), [4, 5]);
    await removeEvents(sellerId, 5);
    const { events, oldestSequence, latestSequence } = await page('?after=4', options);
    assert.deepEqual([events, oldestSequence, latestSequence], [[], 6, 5]);
    assert.deepEqual([await truncated(4), await truncated(5)], [true, false]);
    // A long poll does not wait: the caller has lost events already.
    const began = performance.now();
    await page('?after=4', { ...options, headers: { prefer: 'wait=30' } });
    assert.ok(performance.now() - began < 15_000);
  });

  test('200 Prefer: wait answers with the first event, or when the time is up', async () => {
    const { sellerId, options } = await seller(1);
    const waiting = (seconds: number, after = 1) =>
      api.get(`/events?after=${after}`, { ...options, headers: { prefer: `wait=${seconds}` } });
    assert.equal((await api.get('/events?after=1', options)).headers['preference-applied'], undefined);
    const began = performance.now();
    const [answer] = await Promise.all([waiting(50), sleep(150).then(() => api.publish(sellerId))]);
    assert.deepEqual(sequencesOf(good(answer)), [2]);
    assert.ok(performance.now() - began < 40_000);
    assert.equal(answer.headers['preference-applied'], 'wait=50');
    const idle = performance.now();
    const empty = await waiting(1, 2);
    assert.deepEqual([good(empty).events, empty.headers['preference-applied']], [[], 'wait=1']);
    assert.ok(performance.now() - idle >= 950);
    assert.deepEqual(sequencesOf(good(await waiting(50))), [2], 'what is there is answered at once');
  });

  test('401 a token that is withdrawn while its request waits gets no event', async () => {
    const { sellerId, options } = await seller(1);
    const waiting = api.get('/events?after=1', { ...options, headers: { prefer: 'wait=50' } });
    await sleep(100);
    api.withdrawn.add(`${options.token}`);
    await api.publish(sellerId);
    errorsOf(await waiting, 401, 'Unauthorized');
  });

  test('200 a delegated application sees the events of its seller, but not those about other applications', async () => {
    const { sellerId, options } = await seller(2);
    await page('', options);
    await api.db.transaction(async (tx) => {
      const event = exampleEvent('DESTINATION_SUSPENDED', sellerId, { revision: 1, atMs: api.clock.now });
      await api.notifications.events.append(tx, [{ ...event, application: 'repricer' }]);
    });
    await api.publish(sellerId);
    const sees = async (who: Options) => sequencesOf(await page('', who));
    assert.deepEqual(await sees(delegated('repricer', sellerId)), [1, 2, 3, 4]);
    assert.deepEqual(await sees(delegated('other', sellerId)), [1, 2, 4]);
    assert.deepEqual(await sees(options), [1, 2, 3, 4]);
    assert.equal((await page('?after=2&limit=1', delegated('other', sellerId))).nextAfter, 4);
  });

  test('400 names a parameter that is wrong, and what is right', async () => {
    const { options } = await seller(3);
    const bad: [query: string, text: RegExp][] = [
      ['?after=-1', /Query parameter after must be >= 0/],
      ['?after=x', /Query parameter after must be an integer/],
      ['?after=1.5', /Query parameter after must be an integer/],
      ['?after=1e400', /after/],
      ['?after=1&after=2', /after must be given once/],
      ['?after=4', /Query parameter after must be at most 3, the sequence of the seller's last event/],
      ['?limit=0', /Query parameter limit must be >= 1/],
      ['?limit=501', /Query parameter limit must be <= 500/],
      ['?limit=', /limit/],
    ];
    for (const [query, text] of bad)
      assert.match(errorsOf(await api.get(`/events${query}`, options), 400, 'InvalidInput'), text);
    const began = performance.now();
    errorsOf(await api.get('/events?after=4', { ...options, headers: { prefer: 'wait=30' } }), 400, 'InvalidInput');
    assert.ok(performance.now() - began < 15_000, 'it does not wait for what may never come');
  });

  test('401 and 403 without a token, and without the right', async () => {
    const anonymous = await api.app.inject(`${BASE}/events`);
    assert.equal(anonymous.statusCode, 401);
    good(await api.get('/events', { token: `reader.${ME}` }));
    errorsOf(await api.get('/events', { token: 'no-rights' }), 403, 'AccessDenied');
  });
});

onEngine('sqlite', 'a request that waits for events', (engine) => {
  test('200 a waiting request ends when its client is gone or the service stops', async () => {
    const own = await openNotificationApi(engine);
    await own.app.listen({ port: 0, host: '127.0.0.1' });
    const { events } = own.notifications;
    const [page, latest] = [events.page.bind(events), events.latest.of.bind(events.latest)];
    let pages = 0;
    let reads = 0;
    events.page = (...args) => {
      pages += 1;
      return page(...args);
    };
    events.latest.of = (sellerId) => {
      reads += 1;
      return latest(sellerId);
    };
    const { port } = own.app.server.address() as AddressInfo;
    const headers = { authorization: `Bearer for.${ME}`, prefer: 'wait=60' };
    const client = request({ port, host: '127.0.0.1', path: `${BASE}/events`, headers }).on('error', () => undefined);
    client.end();
    await until(() => reads >= 2);
    assert.equal(pages, 1, 'while nothing happens no page is read');
    client.destroy();
    await sleep(300);
    const before = reads;
    await sleep(450);
    assert.equal(reads, before);
    const waiting = own.get('/events', { headers: { prefer: 'wait=60' } });
    await sleep(300);
    const began = performance.now();
    await own.close();
    assert.deepEqual(good(await waiting).events, []);
    assert.ok(performance.now() - began < 20_000);
  });
});
