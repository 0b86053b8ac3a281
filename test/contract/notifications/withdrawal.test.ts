// run: without coverage

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type {
  ApplicationGrants,
  DelegatedApplication,
} from '../../../src/domain/authorization/delegated-application.ts';
import { followGrants } from '../../../src/notifications/applications/application-access.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import {
  delegated,
  errorsOf,
  good,
  HOOK,
  type NotificationApi,
  type Options,
  openNotificationApi,
  token,
} from './notifications-app.ts';

const partsOf = ({ db, clock, notifications: { events } }: NotificationApi) => ({
  ...{ db, now: () => clock.now, sellerEvents: events },
});
const webhook = { webhookConfig: { url: HOOK }, windowSeconds: 0 };

/** Decision 38. The provider's answers are those of `test/idp/authorization.test.ts`. */
withEnginesInTorture('a seller withdraws an application', (engine) => {
  let api: NotificationApi;
  const withdrawn = new Set<string>();
  let sellers = 0;
  let seller: string;
  let app: Options;
  let own: Options;
  before(async () => {
    api = await openNotificationApi(engine);
  });
  beforeEach(() => {
    sellers += 1;
    seller = `S${sellers}`;
    [app, own] = [delegated('app', seller), token(seller)];
  });
  after(() => api.close());

  const keyOf = ({ sellerId, application }: DelegatedApplication) => `${application} of ${sellerId}`;
  const grants: ApplicationGrants = {
    isGranted: (one) => !withdrawn.has(keyOf(one)),
    nameOf: () => undefined,
  };
  const follow = () => followGrants(partsOf(api), async () => grants);
  const withdraw = () => {
    withdrawn.add(`app of ${seller}`);
    return follow();
  };
  const consent = () => {
    withdrawn.delete(`app of ${seller}`);
    return follow();
  };
  const statusOf = async (channelId: string, by = own) => {
    const { status, statusReason } = good(await api.get(`/destinations/${channelId}`, by));
    return statusReason === undefined ? status : `${status} ${statusReason}`;
  };
  const WITHDRAWN = 'SUSPENDED APPLICATION_WITHDRAWN';
  const dueNow = async () => (await api.queue.claim(100)).length;

  test('200 its destinations are SUSPENDED with the reason, those of others are not, and nothing queued is sent', async () => {
    const { channelId } = await api.create(webhook, app);
    api.clock.now += 1;
    const others = [await api.create(webhook, delegated('other', seller)), await api.create(webhook, own)];
    const [first = ''] = await api.publish(seller);
    assert.deepEqual(await withdraw(), { suspended: 1, resumed: 0 });
    assert.deepEqual(await withdraw(), { suspended: 0, resumed: 0 }, 'nothing more to do');
    assert.equal(await statusOf(channelId), WITHDRAWN);
    assert.equal(await statusOf(channelId, app), WITHDRAWN);
    for (const one of others) assert.equal(await statusOf(one.channelId), 'ACTIVE');
    assert.equal((await api.publish(seller)).length, 2, 'what happens meanwhile is not queued for it');
    assert.equal(await dueNow(), 5, 'two events for each of the two others; the seller is told');
    assert.equal(good(await api.get(`/deliveries/${first}`, own)).state, 'CANCELED');
  });

  test('409 neither a test, nor a resend, a recovery, a pull or the application itself lifts it', async () => {
    const hook = await api.create(webhook, app);
    const queue = await api.create({}, app);
    const [delivery = ''] = await api.publish(seller);
    await withdraw();
    for (const by of [app, own]) {
      const requests = [
        api.post('/subscriptions/WEBHOOKS/testNotification', { channelId: hook.channelId }, by),
        api.post(`/deliveries/${delivery}/resend`, undefined, by),
        api.post(`/destinations/${hook.channelId}/recover`, { since: '2026-01-01' }, by),
        api.post(`/destinations/${queue.channelId}/receive`, {}, by),
      ];
      for (const answer of await Promise.all(requests)) errorsOf(answer, 409, 'Conflict');
      errorsOf(await api.post('/subscriptions/WEBHOOKS/testNotification', {}, by), 404, 'NotFound');
    }
    for (const status of ['ACTIVE', 'INACTIVE']) {
      const answer = await api.patch(`/destinations/${hook.channelId}`, { status }, app);
      assert.match(
        errorsOf(answer, 409, 'Conflict'),
        /The destination is SUSPENDED\. .*authorized the application again/,
      );
    }
    const changed = { status: 'SUSPENDED', channelName: 'Same', webhookConfig: { url: `${HOOK}/new` } };
    good(await api.patch(`/destinations/${hook.channelId}`, changed, app));
    good(await api.post(`/destinations/${hook.channelId}/rotateSecret`, {}, app));
    assert.equal(await statusOf(hook.channelId), WITHDRAWN);
    assert.equal(await dueNow(), 0);
  });

  test('200 an attempt that was in flight changes nothing', async () => {
    const { channelId } = await api.create(webhook, app);
    good(await api.post('/subscriptions/WEBHOOKS/testNotification', {}, app));
    const claimed = await api.queue.claim(10);
    await withdraw();
    await api.settle(claimed, { result: 'delivered', code: 204 });
    assert.equal(await statusOf(channelId), WITHDRAWN);
    const failed = await api.create(webhook, own);
    assert.equal(await statusOf(failed.channelId), 'ACTIVE');
    assert.equal(await dueNow(), 0);
  });

  test("200 the seller's own application lifts it, and then the destination is the seller's", async () => {
    const { channelId } = await api.create(webhook, app);
    await withdraw();
    const lifted = good(await api.patch(`/destinations/${channelId}`, { status: 'ACTIVE' }, own));
    assert.deepEqual([lifted.status, lifted.statusReason, lifted.createdBy], ['ACTIVE', undefined, 'app']);
    assert.deepEqual(await follow(), { suspended: 0, resumed: 0 });
    assert.equal(await statusOf(channelId), 'ACTIVE');
    errorsOf(await api.get(`/destinations/${channelId}`, app), 404, 'NotFound');
    assert.equal((await api.publish(seller)).length, 1);
    assert.equal(await dueNow(), 1);
  });

  test("200 a long poll of the application takes nothing from a queue that has become the seller's", async () => {
    const { channelId } = await api.create({}, app);
    await withdraw();
    await api.patch(`/destinations/${channelId}`, { status: 'ACTIVE' }, own);
    await api.publish(seller);
    const { pull } = api.notifications;
    assert.deepEqual(await pull.receive(channelId, 10, 1_000, 'app'), []);
    assert.equal((await pull.receive(channelId, 10, 1_000)).length, 1);
  });

  test('200 nothing is kept about an application that owns no destination any more', async () => {
    const rows = () =>
      api.db.all('SELECT application FROM delegated_application WHERE seller_id = $1 ORDER BY application', [seller]);
    const [one, other] = [await api.create({}, app), await api.create({}, delegated('other', seller))];
    assert.deepEqual(await rows(), [{ application: 'app' }, { application: 'other' }]);
    await api.delete(`/destinations/${one.channelId}`, app);
    assert.deepEqual(await rows(), [{ application: 'other' }]);
    await api.delete(`/destinations/${other.channelId}`, own);
    assert.deepEqual(await rows(), []);
  });

  test('200 a new consent lifts it: each destination is what it was before', async () => {
    const active = await api.create(webhook, app);
    const inactive = await api.create(webhook, app);
    await api.patch(`/destinations/${inactive.channelId}`, { status: 'INACTIVE' }, app);
    const asked = await api.create({ emailConfig: { address: `${seller}@other.example` } }, app);
    await withdraw();
    // A new address while it is withdrawn does not activate it, and does not get around the confirmation.
    const address = `new-${seller}@other.example`;
    good(await api.patch(`/destinations/${asked.channelId}`, { emailConfig: { address } }, app));
    assert.equal(await statusOf(asked.channelId), WITHDRAWN);
    await api.publish(seller);
    assert.deepEqual(await consent(), { suspended: 0, resumed: 1 });
    const statuses = [active, inactive, asked].map(({ channelId }) => statusOf(channelId, app));
    assert.deepEqual(await Promise.all(statuses), ['ACTIVE', 'INACTIVE', 'PENDING_VERIFICATION']);
    assert.equal(await dueNow(), 0, 'what happened without consent stays unsent');
    await api.publish(seller);
    assert.equal(await dueNow(), 1);
  });

  test('200 what a killed worker left in the queue is not sent when the access comes back', async () => {
    const queue = await api.create({}, app);
    const lifts: [string, () => Promise<unknown>][] = [
      ['a new consent', consent],
      ['the seller', () => api.patch(`/destinations/${queue.channelId}`, { status: 'ACTIVE' }, own)],
    ];
    for (const [by, lift] of lifts) {
      const [delivery = ''] = await api.publish(seller);
      await withdraw();
      // As if the worker had ended between the suspension and the end of the queue, or an event had come in between.
      await api.db.run(`UPDATE delivery SET state = 'PENDING', settled_ms = NULL WHERE delivery_id = $1`, [delivery]);
      await lift();
      const { messages } = good(await api.post(`/destinations/${queue.channelId}/receive`, {}, own));
      assert.deepEqual([by, messages.length], [by, 0]);
      assert.equal(good(await api.get(`/deliveries/${delivery}`, own)).state, 'CANCELED');
    }
  });

  test('200 no answer of the provider changes nothing', async () => {
    const { channelId } = await api.create(webhook, app);
    const noAnswer = () => Promise.reject(new Error('the provider is down'));
    await assert.rejects(followGrants(partsOf(api), noAnswer), /down/);
    assert.equal(await statusOf(channelId), 'ACTIVE');
    await withdraw();
    await assert.rejects(followGrants(partsOf(api), noAnswer), /down/);
    assert.equal(await statusOf(channelId), WITHDRAWN);
  });

  test('200 many applications are asked about in pages, and each is followed', async () => {
    const asked: string[] = [];
    for (let n = 0; n < 205; n += 1)
      await api.webhook(`P${n}`, { application: n % 2 === 0 ? 'odd' : 'even', createdBy: 'x' });
    for (let n = 1; n < 205; n += 2) withdrawn.add(`even of P${n}`);
    const ask = async (applications: readonly DelegatedApplication[]) => {
      assert.ok(applications.length <= 100);
      asked.push(...applications.map(keyOf));
      return grants;
    };
    const { suspended } = await followGrants(partsOf(api), ask);
    assert.equal(suspended, 102);
    assert.equal(asked.filter((key) => key.includes('of P')).length, 205);
    assert.equal(new Set(asked).size, asked.length);
  });
});
