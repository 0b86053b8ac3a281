import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { HOUR_MS } from '../../../src/domain/duration.ts';
import type { AttemptOutcome } from '../../../src/domain/notifications/delivery.ts';
import { followGrants } from '../../../src/notifications/applications/application-access.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import {
  delegated,
  good,
  HOOK,
  type NotificationApi,
  type Options,
  openNotificationApi,
  token,
} from './notifications-app.ts';

const SECRET = 'the receiver says that s3cret is wrong';
const gone: AttemptOutcome = { result: 'gone', code: 410, error: 'The receiver answered 410 Gone.', answer: SECRET };
const failed: AttemptOutcome = { result: 'failed', code: 500, error: 'The receiver answered 500.', answer: SECRET };
const delivered: AttemptOutcome = { result: 'delivered', code: 204 };

type Suspended = { channelIds: string[]; statusReason: string; EffectiveFrom: string; [name: string]: unknown };

/** Decisions 27, 38 and 42. */
withEnginesInTorture('a destination is suspended', (engine) => {
  let api: NotificationApi;
  let seller: string;
  let own: Options;
  let sellers = 0;
  before(async () => {
    api = await openNotificationApi(engine);
  });
  beforeEach(() => {
    sellers += 1;
    seller = `S${sellers}`;
    own = token(seller);
    api.tallies.length = 0;
  });
  after(() => api.close());

  /** Destinations get every event at once: nothing waits for the end of a window. */
  const create = async (channelName: string, by = own): Promise<string> => {
    api.clock.now += 1;
    const body = { channelName, windowSeconds: 0, webhookConfig: { url: HOOK } };
    return (await api.create(body, by)).channelId;
  };
  /** Attempts what is due: what is for `channelId` ends like this, all else is delivered. The events that were delivered. */
  const attempt = async (channelIds: string[] = [], outcome: AttemptOutcome = gone) => {
    const claimed = (await api.queue.claim(100)).filter(({ destination }) => destination.sellerId === seller);
    const isBad = ({ destination }: (typeof claimed)[number]) => channelIds.includes(destination.destinationId);
    const settled = claimed.map((one) => ({ claimed: one, outcome: isBad(one) ? outcome : delivered }));
    await api.queue.settle(settled.map((one) => ({ ...one, startedMs: api.clock.now, durationMs: 5 })));
    return claimed.filter((one) => !isBad(one));
  };
  /** Who is told what, by the names of destinations. */
  const published = async (bad: string[] = [], outcome = gone) =>
    (await attempt(bad, outcome))
      .filter(({ delivery }) => delivery.kind === 'DESTINATION_SUSPENDED')
      .map(({ delivery, destination }) => ({ to: destination.name, data: JSON.parse(delivery.body).data as Suspended }))
      .sort((a, b) => (a.to < b.to ? -1 : 1));
  const receivers = (list: { to: string }[]) => list.map(({ to }) => to);
  const statusOf = async (channelId: string) => {
    const { status, statusReason } = good(await api.get(`/destinations/${channelId}`, own));
    return statusReason === undefined ? status : `${status} ${statusReason}`;
  };
  const eventsSeenBy = async (by: Options): Promise<Suspended[]> =>
    good(await api.get('/events', by))
      .events.filter(({ type }: { type: string }) => type === 'DESTINATION_SUSPENDED')
      .map(({ data }: { data: Suspended }) => data);
  const suspensions = () =>
    api.tallies.flatMap((tally) => [...tally.entries()].filter(({ what }) => what === 'suspended'));

  test('200 the seller is told once, at its other destinations, why and since when', async () => {
    const bad = await create('Bad');
    await create('Good');
    await create('Theirs', delegated('app', seller));
    await api.publish(seller, 3);
    assert.deepEqual(await published([bad]), []);
    assert.equal(await statusOf(bad), 'SUSPENDED DESTINATION_GONE');
    const list = await published();
    assert.deepEqual(receivers(list), ['Good'], 'neither itself nor an application');
    const { EffectiveFrom, ...data } = list[0]?.data ?? ({} as Suspended);
    assert.deepEqual(data, {
      ...{
        payloadVersion: '1.0',
        sellerId: seller,
        createdBy: `app-of-${seller}`,
        channelIds: [bad],
        channelNames: ['Bad'],
      },
      ...{ status: 'SUSPENDED', statusReason: 'DESTINATION_GONE', lastError: 'The receiver answered 410 Gone.' },
    });
    assert.equal(Date.parse(EffectiveFrom), api.clock.now);
    assert.deepEqual(suspensions(), [{ what: 'suspended', channel: 'WEBHOOKS', why: 'DESTINATION_GONE', count: 1 }]);
    // Nobody else learns of it: not in the list, not by a replay, and not by one to the suspended destination.
    assert.equal((await eventsSeenBy(own)).length, 1);
    assert.deepEqual(await eventsSeenBy(delegated('app', seller)), []);
    for (const [by, events] of [
      [own, 1],
      [delegated('app', seller), 0],
    ] as const) {
      const asked = { filter: {}, eventTypes: ['DESTINATION_SUSPENDED'] };
      assert.equal(good(await api.post('/filters/test', asked, by)).events, events);
    }
    const theirs = await create('Later', delegated('app', seller));
    for (const [channelId, by, queued] of [
      [theirs, delegated('app', seller), 3],
      [bad, own, 3],
    ] as const)
      assert.equal(
        good(await api.post(`/destinations/${channelId}/replay`, { fromSequence: 1 }, by), 202).queued,
        queued,
      );
  });

  test('200 an application is told of its own at its others, and so is the seller; other applications are not', async () => {
    const app = delegated('app', seller);
    const bad = await create('Bad', app);
    await create('Seller');
    await create('Same', app);
    await create('Other', delegated('other', seller));
    await api.publish(seller);
    await attempt([bad]);
    const list = await published();
    assert.deepEqual(receivers(list), ['Same', 'Seller']);
    assert.equal(list[0]?.data.createdBy, 'app');
    const seen = [own, app, delegated('other', seller)].map((by) => eventsSeenBy(by));
    assert.deepEqual(
      (await Promise.all(seen)).map(({ length }) => length),
      [1, 1, 0],
    );
  });

  test('200 failures for 120 h are told with the last error, without what the receiver answered', async () => {
    const bad = await create('Bad');
    await create('Good');
    const fail = async () => {
      await api.publish(seller);
      await attempt([bad], failed);
    };
    await fail();
    api.clock.now += 121 * HOUR_MS;
    await fail();
    assert.equal(await statusOf(bad), 'SUSPENDED DELIVERY_FAILED');
    const list = await published();
    assert.deepEqual(receivers(list), ['Good']);
    assert.deepEqual([list[0]?.data.statusReason, list[0]?.data.lastError], ['DELIVERY_FAILED', failed.error]);
    assert.doesNotMatch(JSON.stringify(list), /s3cret/);
    await fail();
    assert.deepEqual(await published(), [], 'once');
    // Reactivated, and suspended again: it is told again.
    good(await api.patch(`/destinations/${bad}`, { status: 'ACTIVE' }, own));
    assert.equal(await statusOf(bad), 'ACTIVE');
    api.clock.now += HOUR_MS;
    await api.publish(seller);
    await attempt([bad]);
    assert.equal(await statusOf(bad), 'SUSPENDED DESTINATION_GONE');
    assert.deepEqual(receivers(await published()), ['Good']);
  });

  test('200 two that are gone with the news of each other are told of once each', async () => {
    const both = [await create('One'), await create('Two')];
    await api.publish(seller);
    for (let n = 0; n < 6; n += 1) {
      await attempt(both.slice(0, n + 1));
      api.clock.now += HOUR_MS;
    }
    for (const channelId of both) assert.equal(await statusOf(channelId), 'SUSPENDED DESTINATION_GONE');
    assert.deepEqual(
      (await eventsSeenBy(own)).map(({ channelIds }) => channelIds),
      both.map((channelId) => [channelId]),
    );
    // What waits for one is the news of the other.
    const [first = '', second = ''] = both;
    good(await api.patch(`/destinations/${first}`, { status: 'ACTIVE' }, own));
    const [news] = await published();
    assert.deepEqual([news?.to, news?.data.channelIds], ['One', [second]]);
  });

  test('200 a withdrawal is told to the seller with all destinations of the application', async () => {
    const app = delegated('app', seller);
    const theirs = [await create('One', app), await create('Two', app)];
    await create('Seller');
    await create('Other', delegated('other', seller));
    // One of them failed before: that reason comes back when the access does.
    await api.publish(seller);
    await attempt(theirs.slice(0, 1));
    await published();
    const { db, clock, notifications } = api;
    const parts = {
      db,
      now: () => clock.now,
      sellerEvents: notifications.events,
      onTally: api.tallies.push.bind(api.tallies),
    };
    const follow = (isGranted: boolean) =>
      followGrants(parts, async () => ({
        isGranted: (one) => one.sellerId !== seller || one.application !== 'app' || isGranted,
        nameOf: ({ application }) => (application === 'app' ? 'Price Pilot' : undefined),
      }));
    api.tallies.length = 0;
    for (let n = 0; n < 2; n += 1) await follow(false);
    const list = await published();
    assert.deepEqual(receivers(list), ['Seller']);
    const { channelIds, channelNames, statusReason, lastError, lastUsedTime, applicationName } =
      list[0]?.data ?? ({} as Suspended);
    assert.deepEqual([channelIds, channelNames, statusReason], [theirs, ['One', 'Two'], 'APPLICATION_WITHDRAWN']);
    assert.equal(applicationName, 'Price Pilot');
    assert.deepEqual([lastError, lastUsedTime], [undefined, undefined]);
    assert.deepEqual(suspensions(), [
      { what: 'suspended', channel: 'WEBHOOKS', why: 'APPLICATION_WITHDRAWN', count: 2 },
    ]);
    for (const channelId of theirs) assert.equal(await statusOf(channelId), 'SUSPENDED APPLICATION_WITHDRAWN');
    await follow(true);
    assert.deepEqual(await Promise.all(theirs.map(statusOf)), ['SUSPENDED DESTINATION_GONE', 'ACTIVE']);
  });

  test('200 neither is stored without the other', async () => {
    const bad = await create('Bad');
    await api.publish(seller);
    const claimed = (await api.queue.claim(100)).filter(({ destination }) => destination.sellerId === seller);
    await api.db.run('ALTER TABLE seller_event RENAME TO hidden_event');
    await assert.rejects(api.settle(claimed, gone), /seller_event/);
    await api.db.run('ALTER TABLE hidden_event RENAME TO seller_event');
    assert.equal(await statusOf(bad), 'ACTIVE');
    assert.deepEqual(suspensions(), []);
    await api.settle(claimed, gone);
    assert.equal(await statusOf(bad), 'SUSPENDED DESTINATION_GONE');
    assert.equal((await eventsSeenBy(own)).length, 1);
  });
});
