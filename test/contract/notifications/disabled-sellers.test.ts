import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ApplicationGrants } from '../../../src/domain/authorization/delegated-application.ts';
import { followGrants } from '../../../src/notifications/applications/application-access.ts';
import { followDisabledSellers } from '../../../src/notifications/applications/disabled-sellers.ts';
import { withEngines } from '../../db/engines.ts';
import {
  delegated,
  errorsOf,
  good,
  HOOK,
  type NotificationApi,
  openNotificationApi,
  token,
} from './notifications-app.ts';

const webhook = { webhookConfig: { url: HOOK }, windowSeconds: 0 };

/** Decision 55. The provider's answers are those of `test/idp/disabled-sellers.test.ts`. */
withEngines('the destinations of a seller that the operator has disabled', (engine) => {
  let api: NotificationApi;
  before(async () => {
    api = await openNotificationApi(engine);
  });
  after(() => api.close());

  const parts = () => ({ db: api.db, now: () => api.clock.now, sellerEvents: api.notifications.events });
  const disable = (...sellers: string[]) => followDisabledSellers(parts(), new Set(sellers));
  const grant = (...applications: string[]) => {
    const grants: ApplicationGrants = {
      isGranted: ({ application }) => applications.includes(application),
      nameOf: () => undefined,
    };
    return followGrants(parts(), async () => grants);
  };
  const stateOf = async (channelId: string, seller: string) => {
    const { status, statusReason } = good(await api.get(`/destinations/${channelId}`, token(seller)));
    return statusReason === undefined ? status : `${status} ${statusReason}`;
  };
  const DISABLED = 'SUSPENDED SELLER_DISABLED';
  const dueNow = async () => (await api.queue.claim(100)).length;

  test('200 nothing is sent to them, what was queued is canceled, and they go on with what happens after it is enabled', async () => {
    const own = token('S1');
    const hook = await api.create(webhook, own);
    const queue = await api.create({}, own);
    const inactive = await api.create(webhook, own);
    await api.patch(`/destinations/${inactive.channelId}`, { status: 'INACTIVE' }, own);
    const other = await api.create(webhook, token('S2'));
    const [first = ''] = await api.publish('S1');

    assert.deepEqual(await disable('S1', 'S0WITHOUT'), { suspended: 1, resumed: 0 });
    assert.deepEqual(await disable('S1'), { suspended: 0, resumed: 0 }, 'nothing more to do');
    for (const { channelId } of [hook, queue, inactive]) assert.equal(await stateOf(channelId, 'S1'), DISABLED);
    assert.equal(await stateOf(other.channelId, 'S2'), 'ACTIVE');
    assert.equal(good(await api.get(`/deliveries/${first}`, own)).state, 'CANCELED');
    await api.publish('S1');
    assert.equal(await dueNow(), 0);
    errorsOf(
      await api.post('/subscriptions/WEBHOOKS/testNotification', { channelId: hook.channelId }, own),
      409,
      'Conflict',
    );
    errorsOf(await api.post(`/destinations/${queue.channelId}/receive`, {}, own), 409, 'Conflict');

    assert.deepEqual(await disable(), { suspended: 0, resumed: 1 });
    const states = [hook, queue, inactive].map(({ channelId }) => stateOf(channelId, 'S1'));
    assert.deepEqual(await Promise.all(states), ['ACTIVE', 'ACTIVE', 'INACTIVE']);
    assert.equal(await dueNow(), 0, 'what happened meanwhile is not sent');
    await api.publish('S1');
    assert.equal(await dueNow(), 1);
    const { events } = good(await api.get('/events?limit=100', own));
    const sequences = events.map(({ sequence }: { sequence: string }) => Number(sequence));
    assert.deepEqual(
      sequences,
      [...sequences.keys()].map((index) => index + 1),
      'the list has all of them, without a gap',
    );
    const suspension = events.find(({ type }: { type: string }) => type === 'DESTINATION_SUSPENDED');
    assert.equal(suspension.data.statusReason, 'SELLER_DISABLED');
    assert.equal(suspension.data.channelIds.length, 3);
  });

  test('200 those of an application come back only if it has a grant when the seller is enabled', async () => {
    const kept = await api.create(webhook, delegated('kept', 'S3'));
    const lost = await api.create(webhook, delegated('lost', 'S3'));
    await disable('S3');
    await grant();
    for (const { channelId } of [kept, lost]) assert.equal(await stateOf(channelId, 'S3'), DISABLED);
    await disable();
    await grant('kept');
    assert.equal(await stateOf(kept.channelId, 'S3'), 'ACTIVE');
    assert.equal(await stateOf(lost.channelId, 'S3'), 'SUSPENDED APPLICATION_WITHDRAWN');
    await api.publish('S3');
    assert.equal(await dueNow(), 1);
  });

  test('200 what a killed worker left in the queue is not sent when the seller is enabled', async () => {
    const own = token('S4');
    await api.create(webhook, own);
    const [delivery = ''] = await api.publish('S4');
    await disable('S4');
    await api.db.run(`UPDATE delivery SET state = 'PENDING', settled_ms = NULL WHERE delivery_id = $1`, [delivery]);
    await disable();
    assert.equal(good(await api.get(`/deliveries/${delivery}`, own)).state, 'CANCELED');
    assert.equal(await dueNow(), 0);
  });
});
